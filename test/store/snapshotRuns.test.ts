import { beforeEach, describe, expect, it } from "@jest/globals";
import type { CollectionFailure, Engine } from "../../src/domain/engine.ts";
import { queueRun } from "../../src/domain/runs/begin/createRun.ts";
import { retryRun } from "../../src/domain/runs/begin/retryRun.ts";
import { countingEngine, createPipeline } from "../helpers/pipeline.ts";
import { makeFlow } from "../helpers/testStore.ts";
import { createWebhookWorld } from "../helpers/webhookWorld.ts";

const failing: Engine = {
  ...countingEngine(1),
  next: async (): Promise<CollectionFailure> => ({
    failure: {
      code: "target-failed",
      message: "This page was not kept.",
      step: null,
      url: null,
      httpStatus: null,
      retryable: false,
    },
  }),
};

const counting = countingEngine(1);
/** Keeps the page that it collects from. */
const keeping: Engine = {
  ...counting,
  next: async (plan, state, signal, archive) => {
    const page = { url: plan.url, status: 200, html: "<p>", fetchedAt: "2026-11-21T00:00:00.000Z" };
    if ("keep" in archive) await archive.keep(plan.url, page);
    return counting.next(plan, state, signal, archive);
  },
};

let pipeline: Awaited<ReturnType<typeof createPipeline>>;
beforeEach(async () => {
  pipeline = await createPipeline("scale");
});

const retryOnPages = async (steps: object[]) => {
  const { deps, store, account, execute } = pipeline;
  const flow = makeFlow(account.id, { status: "active", steps: steps as never });
  await store.commit(store.flows.insert(flow));
  const first = await queueRun(deps, account, flow, { origin: "api" });
  await execute(keeping, first.id, 300_000, first.queue);
  const caller = {
    ...createWebhookWorld().caller,
    accountId: account.id,
    account: Promise.resolve(account),
  };
  return { flow, retry: () => retryRun(deps, caller, first.id, "snapshots") };
};

describe("a run on saved pages", () => {
  it.each([
    [{ type: "click", selector: "#more" }],
    [{ type: "wait", delayMs: 1 }],
    [{ type: "paginate", method: "scroll" }],
  ])("is refused if the flow would have to act on the page: %j", async (step) => {
    const { retry } = await retryOnPages([{ type: "extract", fields: ["a"] }, step]);
    await expect(retry()).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(new RegExp(`^steps\\[1\\] \\(${step.type}\\).*from the source`)),
    });
  });

  it("does not affect its flow's state: it raises no alert, and does not change the count of failures", async () => {
    const { store, account, execute, read } = pipeline;
    const { flow, retry } = await retryOnPages([{ type: "extract", fields: ["a"] }]);
    const failures = async () => (await store.flows.get(account.id, flow.id))?.failuresInRow;
    for (let count = 0; count < 5; count += 1) {
      const { id } = await retry();
      await execute(failing, id);
      expect((await read(id)).status).toBe("failed");
    }
    expect(await store.flows.get(account.id, flow.id)).toMatchObject({
      status: "active",
      failuresInRow: 0,
    });
    expect((await store.alerts.list(account.id, {}, { limit: 5 })).records).toEqual([]);
    const live = await queueRun(pipeline.deps, account, flow, { origin: "api" });
    await execute(failing, live.id);
    await execute(counting, (await retry()).id);
    expect(await failures()).toBe(1);
  });
});
