import { expect, it } from "@jest/globals";
import { createMemoryTable } from "../helpers/memoryTable.ts";
import { liveBusyMinutes } from "./sim/busyDay.ts";
import { crawlSites } from "./sim/manySites.ts";
import { meterTable } from "./sim/meter.ts";

it("a minute of a day of a million runs ends, with half of them in one account, and no partition is too hot", async () => {
  const { runs, waitsMs, unitsPerRun, peaks, conflicts, rush, violations } = await liveBusyMinutes(1, 1);
  expect(violations).toEqual([]);
  expect(runs).toBeGreaterThan(500);
  // Side by side, the starts of the account with 208 schedules would get into each other's way: 17 were given up.
  expect(conflicts.givenUp).toBeLessThan(5);
  expect(unitsPerRun).toBeLessThan(120);
  expect(peaks[0]?.units).toBeGreaterThan(0);
  expect(waitsMs.others.p50).toBeLessThan(2_000);
  // What the table could not take at that rate was asked for again, as clients do, and has ended.
  expect(rush.givenUp).toBe(0);
  expect(rush.seconds).toBeLessThan(150);
  expect(rush.runsPerSecond).toBeGreaterThan(10);
}, 300_000);

it("a crawl of many sites by fifty workers opens each page once, however often they die", async () => {
  const { pages, workers, deaths, violations } = await crawlSites(20_000);
  expect(violations).toEqual([]);
  expect(pages).toBe(20_000);
  expect(workers).toBe(50);
  expect(deaths).toBeGreaterThan(2);
}, 300_000);

it("what a partition takes is counted by second, for the table and each index", async () => {
  let nowMs = 0;
  const { table, peaks, units } = meterTable(createMemoryTable(), () => nowMs);
  const key = { pk: "RUNS#acct-1", sk: "run-1" };
  await table.transact([{ kind: "put", item: { ...key, pk2: "RUNS#acct-1#status=queued" } }]);
  await table.update({ key, set: { pk2: "RUNS#acct-1#status=running", text: "x".repeat(1_500) } });
  nowMs = 1_000;
  await table.update({ key, set: { text: "x" } });
  expect(units()).toBe(2 + 1 + 2 + 2 * 2 + 2 + 2);
  expect(peaks()).toEqual([
    { kind: "RUNS#*", partition: "RUNS#acct-1", units: 4 },
    { kind: "bySecond RUNS#*#status=queued", partition: "bySecond RUNS#acct-1#status=queued", units: 3 },
    { kind: "bySecond RUNS#*#status=running", partition: "bySecond RUNS#acct-1#status=running", units: 2 },
  ]);
});
