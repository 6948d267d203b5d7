/** What runs change about their flow is beside it; flows in which earlier releases counted are read as before. */
import { beforeAll, describe, expect, it } from "@jest/globals";
import { DAY_MS } from "../../src/contract/units.ts";
import { removeFlow } from "../../src/domain/flows/flows.ts";
import { queueRun } from "../../src/domain/runs/begin/createRun.ts";
import { openTally } from "../../src/domain/usage/tallies.ts";
import type { FlowRecord } from "../../src/store/flows/flows.ts";
import { createStore } from "../../src/store/index.ts";
import { ConditionFailed, type Item } from "../../src/store/table.ts";
import { countingEngine, createPipeline } from "../helpers/pipeline.ts";
import { makeFlow, openFreshTable, openTestTable } from "../helpers/testStore.ts";

const WARNING = { code: "few-items", field: null, message: "1 item instead of 2" } as unknown as NonNullable<
  FlowRecord["warnings"]
>[number];

describe("the counts of a flow", () => {
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
    const listed = await store.flows.list(account.id, {}, { limit: 100 });
    const all = await store.flows.all(account.id, {});
    expect(listed.records.find((flow) => flow.id === id)).toEqual(one);
    expect(all.find((flow) => flow.id === id)).toEqual(one);
    return one;
  };

  it("add to the counts that an earlier release stored in the flow, and replace them", async () => {
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

  it("reset consecutive failures that an earlier release counted when the flow is activated", async () => {
    const { store, account } = pipeline;
    const flow = await insert({ ...counted, status: "error" });
    await store.commit(store.flows.change(flow, { ...flow, status: "active", version: 2 }));
    expect(await read(flow.id)).toMatchObject({ ...counted, failuresInRow: 0 });
    expect(account.id).toBe(flow.accountId);
  });

  describe("the counts of a flow, while an earlier release also writes them", () => {
    /** Writes as the release before tallies did: to the flow itself. */
    const earlier = (flow: FlowRecord) => {
      const { store } = pipeline;
      const own = (set: Record<string, unknown>, add: Record<string, number>) =>
        store.commit([{ kind: "update", key: store.flows.key(flow.accountId, flow.id), set, add }]);
      return {
        queue: (lastRunAt: string) => own({ lastRunAt }, { totalRuns: 1 }),
        end: (failuresInRow: number) =>
          failuresInRow === 0
            ? own({ failuresInRow, lastItemCount: 5, warnings: [], warnedOf: "" }, { completedRuns: 1 })
            : own({ failuresInRow }, { failedRuns: 1 }),
        setStatus: (status: FlowRecord["status"]) =>
          own({ status, ...(status === "active" && { failuresInRow: 0 }) }, { version: 1 }),
      };
    };
    const end = async (
      id: string,
      completed: boolean,
      warnings: NonNullable<FlowRecord["warnings"]> = [],
    ) => {
      const { store, account } = pipeline;
      const found = await store.flows.getCounted(account.id, id);
      if (!found) throw new Error("no flow");
      const ended = store.flows.countEnded(found.flow, found.tally, { completed, items: 2 });
      await store.commit(ended, warnings.length ? store.flows.warn(found.flow, found.tally, warnings) : []);
    };
    const queue = (flow: FlowRecord, at: string) =>
      pipeline.store.commit(pipeline.store.flows.countQueued(flow, at));
    const at = (minute: number) => `2026-03-01T00:0${minute}:00.000Z`;

    it("show the latest write when the releases alternate: old, new, old, new", async () => {
      const flow = await insert({ ...counted, lastRunAt: at(0), lastItemCount: 9 });
      await queue(flow, at(1));
      await end(flow.id, true, [WARNING]);
      await queue(flow, at(2));
      await end(flow.id, false);
      expect(await read(flow.id)).toMatchObject({ failuresInRow: 1, lastItemCount: 2, warnings: [WARNING] });

      await earlier(flow).queue(at(3));
      expect(await read(flow.id)).toMatchObject({ failuresInRow: 1, warnings: [WARNING], lastRunAt: at(3) });
      await earlier(flow).end(0);
      const after = { failuresInRow: 0, lastItemCount: 5, warnings: [], lastRunAt: at(3) };
      expect(await read(flow.id)).toMatchObject(after);
      await earlier(flow).queue(at(4));
      await earlier(flow).end(1);
      expect(await read(flow.id)).toMatchObject({ ...after, failuresInRow: 1, lastRunAt: at(4) });

      await queue(flow, at(5));
      expect(await read(flow.id)).toMatchObject({ ...after, failuresInRow: 1, lastRunAt: at(5) });
      await end(flow.id, false);
      expect(await read(flow.id)).toMatchObject({ ...after, failuresInRow: 2, lastRunAt: at(5) });
      await end(flow.id, true);
      expect(await read(flow.id)).toMatchObject({
        ...{ totalRuns: 12, completedRuns: 7, failedRuns: 6 },
        ...{ failuresInRow: 0, lastItemCount: 2, warnings: [] },
      });
    });

    it("keep an item count that the earlier release does not know", async () => {
      const flow = await insert();
      await end(flow.id, true);
      await earlier(flow).end(1);
      await end(flow.id, false);
      expect(await read(flow.id)).toMatchObject({ failuresInRow: 2 });
      expect(await read(flow.id)).not.toHaveProperty("lastItemCount");
    });

    it("reset consecutive failures when the earlier release activates the flow", async () => {
      const { store } = pipeline;
      const flow = await insert();
      for (let failed = 0; failed < 4; failed += 1) await end(flow.id, false);
      await store.commit(store.flows.change(flow, { ...flow, status: "error", version: 2 }));
      expect(await read(flow.id)).toMatchObject({ status: "error", failuresInRow: 4 });
      await earlier(flow).setStatus("active");
      expect(await read(flow.id)).toMatchObject({ status: "active", failuresInRow: 0 });
      await end(flow.id, false);
      await end(flow.id, false);
      expect(await read(flow.id)).toMatchObject({ failuresInRow: 2, failedRuns: 6 });
    });

    it("reset failures that the earlier release counted when this release activates the flow", async () => {
      const { store } = pipeline;
      const flow = await insert();
      await end(flow.id, false);
      await earlier(flow).end(1);
      await earlier(flow).setStatus("paused");
      const paused = await store.flows.get(flow.accountId, flow.id);
      if (!paused) throw new Error("no flow");
      await store.commit(store.flows.change(paused, { ...paused, status: "active", version: 3 }));
      expect(await read(flow.id)).toMatchObject({ status: "active", failuresInRow: 0 });
      await earlier(flow).end(1);
      expect(await read(flow.id)).toMatchObject({ failuresInRow: 1, failedRuns: 3 });
    });
  });

  it("refuse to count the start or end of a run once the flow is deleted", async () => {
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

  it("stay for lists after the flow is deleted, and expire if it never ran", async () => {
    const { store, account, caller, deps } = pipeline;
    const [ran, never] = [await insert(), await insert()];
    await queueRun(deps, account, ran, { origin: "api" });
    await removeFlow(deps, caller, ran.id);
    await removeFlow(deps, caller, never.id);
    const left = (flow: FlowRecord) => openTestTable().get(store.flows.tallyKey(account.id, flow.id));
    const key = store.flows.tallyKey(account.id, ran.id);
    const counts = { [`#flowId=${ran.id}`]: 1, [`#flowId=${ran.id}#status=queued`]: 1 };
    expect(await left(ran)).toEqual({ ...key, ...counts, isGone: true });
    expect((await store.runs.list(account.id, { flowId: ran.id }, { limit: 1 })).total).toBe(1);
    const { ttl, ...rest } = (await left(never)) as Item;
    expect(rest).toEqual({ ...store.flows.tallyKey(account.id, never.id), isGone: true });
    expect(Number(ttl) * 1_000 - deps.now()).toBeGreaterThan(2 * DAY_MS);
    expect(Number(ttl) * 1_000 - deps.now()).toBeLessThan(4 * DAY_MS);
  });

  it("do not expire if the first run is queued while the flow is being deleted", async () => {
    const { store, account, deps } = pipeline;
    const flow = await insert();
    await queueRun(deps, account, flow, { origin: "api" });
    await expect(store.commit(store.flows.remove(flow, deps.now()))).rejects.toBeInstanceOf(ConditionFailed);
    const byEarlier = await insert();
    await store.commit([
      { kind: "update", key: store.flows.key(account.id, byEarlier.id), add: { totalRuns: 1 } },
    ]);
    const deletion = store.commit(store.flows.remove(byEarlier, deps.now()));
    await expect(deletion).rejects.toBeInstanceOf(ConditionFailed);
    expect(await read(flow.id)).toMatchObject({ totalRuns: 1 });
  });

  it("are read only for the listed flows, however many were deleted", async () => {
    const table = await openFreshTable();
    const accountId = "acc";
    let itemsRead = 0;
    const counted = <T extends Item[] | Item | null>(found: T): T => {
      const items = [found ?? []].flat() as Item[];
      itemsRead += items.filter(({ sk }) => sk.startsWith("RUNS#flowId=")).length;
      return found;
    };
    const store = createStore({
      ...table,
      get: async (key) => counted(await table.get(key)),
      query: async (query) => counted(await table.query(query)),
    });
    const ids: string[] = [];
    for (let flow = 0; flow < 150; flow += 1) {
      const made = makeFlow(accountId);
      await store.commit(store.flows.insert(made), store.flows.countQueued(made, made.createdAt));
      ids.push(made.id);
    }
    for (let batch = 0; batch < 30; batch += 1) {
      const gone = Array.from({ length: 50 }, () => store.flows.tallyKey(accountId, makeFlow(accountId).id));
      await table.transact(gone.map((key) => ({ kind: "put", item: { ...key, isGone: true } })));
    }
    const all = await store.flows.all(accountId, {});
    expect(all.map(({ id, totalRuns }) => `${id} ${totalRuns}`).sort()).toEqual(
      ids.map((id) => `${id} 1`).sort(),
    );
    expect(itemsRead).toBeLessThanOrEqual(500 + 500 + 150);
    itemsRead = 0;
    const { records } = await store.flows.list(accountId, {}, { limit: 20 });
    expect(records.map(({ totalRuns }) => totalRuns)).toEqual(records.map(() => 1));
    expect(records).toHaveLength(20);
    expect(itemsRead).toBeLessThanOrEqual(21 + 20);
  });

  it("include the end of a run once if two workers read it at the same time", async () => {
    const { store } = pipeline;
    const flow = await insert();
    const end = () => store.commit(store.flows.countEnded(flow, {}, { completed: false, items: 0 }));
    const ends = await Promise.allSettled([end(), end()]);
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await read(flow.id)).toMatchObject({ failedRuns: 1, failuresInRow: 1 });
  });

  it("are found for each flow of a page, even if flows in between were deleted or filtered out", async () => {
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
