import { describe, expect, it } from "@jest/globals";
import { QUEUE_WORKERS } from "../../src/contract/workers.ts";
import type { Caller } from "../../src/domain/ports.ts";
import { createWebhook } from "../../src/domain/webhooks/webhooks.ts";
import { checkAll } from "./checks/index.ts";
import { createCalmWorld, runAtRest } from "./sim/calmWorld.ts";
import { MINUTE_MS, START_MS } from "./sim/world.ts";

const HOUR_MS = 60 * MINUTE_MS;

describe("a run that crashes every worker", () => {
  it.each(["crashes", "kills"] as const)(
    "fails within minutes if its page %s them, and its messages do no more harm",
    async (trouble) => {
      const world = await createCalmWorld();
      const site = { pages: 3, troubleAt: 2, trouble };
      const flow = await world.addFlow(await world.addAccount("free"), site);
      const [run] = await world.queueRuns(flow);
      if (!run) throw new Error("no run was queued");
      world.tickUntil(START_MS + 6 * HOUR_MS);
      const outcome = await world.end();
      const ended = runAtRest(outcome, run);
      expect(ended).toMatchObject({ status: "failed", error: { code: "internal", retryable: true } });
      expect(Date.parse(ended.finishedAt ?? "") - START_MS).toBeLessThan(15 * MINUTE_MS);
      expect(world.service.messages()).toBe(0);
      expect(checkAll(outcome)).toEqual([]);
    },
    60_000,
  );
});

describe("a delivery that crashes every worker", () => {
  it("fails after ten of them", async () => {
    const world = await createCalmWorld();
    const accountId = await world.addAccount("free");
    const request = { id: "request-1", address: "127.0.0.1" };
    const account = Promise.reject(new Error("not asked for"));
    account.catch(() => {});
    const caller: Caller = { accountId, userId: "user-1", keyId: "key-1", scopes: [], request, account };
    const { id } = await world.ask((deps) =>
      createWebhook(deps, caller, { url: "https://deadly-1.example/", events: ["run.completed"] }),
    );
    await world.queueRuns(await world.addFlow(accountId));
    const outcome = await world.end();
    const first = outcome.atRest.items.find(({ webhookId }) => webhookId === id);
    expect(first).toMatchObject({ status: "failed", attempts: [], losses: 10 });
    expect(outcome.received).toHaveLength(10);
    expect(checkAll(outcome)).toEqual([]);
  }, 60_000);
});

describe("a message that fails every time", () => {
  it("reaches the dead-letter queue after the worker's maximum of attempts, and its run still ends", async () => {
    const { maxReceiveCount, timeoutSeconds } = QUEUE_WORKERS.executeRun;
    const downUntilMs = START_MS + maxReceiveCount * 6 * timeoutSeconds * 1_000 + HOUR_MS;
    const world = await createCalmWorld([{ port: "table", fromMs: START_MS + 1_000, toMs: downUntilMs }]);
    const flow = await world.addFlow(await world.addAccount("free"), { pages: 4, pageMs: 2_000 });
    const [run] = await world.queueRuns(flow);
    if (!run) throw new Error("no run was queued");
    world.trouble(true);
    world.tickUntil(downUntilMs + HOUR_MS);
    await world.scheduler.runTo(downUntilMs);
    const { runs } = world.service.queues;
    expect(runs.deadLetters).toContainEqual({ type: "run", accountId: run.accountId, runId: run.id });
    await world.scheduler.runTo(downUntilMs + HOUR_MS);
    const ended = await world.read(run);
    expect(ended).toMatchObject({ status: "completed", itemsExtracted: 8 });

    // An operator puts them back: nothing happens twice.
    const redriven = runs.deadLetters.length;
    for (let again = 0; again < 3; again += 1) await runs.redrive();
    expect(redriven).toBeGreaterThan(0);
    const outcome = await world.end();
    expect(runAtRest(outcome, run)).toEqual(ended);
    expect(runs.deadLetters).toEqual([]);
    expect(checkAll(outcome)).toEqual([]);
  }, 60_000);
});
