import { describe, expect, it } from "@jest/globals";
import { unifiedDiff } from "../../../../src/domain/monitor/unifiedDiff.ts";
import { diffTexts, replacedIn } from "../../../../src/engine/change/textDiff.ts";
import { between, collect, first } from "./collections.ts";

const lines = (...texts: string[]) => texts.join("\n");

const page = (markdown: string, title = "Hotel") => [
  { url: "https://s.example/", title, markdown, language: "en", date: null },
];
const watch = { watch: "text" } as const;
const text = (time: string, views = 3) => lines("# Hotel", `Standard check-in ${time}`, "", `${views} views`);

/** What a diff says happened to each line that differs: `previous → current`. */
const fates = ({ hunks }: ReturnType<typeof diffTexts>): string[] =>
  hunks
    .flatMap((hunk) => hunk.lines)
    .filter(({ type }) => type !== "same")
    .map(({ parts }) => {
      const side = (out: string) =>
        parts
          .filter(({ type }) => type !== out)
          .map(({ text }) => text)
          .join("");
      return `${side("added")} → ${side("removed")}`.trim();
    });

describe("lines that became others", () => {
  const NAMES = ["API", "Dashboard", "Webhooks", "Email delivery", "EU region"];
  const status = (uptime: string, states: Record<string, string> = {}, head: string[] = []) => [
    "# Status",
    ...head,
    ...NAMES.map((name) => `${name} ${states[name] ?? "Operational"} ${uptime} % uptime`),
  ];

  it.each([
    ["lines", "\n"],
    ["paragraphs", "\n\n"],
  ])("are paired by what they say, though a line came before them: %s", (_what, between) => {
    const outage = status("99.91", { Webhooks: "Degraded performance" }, ["Partial outage"]);
    const diff = diffTexts(status("99.98").join(between), outage.join(between));
    expect(fates(diff).filter((fate) => fate !== "→")).toEqual([
      "→ Partial outage",
      ...NAMES.map((name) => {
        const state = name === "Webhooks" ? "Degraded performance" : "Operational";
        return `${name} Operational 99.98 % uptime → ${name} ${state} 99.91 % uptime`;
      }),
    ]);
    expect(diff).toMatchObject({ addedWords: 2 + 2 + 5, removedWords: 1 + 5 });
    expect(replacedIn(status("99.98").join(between), outage.join(between)).added).not.toContain("region");
  });

  it("are a unified diff that leads from one text to the other", () => {
    const [before, after] = [
      status("99.98").join("\n\n"),
      status("99.91", {}, ["Partial outage"]).join("\n\n"),
    ];
    const written = unifiedDiff(diffTexts(before, after)).split("\n").slice(3, -1);
    const side = (mark: string) => written.filter((line) => line[0] !== mark).map((line) => line.slice(1));
    expect(side("+").join("\n")).toBe(before);
    expect(side("-").join("\n")).toBe(after);
  });
});

