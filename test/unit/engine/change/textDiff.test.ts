import { describe, expect, it } from "@jest/globals";
import { unifiedDiff } from "../../../../src/domain/monitor/unifiedDiff.ts";
import { diffTexts, replacedIn } from "../../../../src/engine/change/textDiff.ts";

const lines = (...texts: string[]) => texts.join("\n");
const many = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `Line ${from + n}`);

/** Every seventh of 3,000 lines is a short one. */
const everySeventh = (line: string, seventh: string) =>
  lines(...Array.from({ length: 3_000 }, (_, n) => (n % 7 === 0 ? `${seventh} ${n}` : `${line} ${n}`)));
/** Lines of 200 words, of which every second is `word`. */
const words = (count: number, word: string) =>
  lines(...Array.from({ length: count }, (_, n) => `${n} ${`of ${word} `.repeat(100)}`));

describe("the diff of two texts", () => {
  it("shows the changed words with the lines around them", () => {
    const before = lines(...many(0, 20), "Check-in from 14:00, daily", ...many(20, 40));
    const after = lines(...many(0, 20), "Check-in from 16:00, daily", ...many(20, 40));
    const diff = diffTexts(before, after);
    expect(diff).toMatchObject({
      addedWords: 1,
      removedWords: 1,
      linesOmitted: 0,
      hunks: [{ previousLine: 18 }],
    });
    expect(diff.hunks[0]?.lines.map(({ type }) => type)).toEqual([
      ...["same", "same", "same", "changed", "same", "same", "same"],
    ]);
    expect(diff.hunks[0]?.lines[3]?.parts).toEqual([
      { type: "same", text: "Check-in from " },
      { type: "removed", text: "14:00" },
      { type: "added", text: "16:00" },
      { type: "same", text: ", daily" },
    ]);
  });

  it("is a unified diff that patch accepts", () => {
    const before = lines("a", "b one", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l");
    const after = lines("a", "b two", "c", "d", "e", "f", "g", "h", "i", "j", "new", "k");
    expect(unifiedDiff(diffTexts(before, after))).toBe(
      lines(
        ...["--- previous", "+++ current", "@@ -1,5 +1,5 @@", " a", "-b one", "+b two", " c", " d", " e"],
        ...["@@ -8,5 +8,5 @@", " h", " i", " j", "+new", " k", "-l", ""],
      ),
    );
  });

  it.each([
    ["right-to-left text", "السعر ١٠ دينار اليوم", "السعر ١٢ دينار اليوم", "١٠", "١٢"],
    ["text without spaces", "本日の営業時間は九時から", "本日の営業時間は十時から", "九", "十"],
    ["emoji", "Open 👍🏽 today", "Open 👎🏽 today", "👍🏽", "👎🏽"],
  ])("shows whole words of %s", (_what, before, after, removed, added) => {
    const { parts = [] } = diffTexts(before, after).hunks[0]?.lines[0] ?? {};
    const of = (type: string) =>
      parts
        .filter((part) => part.type === type)
        .map(({ text }) => text)
        .join("");
    expect(of("removed")).toContain(removed[0]);
    expect(of("added")).toContain(added[0]);
    expect(
      parts
        .map(({ text }) => text)
        .join("")
        .isWellFormed(),
    ).toBe(true);
  });

  it("is counted completely and shown partly if it is huge", () => {
    const diff = diffTexts(lines(...many(0, 5_000)), lines(...many(5_000, 10_000)));
    expect(diff).toMatchObject({ addedWords: 5_000, removedWords: 5_000 });
    const shown = diff.hunks.flatMap(({ lines: all }) => all).length;
    expect(shown).toBeLessThanOrEqual(120);
    expect(diff.linesOmitted).toBe(5_000 - shown);
  });

  it.each([
    ["a line of megabytes", "word ".repeat(400_000), `${"word ".repeat(400_000)}end`],
    ["a million changes", "a b ".repeat(250_000), "a c ".repeat(250_000)],
    ["many lines that all differ", lines(...many(0, 40_000)), lines(...many(40_000, 80_000))],
    [
      "every second line",
      lines(...many(0, 3_000)),
      lines(...many(0, 3_000).map((line, n) => (n % 2 ? line : `New ${n}`))),
    ],
    [
      "changes between long lines",
      everySeventh("long ".repeat(300), "old"),
      everySeventh("long ".repeat(300), "new"),
    ],
    ["many words of one line after another", words(100, "a"), words(100, "b")],
    ["a text of one sign", "x".repeat(1_000_000), "y".repeat(1_000_000)],
  ])("is bounded for %s", (_what, before, after) => {
    const startedAt = process.cpuUsage();
    const diff = diffTexts(before, after);
    expect(process.cpuUsage(startedAt).user / 1e6).toBeLessThan(8);
    expect(JSON.stringify(diff).length).toBeLessThan(20_000);
    expect(diff.addedWords).toBeGreaterThan(0);
  });

  it("shows some of a change in a paragraph that is too long to show", () => {
    const paragraph = (word: string) =>
      Array.from({ length: 200 }, (_, n) => `${n} ${word}${n} is here`).join(" ");
    const diff = diffTexts(paragraph("old"), paragraph("new"));
    expect(diff.hunks[0]?.lines[0]?.parts.slice(0, 4)).toEqual([
      { type: "same", text: "0 " },
      { type: "removed", text: "old0" },
      { type: "added", text: "new0" },
      { type: "same", text: " is here 1 " },
    ]);
    expect(diff).toMatchObject({ addedWords: 200, removedWords: 200, linesOmitted: 0 });
    expect(JSON.stringify(diff).length).toBeLessThan(20_000);
  });

  it("finds words at the end of a long line that was added", () => {
    expect(replacedIn("Terms", lines("Terms", `${"word ".repeat(2_000)}deposit`)).added).toContain("deposit");
  });

  it("has the added and removed text separately", () => {
    expect(replacedIn(lines("In stock: 3 left", "Lamp"), lines("Sold out", "Lamp", "New: chairs"))).toEqual({
      removed: expect.stringContaining("3 left"),
      added: expect.stringContaining("New: chairs"),
      removedWords: 4,
      addedWords: 4,
    });
  });
});
