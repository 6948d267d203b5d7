/** What runs change about their flow is beside it; flows in which earlier releases counted are read as before. */
import { beforeAll, describe, expect, it } from "@jest/globals";
import { removeFlow } from "../../src/domain/flows/flows.ts";
import { queueRun } from "../../src/domain/runs/createRun.ts";
import { openTally } from "../../src/domain/usage/tallies.ts";
import type { FlowRecord } from "../../src/store/flows.ts";
import { ConditionFailed } from "../../src/store/table.ts";
import { countingEngine, createPipeline } from "../helpers/pipeline.ts";
import { makeFlow } from "../helpers/testStore.ts";

const WARNING = { code: "few-items", field: null, message: "1 item instead of 2" } as unknown as NonNullable<
  FlowRecord["warnings"]
>[number];

describe("the tally of a flow", () => {
  let pipeline: Awaited<ReturnType<typeof createPipeline>>;
  beforeAll(async () => {
    pipeline = await createPipeline();
    await openTally(pipeline.deps, pipeline.account.id, "FLOWS");
  });
  const counted = { totalRuns: 7, completedRuns: 4, failedRuns: 3, failuresInRow: 2 };
  const insert = async (over: Partial<FlowRecord> = {}): Promise<FlowRecord> => {
    const flow = makeFlow(pipeline.account.id, { status: "active", ...over });
    await pipeline.store.commit(
      pipeline.store.flows.insert(flow),
      pipeline.store.tallies.take(pipeline.account.id, "FLOWS", 1_000),
    );
    return flow;
  };
  const read = async (id: string) => {
    const { store, account } = pipeline;
    const one = await store.flows.get(account.id, id);
    const listed = await store.flows.list(account.id, { status: "active" }, { limit: 100 });
    const all = await store.flows.all(account.id, {});
    expect(listed.records.find((flow) => flow.id === id)).toEqual(one);
    expect(all.find((flow) => flow.id === id)).toEqual(one);
    return one;
  };

  it("adds to what an earlier release counted in the flow, and replaces what it left there", async () => {
    const { store, account, deps, execute } = pipeline;
    const old = { warnings: [WARNING], warnedOf: "few-items", lastRunAt: "2026-01-01T00:00:00.000Z" };
    const flow = await insert({ ...counted, ...old, lastItemCount: 9 });
    expect(await read(flow.id)).toMatchObject({ ...counted, ...old, lastItemCount: 9 });
    const run = await queueRun(deps, account, flow, { origin: "api" });
    expect(await read(flow.id)).toMatchObject({ ...counted, totalRuns: 8, lastRunAt: run.startedAt });
    await execute(countingEngine(1), run.id);
    const after = { totalRuns: 8, completedRuns: 5, failedRuns: 3, failuresInRow: 0, lastItemCount: 2 };
    expect(await read(flow.id)).toMatchObject({ ...after, warnings: [], warnedOf: "" });
    expect(await store.flows.get(account.id, flow.id)).toMatchObject({ version: 1, status: "active" });
  });

  it("ends failures in a row that an earlier release counted when the flow is activated", async () => {
    const { store, account } = pipeline;
    const flow = await insert({ ...counted, status: "error" });
    await store.commit(store.flows.change(flow, { ...flow, status: "active", version: 2 }));
    expect(await read(flow.id)).toMatchObject({ ...counted, failuresInRow: 0 });
    expect(account.id).toBe(flow.accountId);
  });

  it("refuses a run, and the end of one, once the flow is deleted", async () => {
    const { store, caller, deps } = pipeline;
    const flow = await insert();
    await removeFlow(deps, caller, flow.id);
    const writes = [
      store.flows.countQueued(flow, flow.createdAt),
      store.flows.countEnded(flow, {}, { completed: true, items: 1 }),
    ];
    for (const write of writes) await expect(store.commit(write)).rejects.toBeInstanceOf(ConditionFailed);
    await expect(queueRun(deps, pipeline.account, flow, { origin: "api" })).rejects.toBeInstanceOf(
      ConditionFailed,
    );
  });

  it("counts the end of a run once, of two that were read at the same time", async () => {
    const { store } = pipeline;
    const flow = await insert();
    const end = () => store.commit(store.flows.countEnded(flow, {}, { completed: false, items: 0 }));
    const ends = await Promise.allSettled([end(), end()]);
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await read(flow.id)).toMatchObject({ failedRuns: 1, failuresInRow: 1 });
  });

  it("is found for each flow of a page, whatever was deleted or is filtered out in between", async () => {
    const { store, caller, deps } = await createPipeline();
    const accountId = caller.accountId;
    await openTally(deps, accountId, "FLOWS");
    const flows: FlowRecord[] = [];
    for (let place = 0; place < 9; place += 1) {
      const flow = makeFlow(accountId, { status: place % 4 === 0 ? "active" : "paused" });
      await store.commit(
        store.flows.insert(flow),
        store.tallies.take(accountId, "FLOWS", 1_000),
        store.flows.countQueued(flow, flow.createdAt),
      );
      flows.push(flow);
    }
    for (const { id } of [flows[3], flows[5], flows[6], flows[7]].flatMap((flow) => flow ?? []))
      await removeFlow(deps, caller, id);
    const first = await store.flows.list(accountId, { status: "active" }, { limit: 2 });
    expect(first.records.map(({ id, totalRuns }) => [id, totalRuns])).toEqual([
      [flows[8]?.id, 1],
      [flows[4]?.id, 1],
    ]);
    const rest = await store.flows.list(accountId, {}, { limit: 3, afterId: flows[4]?.id });
    expect(rest.records.map(({ id, totalRuns }) => [id, totalRuns])).toEqual(
      [flows[2], flows[1], flows[0]].map((flow) => [flow?.id, 1]),
    );
  });
});
