import { describe, expect, it } from "@jest/globals";
import { writeLines } from "../../../src/domain/runs/read/outputLines.ts";

const BYTES_OF_AN_ANSWER = 6_000_000;

describe("items as JSON lines", () => {
  it("are unchanged if they fit", () => {
    const items = [{ title: "A" }, { title: "B\nC" }];
    expect(writeLines(items, 0)).toEqual({
      items,
      lines: '{"title":"A"}\n{"title":"B\\nC"}\n',
      notes: [],
    });
  });

  it("are shortened if one is too large for a response, with a note that names it", () => {
    const huge = { title: "A", content: "x".repeat(16_000_000), price: 5 };
    const { items, lines, notes } = writeLines([{ title: "before" }, huge], 10);
    expect(items[1]).toEqual({ ...huge, content: "x".repeat(1_000_000) });
    expect(
      lines
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(items);
    expect(notes).toEqual([
      "Item 12 is larger than 5 MB and was shortened. Cut to 1,000,000 characters: content.",
    ]);
  });

  it("lose their largest fields if shorter texts are not enough, counted in bytes", () => {
    const wide = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`f${index}`, "値".repeat(900_000)]),
    );
    const { items, lines, notes } = writeLines([{ ...wide, title: "A" }], 0);
    expect(Buffer.byteLength(lines)).toBeLessThan(BYTES_OF_AN_ANSWER);
    expect(items[0]).toMatchObject({ title: "A", f0: null, f8: "値".repeat(900_000) });
    expect(notes).toEqual([expect.stringContaining("Left empty: f0, f1")]);
  });
});
