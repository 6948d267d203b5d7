import { describe, expect, it } from "@jest/globals";
import { compareCollections } from "../../../../src/engine/change/index.ts";
import { between, chair, collect, first, lamp, table } from "./collections.ts";

const GAPS = { lacksRecords: true, lacksValues: true };

describe("large collections", () => {
  it("of 50,000 records are compared within seconds", () => {
    const make = (price: number) =>
      Array.from({ length: 50_000 }, (_, i) => ({
        url: `https://s.example/p/${i}?sid=${price}`,
        title: `Product ${i}`,
        price: i === 7 ? price : 5,
        note: `Seen ${price} minutes ago`,
      }));
    const startedAt = process.cpuUsage();
    expect(between(make(1), make(2)).changes).toHaveLength(1);
    expect(process.cpuUsage(startedAt).user / 1e6).toBeLessThan(20);
  });

  it("of one record, repeated, are given their keys within seconds", () => {
    const repeat = (text: string) => Array.from({ length: 50_000 }, () => ({ text }));
    const startedAt = process.cpuUsage();
    const { set } = between(repeat("one"), repeat("two"));
    expect(new Set(set.records.map(({ key }) => key)).size).toBe(50_000);
    expect(process.cpuUsage(startedAt).user / 1e6).toBeLessThan(20);
  });

  it("that reach a limit report no removals, but report what they saw", () => {
    const before = first([lamp(), chair()]);
    const items = [table(), lamp({ price: null })];
    const bounded = { items, lacksRecords: true, lacksValues: false };
    const result = compareCollections(before, bounded, { fields: ["price"] });
    if ("broken" in result) throw new Error(result.broken);
    expect(result.changes.map(({ type, fields }) => [type, fields.price])).toEqual([
      ["added", { previous: null, current: 90 }],
      ["changed", { previous: 20, current: null }],
    ]);
    // What slid out of reach is known when it comes back.
    expect(collect([lamp({ price: null }), table(), chair()], result.set).changes).toEqual([]);
  });

  it("keep records that a limited collection did not see for a while, but not forever", () => {
    const page = (number: number) =>
      Array.from({ length: 9_000 }, (_, i) => ({
        url: `https://s.example/${number}/${i}`,
        title: `${number}-${i}`,
      }));
    let set = first(page(0));
    for (const number of [1, 2, 3, 4]) {
      const result = collect(page(number), set, {}, GAPS);
      expect(result.changes.every(({ type }) => type === "added")).toBe(true);
      set = result.set;
    }
    expect(set.records).toHaveLength(29_000);
    const kept = set.records.filter(({ record }) => String(record.title).startsWith("3-"));
    expect(kept).toHaveLength(9_000);
  });
});
