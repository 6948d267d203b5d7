import { describe, expect, it } from "@jest/globals";
import { nextRunAt } from "../../../src/domain/flows/nextRun.ts";
import { toCsv } from "../../../src/domain/items/csv.ts";
import { previewItem } from "../../../src/domain/runs/read/preview.ts";
import { successRate } from "../../../src/domain/shared/successRate.ts";
import { addCost, NO_COST, NO_USAGE, priceUsage, totalCost } from "../../../src/domain/usage/cost.ts";

describe("cost", () => {
  it("is usage times published prices, in whole nano-dollars", () => {
    expect(priceUsage({ ...NO_USAGE, gbSeconds: 300 })).toEqual({ ...NO_COST, compute: 4_000_020 });
    expect(priceUsage({ ...NO_USAGE, invocations: 1 }).compute).toBe(200);
    expect(priceUsage({ ...NO_USAGE, tableWriteUnits: 1_000, tableReadUnits: 8 }).table).toBe(626_000);
    expect(priceUsage({ ...NO_USAGE, objectWrites: 2, objectReads: 10 }).objects).toBe(14_000);
    expect(priceUsage({ ...NO_USAGE, queueRequests: 5 }).queue).toBe(2_000);
  });

  it("adds up without rounding errors", () => {
    const one = { compute: 1, table: 2, objects: 3, queue: 4 };
    let sum = NO_COST;
    for (let i = 0; i < 1000; i += 1) sum = addCost(sum, one);
    expect(totalCost(sum)).toBe(0.00001);
  });
});

describe("the success rate", () => {
  it("is 0 before the first finished run, and has one decimal", () => {
    expect(successRate(0, 0)).toBe(0);
    expect(successRate(2, 1)).toBe(66.7);
    expect(successRate(5, 0)).toBe(100);
  });
});

describe("the next run of a schedule", () => {
  const PACE = { floorMs: 60_000 };
  const since = (iso: string) => Date.parse(iso);
  const daily = { cron: "30 2 * * *", timezone: "Europe/Paris" };

  it("is null if the flow is not active or has no schedule", () => {
    expect(nextRunAt({ status: "paused", schedule: daily }, 0, PACE)).toBeNull();
    expect(nextRunAt({ status: "active", schedule: null }, 0, PACE)).toBeNull();
  });

  it("follows local time through both daylight saving changes", () => {
    const next = (iso: string) => nextRunAt({ status: "active", schedule: daily }, since(iso), PACE);
    expect(next("2026-07-01T12:00:00Z")).toBe("2026-07-02T00:30:00.000Z");
    expect(next("2026-12-01T12:00:00Z")).toBe("2026-12-02T01:30:00.000Z");
    // 02:30 happens twice on 25 October 2026: the flow runs once.
    const first = next("2026-10-24T12:00:00Z");
    expect(first).toMatch(/^2026-10-25T0[01]:30/);
    expect(next(first ?? "")).toBe("2026-10-26T01:30:00.000Z");
    // 02:30 does not happen on 29 March 2026: the flow runs all the same, once.
    const spring = next("2026-03-28T12:00:00Z");
    expect(spring).toMatch(/^2026-03-29T0[01]:/);
    expect(next(spring ?? "")).toBe("2026-03-30T00:30:00.000Z");
  });

  it("of an interval counts from the last date, however late the tick was or how many it missed", () => {
    const schedule = { every: "6h" };
    const last = since("2026-01-01T00:00:00Z");
    const next = (iso: string) =>
      nextRunAt({ status: "active", schedule }, since(iso), { ...PACE, lastMs: last });
    expect(next("2026-01-01T00:00:55Z")).toBe("2026-01-01T06:00:00.000Z");
    expect(next("2026-01-02T01:00:00Z")).toBe("2026-01-02T06:00:00.000Z");
    expect(nextRunAt({ status: "active", schedule }, since("2026-01-01T00:00:00Z"), PACE)).toBe(
      "2026-01-01T06:00:00.000Z",
    );
  });

  it("respects the plan's minimum interval, for intervals and cron", () => {
    const lastMs = since("2026-01-01T00:00:00Z");
    const next = (schedule: { every: string } | { cron: string; timezone: string }, iso: string) =>
      nextRunAt({ status: "active", schedule }, since(iso), { lastMs, floorMs: 300_000 });
    const eachMinute = { cron: "* * * * *", timezone: "UTC" };
    for (const schedule of [{ every: "1m" }, eachMinute]) {
      expect(next(schedule, "2026-01-01T00:00:20Z")).toBe("2026-01-01T00:05:00.000Z");
      expect(next(schedule, "2026-01-01T00:05:00Z")).toMatch(/T00:(?:06|10):00/);
    }
    expect(next({ cron: "*/7 * * * *", timezone: "UTC" }, "2026-01-01T00:00:20Z")).toBe(
      "2026-01-01T00:07:00.000Z",
    );
  });
});

describe("a preview", () => {
  it("shows an ordinary item unchanged", () => {
    const item = { title: "A", tags: ["x"], offer: { price: 1 }, none: null };
    expect(previewItem(item)).toBe(item);
  });

  it("shortens an item that is too large, whatever the cause", () => {
    const long = { text: "x".repeat(100_000), list: Array.from({ length: 9_000 }, () => "entry") };
    const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`f${i}`, "y".repeat(100)]));
    for (const item of [long, many]) {
      const size = JSON.stringify(previewItem(item)).length;
      expect(size).toBeGreaterThan(100);
      expect(size).toBeLessThan(30_000);
    }
  });
});

describe("CSV", () => {
  it("has a header, quotes by RFC 4180, writes nested values as JSON and escapes formulas", async () => {
    const lines = async function* () {
      yield JSON.stringify({ a: 'say "hi", or\nnot', b: null, c: [1, 2] });
      yield JSON.stringify({ a: "=cmd()", b: false, d: "not a column" });
      yield JSON.stringify({ a: "-5 degrees", b: -5 });
    };
    let csv = "";
    for await (const chunk of toCsv(lines(), ["a", "b", "c"])) csv += chunk;
    expect(csv).toBe('a,b,c\r\n"say ""hi"", or\nnot",,"[1,2]"\r\n\'=cmd(),false,\r\n\'-5 degrees,-5,\r\n');
  });

  it("fails with the error of its source", async () => {
    const failing = async function* () {
      yield JSON.stringify({ a: 1 });
      throw new Error("the object store is down");
    };
    const read = async () => {
      for await (const _chunk of toCsv(failing(), ["a"]));
    };
    await expect(read()).rejects.toThrow("the object store is down");
  });
});
