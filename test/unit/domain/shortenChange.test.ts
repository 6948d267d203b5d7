import { describe, expect, it } from "@jest/globals";
import type { RecordChange } from "../../../src/contract/runs/changes.ts";
import { shortenChange } from "../../../src/domain/monitor/shortenChange.ts";

const changeOf = (fields: RecordChange["fields"]): RecordChange => ({
  key: "a",
  type: "changed",
  label: "A",
  fields,
});
const lengthOf = (value: unknown): number => JSON.stringify(value).length;

describe("a change that is too long to show", () => {
  it("uses most of what it may have, and keeps short fields whole", () => {
    const long = { previous: "a".repeat(8_000), current: "b".repeat(8_000) };
    const short = shortenChange(
      changeOf({ price: { previous: 5, current: 6 }, text: long, note: long }),
      20_000,
    );
    expect(lengthOf(short)).toBeLessThanOrEqual(20_000);
    expect(lengthOf(short)).toBeGreaterThan(18_000);
    expect(short.fields.price).toEqual({ previous: 5, current: 6 });
    expect(Object.keys(short.fields)).toEqual(["price", "text", "note"]);
  });

  it.each([
    ["a list", Array.from({ length: 5_000 }, (_, n) => `entry ${n}`)],
    ["a record", { a: "x".repeat(30_000) }],
    ["signs that JSON escapes", "\u0001".repeat(30_000)],
    ["emoji", "🎉".repeat(30_000)],
  ])("shows the beginning of %s", (_what, value) => {
    const { fields } = shortenChange(changeOf({ field: { previous: null, current: value } }), 2_000);
    const { current } = fields.field ?? {};
    expect(lengthOf(fields)).toBeLessThanOrEqual(2_000);
    expect(lengthOf(current)).toBeGreaterThan(500);
    expect(JSON.stringify(current).isWellFormed()).toBe(true);
    expect(Array.isArray(current)).toBe(Array.isArray(value));
  });

  it("is as it was if it is short enough", () => {
    const change = changeOf({ price: { previous: 5, current: 6 } });
    expect(shortenChange(change, 20_000)).toBe(change);
  });
});
