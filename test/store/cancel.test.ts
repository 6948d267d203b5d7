import { describe, expect, it } from "@jest/globals";
import type { Engine } from "../../src/domain/engine.ts";
import { cancelRun } from "../../src/domain/runs/cancelRun.ts";
import { deleteFlow } from "../../src/domain/runs/deleteFlow.ts";
import { countingEngine, createPipeline } from "../helpers/pipeline.ts";
import { createWebhookWorld } from "../helpers/webhookWorld.ts";

type Pipeline = Awaited<ReturnType<typeof createPipeline>>;

const callerOf = (accountId: string) => ({ ...createWebhookWorld().caller, accountId });

/** The events that the account's outbox holds, as type and subject. */
const eventsOf = async ({ store, account, deps }: Pipeline) => {
  const due = await store.listDue(deps.now() + 3_600_000, 5_000);
  return due
    .filter(({ accountId, dueKind }) => accountId === account.id && dueKind === "event")
    .map(({ body }) => JSON.parse(body as string) as { type: string; data: { id: string } });
};

describe("a cancelled run", () => {
  it("sends one event, even with 10,000 pages in its queue", async () => {
    const pipeline = await createPipeline();
    const { deps, account, queue, execute, read } = pipeline;
    const run = await queue();
    const waiting = Array.from({ length: 10_000 }, (_, i) => `https://shop.example/items/${i}`);
    let visited = 0;
    const engine: Engine = {
      ...countingEngine(1),
      start: () => waiting,
      next: async (_plan, state) => {
        visited += 1;
        // Cancelled from outside, while the worker is on its third page.
        if (visited === 3) await cancelRun(deps, callerOf(account.id), run.id);
        const left = (state as string[]).slice(1);
        return { items: [{ n: visited }], logs: [], pages: 1, state: left, done: left.length === 0 };
      },
    };
    pipeline.pass(60_000);
    await execute(engine, run.id);
    expect((await read(run.id)).status).toBe("cancelled");
    expect(visited).toBeLessThan(10_000);
    expect(await eventsOf(pipeline)).toMatchObject([{ type: "run.cancelled", data: { id: run.id } }]);
    await expect(cancelRun(deps, callerOf(account.id), run.id)).rejects.toMatchObject({ code: "conflict" });
    expect(await eventsOf(pipeline)).toHaveLength(1);
  });
});

describe("the queued runs of a deleted flow", () => {
  it("are cancelled within the request's time limit and the rest later, with one event each", async () => {
    const pipeline = await createPipeline();
    const { deps, account, flow, queue, execute, store, sent, pass } = pipeline;
    const COUNT = 30;
    for (let i = 0; i < COUNT; i += 1) await queue();
    const cancelled = async () =>
      (await store.runs.list(account.id, { status: "cancelled" }, { limit: 100 })).total;
    // Each look at the list takes a while, as it does where there are thousands.
    const slow: typeof store.runs.list = (...args) => {
      pass(2_000);
      return store.runs.list(...args);
    };
    await deleteFlow(
      { ...deps, store: { ...store, runs: { ...store.runs, list: slow } } },
      callerOf(account.id),
      flow.id,
    );
    const atOnce = await cancelled();
    expect(atOnce).toBeGreaterThan(0);
    expect(atOnce).toBeLessThan(COUNT);

    for (let message = sent.shift(); message; message = sent.shift())
      await execute(countingEngine(1), message.runId);
    expect(await cancelled()).toBe(COUNT);
    const events = await eventsOf(pipeline);
    expect(events.map(({ type }) => type)).toEqual(Array.from({ length: COUNT }, () => "run.cancelled"));
    expect(new Set(events.map(({ data }) => data.id)).size).toBe(COUNT);
  }, 120_000);
});
