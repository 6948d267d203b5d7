import { describe, expect, it } from "@jest/globals";
import { parseCondition } from "../../../../src/contract/flows/conditions.ts";
import { MonitorOptions } from "../../../../src/contract/flows/monitor.ts";
import type { RecordChange } from "../../../../src/contract/runs/changes.ts";
import { createJudge } from "../../../../src/engine/change/conditions.ts";

type Fields = Record<string, readonly [previous: unknown, current: unknown]>;

const candidate = (
  fields: Fields,
  rest: Record<string, unknown> = {},
  type: RecordChange["type"] = "changed",
) => {
  const entries = Object.entries(fields);
  return {
    change: {
      key: "k",
      type,
      fields: Object.fromEntries(entries.map(([name, [previous, current]]) => [name, { previous, current }])),
    },
    record: { ...rest, ...Object.fromEntries(entries.map(([name, [, current]]) => [name, current])) },
  };
};

const raises = (options: MonitorOptions, ...given: Parameters<typeof candidate>) =>
  createJudge(options)(candidate(...given));
const price = (previous: unknown, current: unknown): Fields => ({ price: [previous, current] });

describe("a condition", () => {
  it.each([
    ["price < 20", price(25, 19), true],
    ["price<20", price(25, 19), true],
    ["price < 20", price(25, 20), false],
    ["price <= 20", price(25, "£20.00"), true],
    ["price < 20", price(25, null), false],
    ["price >= 20", price(19, 20), true],
    ["percent change > 5", price(100, 94), true],
    ["percent change > 5", price(100, 106), true],
    ["percent change > 5", price(100, 105), false],
    ["price percent change > 5%", price("€100", "€90"), true],
    ["other percent change > 5", price(100, 50), false],
    ["percent change > 5", price(0, 50), false],
    ["price falls", price(20, 19), true],
    ["price falls", price(19, 20), false],
    ["price rises", price(19, 20), true],
    ['title contains "SALE"', { title: ["Lamp", "Lamp (sale)"] as const }, true],
    ['title not contains "sale"', { title: ["sale", "Lamp"] as const }, true],
    ['size contains "L"', { size: ["M", null] as const }, false],
    ["in_stock = true", { in_stock: [false, true] as const }, true],
    ["in_stock = true", { in_stock: [true, false] as const }, false],
    ['status != "open"', { status: ["open", "closed"] as const }, true],
    ["changed", price(1, 2), true],
    ["added", price(1, 2), false],
  ])("%p on %p: %p", (condition, fields, expected) => {
    expect(raises({ conditions: [condition] }, fields)).toBe(expected);
  });

  it("on one field ignores changes of another field", () => {
    expect(raises({ conditions: ["price < 20"] }, { title: ["a", "b"] }, { price: 10 })).toBe(false);
  });

  it("matches a new record, but never a value of a removed one", () => {
    expect(raises({ conditions: ["price < 20"] }, price(null, 10), {}, "added")).toBe(true);
    expect(raises({ conditions: ["price < 20"] }, price(10, null), {}, "removed")).toBe(false);
    expect(raises({ conditions: ["removed"] }, price(10, null), {}, "removed")).toBe(true);
  });

  it("of several needs one or all to match, as the owner chooses", () => {
    const conditions = ["price < 20", 'title contains "Lamp"'];
    expect(raises({ conditions }, price(25, 19), { title: "Chair" })).toBe(true);
    expect(raises({ conditions, match: "all" }, price(25, 19), { title: "Chair" })).toBe(false);
    expect(raises({ conditions, match: "all" }, price(25, 19), { title: "Lamp" })).toBe(true);
  });

  it("is refused with examples if it is invalid or a pattern of asterisks only", () => {
    for (const text of ["price", "price ~ 3", "percent change", "price < cheap", ""])
      expect(() => parseCondition(text)).toThrow(/is not a condition/);
    expect(MonitorOptions.safeParse({ conditions: ["price < cheap"] }).error?.issues[0]?.path).toEqual([
      "conditions",
      0,
    ]);
    expect(MonitorOptions.safeParse({ ignore: ["**"] }).success).toBe(false);
    expect(MonitorOptions.safeParse({ unknown: 1 }).success).toBe(false);
  });
});

describe("a restock monitor", () => {
  it.each([
    [{ in_stock: [false, true] as const }, true],
    [{ in_stock: [true, false] as const }, false],
    [{ availability: ["Out of stock", "In stock (3)"] as const }, true],
    [{ note: ["Ausverkauft", "Sofort lieferbar"] as const }, true],
    [{ stock: [0, 4] as const }, true],
    [{ stock: [3, 4] as const }, false],
    [{ price: [0, 4] as const }, false],
    [{ in_stock: [null, true] as const }, false],
    [{ title: ["a", "b"] as const }, false],
  ])("raises an alert for %p: %p", (fields, expected) => {
    expect(raises({ restock: true }, fields as Fields)).toBe(expected);
  });

  it("also applies its conditions", () => {
    const fields: Fields = { in_stock: [false, true], price: [9, 30] };
    expect(raises({ restock: true, conditions: ["price < 20"] }, fields)).toBe(false);
  });
});