describe("a text monitor", () => {
  const titleOf = (before: string, after: string) => between(page(before), page(after), watch).title;

  it("is titled by the first place that differs, not by the first of each kind", () => {
    expect(titleOf(lines("# Hotel", "", "Open"), lines("# Hotel", "", "Closed today", "", "Open"))).toBe(
      'Text of Hotel changed: with "Closed today" (+2 −0 words)',
    );
    const later = lines("# Hotel", "", "New pool", "", "Breakfast from 7:00");
    expect(titleOf(lines("# Hotel", "", "Breakfast from 8:00"), later)).toMatch(/changed: with "New pool"/);
  });

  it("is titled without the marks of Markdown", () => {
    const table = (...rows: string[]) => lines("# Hotel", "", "| Room | Price |", "| --- | --- |", ...rows);
    expect(titleOf(table("| Lake | 90 |"), table("| Lake | 90 |", "| Garden | 70 |"))).toBe(
      'Text of Hotel changed: with "Garden, 70" (+5 −0 words)',
    );
  });

  it("reports the words that changed, and marks what is noise", () => {
    const { changes, noise, message, title } = between(page(text("14:00")), page(text("16:00", 9)), watch);
    expect(changes).toMatchObject([{ fields: { markdown: { diff: { hunks: [{}] } } } }]);
    expect(noise).toEqual([]);
    expect(message).toBe('"Hotel": text "14:00" → "16:00" (+2 −2 words).');
    expect(title).toBe('Text of Hotel changed: "14:00" → "16:00" (+2 −2 words)');
    const quiet = between(page(text("14:00", 3)), page(text("14:00", 4)), watch);
    expect(quiet).toMatchObject({ changes: [], noise: [{ fields: { markdown: { noise: "counter" } } }] });
  });

  it("marks lines that are noise beside a real change, and describes the real one", () => {
    const rules = (time: string, views: number) =>
      page(lines("# Hotel", `${views} views`, `Check-in ${time}`, "Pets are welcome"));
    const { changes, title } = between(rules("14:00", 3), rules("16:00", 9), watch);
    expect(title).toBe('Text of Hotel changed: "14:00" → "16:00" (+2 −2 words)');
    const diff = changes[0]?.fields.markdown?.diff;
    expect(diff).toMatchObject({ noiseLines: 1, addedWords: 2, removedWords: 2, linesOmitted: 0 });
    const changed = diff?.hunks.flatMap((hunk) => hunk.lines).filter(({ type }) => type === "changed");
    expect(changed?.map(({ noise }) => noise)).toEqual(["counter", undefined]);
    const wanted = between(rules("14:00", 3), rules("16:00", 9), { ...watch, matters: ["markdown"] });
    expect(wanted.changes[0]?.fields.markdown?.diff?.noiseLines).toBeUndefined();
  });

  it("marks the lines that are noise beside a real change in a text of many paragraphs", () => {
    const paragraphs = (age: number, word = "about") =>
      page(
        Array.from(
          { length: 120 },
          (_, n) =>
            `Entry ${n} ${n === 7 ? word : "about"} house ${n * 37}: ${"it is open ".repeat(9)}${n + age} minutes ago`,
        ).join("\n\n"),
      );
    const options = { ...watch, conditions: ["changed words > 20"] };
    const { changes, alerting } = between(paragraphs(3), paragraphs(9, "beside"), options);
    expect(changes[0]?.fields.markdown?.diff).toMatchObject({ noiseLines: 119 });
    expect(alerting).toBe(0);
  });

  it("marks a line that differed between two reads, beside a real change", () => {
    const ad = (name: string, time = "14:00") =>
      page(lines("# Hotel", `Offer of ${name} now`, "", `Check-in ${time}`));
    const { set } = collect(ad("Ann"), null, watch, { firstReads: ad("Bob") });
    const { changes } = collect(ad("Eve", "15:00"), set, watch);
    const noisy = changes[0]?.fields.markdown?.diff?.hunks.flatMap((hunk) =>
      hunk.lines.flatMap(({ noise }) => noise ?? []),
    );
    expect(noisy).toEqual(["reads"]);
  });

  it.each([
    ["added words > 1", false],
    ["added words = 1", true],
    ['added text contains "9"', false],
    ['removed text matches "14:00"', true],
  ])("does not count noise in the condition %s: %p", (condition, isAlert) => {
    const options = { ...watch, conditions: [condition] };
    const { changes, alerting } = between(page(text("14:00")), page(text("16:00", 9)), options);
    expect([changes.length, alerting === 1]).toEqual([1, isAlert]);
  });

  it("compares title and text, but not detected language or date", () => {
    const before = page(text("14:00"));
    const after = [{ ...before[0], language: "de", date: "2026-01-01", title: "Inn" }];
    expect(between(before, after as never, watch).changes.map(({ fields }) => Object.keys(fields))).toEqual([
      ["title"],
    ]);
  });

  it("treats a line that differed between two reads as noise", () => {
    const ad = (name: string, time = "14:00") =>
      page(lines("# Hotel", `Check-in ${time}`, `Offer of ${name} now`));
    const { set } = collect(ad("Ann"), null, watch, { firstReads: ad("Bob") });
    expect(collect(ad("Eve"), set, watch)).toMatchObject({ changes: [], noise: [{}] });
    expect(collect(ad("Eve", "15:00"), set, watch).changes).toHaveLength(1);
  });

  it.each([
    ['added text contains "sold out"', true],
    ['added text contains "left"', false],
    ['removed text contains "left"', true],
    ['added text not contains "left"', true],
    ['removed text matches "\\d+ left"', true],
    ['added text matches "^\\d+ left"', false],
    ["changed words > 3", true],
    ["changed words > 4", false],
    ["added words >= 2", true],
    ["removed words < 2", false],
  ])("raises an alert if %s: %p", (condition, isAlert) => {
    const [before, after] = ["2 left", "Sold out"].map((stock) =>
      page(lines("# Lamp", "", stock, "by mail")),
    );
    const { alerting } = between(before ?? [], after ?? [], { ...watch, conditions: [condition] });
    expect(alerting === 1).toBe(isAlert);
  });

  it("is broken if the page has no text left", () => {
    expect(() => collect([], first(page("a\nb")), watch)).toThrow("No records were found");
  });
});
