import { describe, expect, it } from "@jest/globals";
import { PLANS } from "../../src/contract/account/plans.ts";
import { QUEUE_WORKERS } from "../../src/contract/workers.ts";
import { createCalmWorld } from "./sim/calmWorld.ts";

/** What docs/durability.md promises: the time of a message, of a claim, and of nobody else's runs. */
const STARTS_WITHIN_MS = 2_000;

const waitOf = (run: { readonly startedAt: string; readonly executionStartedAt: string | null }): number =>
  Date.parse(run.executionStartedAt ?? "9999-01-01") - Date.parse(run.startedAt);

describe("an account that queues 10,000 runs", () => {
  it("does not delay another account's run, and uses no more than its slots", async () => {
    const world = await createCalmWorld();
    const { scheduler, history } = world;
    const crowd = await world.addFlow(await world.addAccount("scale"), { pages: 20, pageMs: 10_000 });
    const single = await world.addFlow(await world.addAccount("free"));
    await world.queueRuns(crowd, 10_000);
    const [run] = await world.queueRuns(single);
    if (!run) throw new Error("no run was queued");
    await scheduler.runTo(scheduler.now() + 10_000);
    const ended = await world.read(run);
    expect(ended).toMatchObject({ status: "completed" });
    expect(waitOf(ended)).toBeLessThan(STARTS_WITHIN_MS);
    const running = await world.store.runs.list(crowd.accountId, { status: "running" }, { limit: 1 });
    expect(running.total).toBe(PLANS.scale.concurrentRuns);
    expect(history.faultsFound).toEqual([]);
  }, 300_000);

  it("starts its runs in the order in which they were queued", async () => {
    const world = await createCalmWorld();
    const { scheduler } = world;
    const flow = await world.addFlow(await world.addAccount("free"), { pageMs: 1_000 });
    const runs = await world.queueRuns(flow, 40);
    await scheduler.runTo(scheduler.now() + 60_000);
    const started = await Promise.all(
      runs.map(async (run) => (await world.read(run)).executionStartedAt ?? ""),
    );
    expect(started).toEqual(started.toSorted());
    expect(started.every((at) => at !== "")).toBe(true);
  }, 60_000);
});

describe("the concurrency of a queue's workers", () => {
  it.each(["executeRun", "startBrowserRun"] as const)(
    "exceeds the slots of any one account: %s",
    (worker) => {
      const most = Math.max(...Object.values(PLANS).map(({ concurrentRuns }) => concurrentRuns));
      expect(QUEUE_WORKERS[worker].maxConcurrency).toBeGreaterThan(most);
    },
  );
});
