import { describe, expect, it } from "@jest/globals";
import {
  DocumentError,
  parseDocument,
  TimeLimitError,
  withTimeLimit,
} from "../../../../src/engine/extract/extract.ts";

const spin = (): never => {
  for (;;);
};
const timed = (work: () => unknown): { error: unknown; ms: number } => {
  const startedAt = performance.now();
  try {
    work();
    return { error: null, ms: performance.now() - startedAt };
  } catch (error) {
    return { error, ms: performance.now() - startedAt };
  }
};

describe("a time limit", () => {
  it("returns the result of the work, or throws its error", () => {
    expect(withTimeLimit(1_000, () => [1])).toEqual([1]);
    const own = new Error("mine");
    expect(
      timed(() =>
        withTimeLimit(1_000, () => {
          throw own;
        }),
      ).error,
    ).toBe(own);
  });

  it.each([
    ["a loop", spin],
    ["a pattern", () => /^(a+)+$/.test(`${"a".repeat(60)}b`)],
    [
      "a sort",
      () =>
        Array.from({ length: 3e6 }, (_, i) => (i * 7919) % 1e6)
          .sort((a, b) => a - b)
          .sort(spin),
    ],
  ] as [string, () => unknown][])("stops %s", (_, work) => {
    const { error, ms } = timed(() => withTimeLimit(100, work));
    expect(error).toBeInstanceOf(TimeLimitError);
    expect(ms).toBeLessThan(3_000);
  });

  it("stops work that catches every error", () => {
    const stubborn = () => {
      for (;;)
        try {
          spin();
        } catch {
          // Continues.
        }
    };
    expect(timed(() => withTimeLimit(100, stubborn)).error).toBeInstanceOf(TimeLimitError);
  });

  it("applies to nested time limits, however often they are renewed", () => {
    const { error, ms } = timed(() =>
      withTimeLimit(300, () => {
        for (;;) timed(() => withTimeLimit(40, spin));
      }),
    );
    expect(error).toBeInstanceOf(TimeLimitError);
    expect(ms).toBeLessThan(3_000);
    // Nothing is left of them.
    expect(withTimeLimit(1_000, () => 1)).toBe(1);
  });

  it("refuses work if no time is left", () => {
    expect(timed(() => withTimeLimit(0, () => 1)).error).toBeInstanceOf(TimeLimitError);
  });

  it("applies to short work if little time is left", () => {
    expect(timed(() => withTimeLimit(100, spin, true)).error).toBeInstanceOf(TimeLimitError);
    expect(withTimeLimit(5_000, () => 1, true)).toBe(1);
  });

  it("reports a page that is nested too deeply", () => {
    const deeper = (): number => deeper() + 1;
    expect(timed(() => withTimeLimit(5_000, deeper)).error).toBeInstanceOf(DocumentError);
  });
});

describe("data with too many values", () => {
  const url = "https://a.example/";
  it.each([
    ["values", `[${"1,".repeat(2_000_001)}1]`, /more than 2,000,000 values/],
    ["depth", `${"[".repeat(100_000)}${"]".repeat(100_000)}`, /nested too deeply/],
  ])("is refused for its %s", (_, text, message) => {
    expect(() => parseDocument(text, { url, format: "json" })).toThrow(message);
  });

  it.each([
    ["cells", `a,b\n${"1\n".repeat(8_000_000)}`],
    ["values of its rows and columns", `a,b\n${"1,2\n".repeat(700_000)}`],
    ["columns that its rows leave out", `${"a,".repeat(10_000)}b\n${"1\n".repeat(100_000)}`],
  ])("is refused if a table has too many %s, before it is loaded", (_, text) => {
    expect(() => parseDocument(text, { url, format: "csv" })).toThrow(/more than 2,000,000 values/);
  });

  it("is refused if it has too many JSON lines", () => {
    expect(() => parseDocument("{}\n".repeat(5_000_000), { url, format: "json" })).toThrow(
      /more than 2,000,000 values/,
    );
  });

  it("does not include a long attribute, which is shortened", () => {
    const { root } = parseDocument(`<p class="${"aB ".repeat(5_000_000)}">x</p>`, { url });
    expect(
      JSON.stringify((root.children[0] as never as { children: { attribs: object }[] }).children[0]?.attribs)
        .length,
    ).toBeLessThan(11_000);
  });
});
