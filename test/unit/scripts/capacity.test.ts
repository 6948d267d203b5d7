import { describe, expect, it } from "@jest/globals";
import { measureLife, measureRun } from "../../../scripts/capacity/run.ts";

describe("the write units of a run", () => {
  it("grow by six per commit: progress, output and log, each in a transaction", async () => {
    // One commit every two seconds.
    const [short, long] = [await measureRun(20, 1_000), await measureRun(40, 1_000)];
    expect(long.write - short.write).toBeLessThanOrEqual(10 * 6);
    // Rules for denied targets are read again every 20 seconds.
    expect(long.read - short.read).toBeLessThanOrEqual(2);
  });

  it("stay below 140 for 50 pages of half a second", async () => {
    expect((await measureRun(50, 500)).write).toBeLessThan(140);
  });

  it("are the same for a run of one page, however many URLs its flow lists", async () => {
    const [one, many] = [await measureLife(1, 500), await measureLife(1, 500, 1_000)];
    expect(many.request.write).toBe(one.request.write);
    expect(many.execution.write).toBe(one.execution.write);
    expect(one.request.write + one.execution.write).toBeLessThanOrEqual(60);
  });

  it("add up to no more than 92 in the whole life of a run of one page, and leave nothing of it", async () => {
    const { request, execution, event, expiry } = await measureLife(1, 500);
    const all = [request, execution, event, expiry].map(({ write }) => write);
    expect(all.every((write) => write > 0)).toBe(true);
    expect(all.reduce((sum, write) => sum + write, 0)).toBeLessThanOrEqual(92);
  });
});
