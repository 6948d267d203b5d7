import { describe, expect, it } from "@jest/globals";
import { createEngine } from "../../../src/runtime/deps/engine/createEngine.ts";

const { compare } = createEngine(() => {
  throw new Error("no page is opened");
});

const collect = (...items: readonly Record<string, unknown>[]) => ({
  items,
  lacksRecords: false,
  lacksValues: false,
});

const nested = (depth: number): unknown => {
  let value: unknown = "x";
  for (let n = 0; n < depth; n += 1) value = { value };
  return value;
};

/** What the second collection is, compared with the first. */
const compareBoth = (before: unknown, after: unknown) => {
  const first = compare(null, collect({ id: "a", of: before }, { id: "b" }), {});
  if (!("set" in first)) throw new Error("the first collection is compared with nothing");
  return compare(first.set, collect({ id: "a", of: after }, { id: "b" }), {});
};

describe("comparing collections designed to be slow", () => {
  it("fails with its own message if records are nested too deeply", () => {
    expect(compareBoth(nested(20_000), nested(20_001))).toMatchObject({
      failure: { code: "timeout", message: expect.stringMatching(/^There are too many records to compare/) },
    });
    expect(compareBoth(nested(20), nested(21))).toMatchObject({ changes: [{ type: "changed" }] });
  });

  it.each([
    ["groups of digits", (n: number) => `${"1.".repeat(990)}${n}x`, 300],
    ["parameters of a visit", (n: number) => `https://shop.example/?${"utm_a=1&".repeat(100_000)}n=${n}`, 1],
    ["combining marks without a base letter", (n: number) => `a${"\u0301\u0323".repeat(500_000)}${n}`, 1],
    ["ages", (n: number) => `${"vor 1 ".repeat(3_000)}${n}`, 50],
  ])("is fast if they contain thousands of %s", (_what, make, count) => {
    const items = (n: number) => Array.from({ length: count }, (_, i) => ({ id: `r${i}`, text: make(n) }));
    const startedAt = process.cpuUsage();
    const first = compare(null, collect(...items(1), { id: "other" }), {});
    if (!("set" in first)) throw new Error("the first collection is compared with nothing");
    expect(compare(first.set, collect(...items(2), { id: "other" }), {})).toHaveProperty("changes");
    expect(process.cpuUsage(startedAt).user / 1e6).toBeLessThan(5);
  });
});
