import { describe, expect, it } from "@jest/globals";
import type { Item } from "../../src/contract/runs/runs.ts";
import { handOverChange, handOverRecordSet } from "../../src/domain/clock/retention.ts";
import type { Engine } from "../../src/domain/engine.ts";
import { getRecordHistory, listFlowChanges, listFlowRecords } from "../../src/domain/monitor/readMonitor.ts";
import { queueRun } from "../../src/domain/runs/begin/createRun.ts";
import { deleteFlow } from "../../src/domain/runs/deleteFlow.ts";
import { recordOf } from "../../src/store/due.ts";
import type { ChangeRecord } from "../../src/store/monitors/changes.ts";
import type { RecordSetEntry } from "../../src/store/monitors/records.ts";
import { ConditionFailed } from "../../src/store/table.ts";
import { countingEngine, createPipeline } from "../helpers/pipeline.ts";
import { makeFlow } from "../helpers/testStore.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

const collecting = (items: readonly Item[]): Engine => ({
  ...countingEngine(1),
  next: async () => ({ items, logs: [], pages: 1, state: 1, done: true }),
});
const lamp = (price: number): Item[] => [
  { id: "lamp", title: "Lamp", price },
  { id: "chair", title: "Chair", price: 50 },
];

/** A monitor of an account whose plan keeps its past for 30 days (free) or 365 (scale). */
const createMonitor = async (plan: "free" | "scale") => {
  const pipeline = await createPipeline(plan);
  const { store, account, caller, deps, objects } = pipeline;
  const flow = makeFlow(account.id, { mode: "monitor" });
  await store.commit(store.flows.insert(flow));
  const place = async (_scope: object, text: string) => text;
  const readDeps = { ...deps, cursors: { issue: place, read: place } } as never;
  const handlers = {
    change: (item: never, dueAt: string) => handOverChange(deps, recordOf<ChangeRecord>(item), dueAt),
    recordSet: (item: never, dueAt: string) => handOverRecordSet(deps, recordOf<RecordSetEntry>(item), dueAt),
  };
  return {
    ...pipeline,
    flow,
    collect: async (items: readonly Item[]) => {
      const { id } = await queueRun(deps, account, flow, { origin: "api" });
      await pipeline.execute(collecting(items), id);
    },
    /** What the tick does with this account's past. */
    sweep: async () => {
      const due = (await store.listDue(deps.now(), 10_000)).filter(
        ({ accountId, dueKind }) =>
          accountId === account.id && (dueKind === "change" || dueKind === "recordSet"),
      );
      for (const item of due)
        await handlers[item.dueKind as keyof typeof handlers](item as never, item.dueAt as string);
      return due.length;
    },
    changes: () => listFlowChanges(readDeps, caller, flow.id, { limit: 50 }, ""),
    records: (atMs: number) =>
      listFlowRecords(readDeps, caller, flow.id, { limit: 50, at: new Date(atMs).toISOString() }, ""),
    history: () => getRecordHistory(readDeps, caller, flow.id, "lamp", { limit: 50 }, ""),
    folders: () => [...objects.kept.keys()].filter((key) => key.startsWith("records/")),
  };
};

describe("a monitor's history", () => {
  it("is deleted after the plan's retention: changes, record history and old record sets, never the latest one", async () => {
    const { collect, sweep, changes, records, history, folders, pass, deps } = await createMonitor("free");
    await collect(lamp(5));
    const firstAtMs = deps.now();
    pass(1_000);
    await collect(lamp(6));
    expect(await changes()).toMatchObject({ total: 1, items: [{ records: [{ key: "lamp" }] }] });
    expect(await history()).toMatchObject({ total: 1 });
    expect(folders()).toHaveLength(2);
    pass(29 * DAY_MS);
    expect(await sweep()).toBe(0);
    expect((await records(firstAtMs)).items[0]).toMatchObject({ record: { price: 5 } });
    pass(DAY_MS + 60_000);
    expect(await sweep()).toBe(2);
    expect(await changes()).toEqual({ items: [], total: 0 });
    expect(await history()).toEqual({ items: [], total: 0 });
    expect(folders()).toHaveLength(1);
    expect(await records(firstAtMs)).toEqual({ items: [], total: 0 });
    expect((await records(deps.now())).items[0]).toMatchObject({ record: { price: 6 } });
    expect(await sweep()).toBe(0);
  });

  it("is kept as long as a higher plan keeps it", async () => {
    const { collect, sweep, changes, history, folders, pass } = await createMonitor("scale");
    await collect(lamp(5));
    await collect(lamp(6));
    pass(31 * DAY_MS);
    expect(await sweep()).toBe(2);
    expect(await changes()).toMatchObject({ total: 1 });
    expect(await history()).toMatchObject({ total: 1 });
    pass(300 * DAY_MS);
    expect(await sweep()).toBe(0);
    pass(35 * DAY_MS);
    expect(await sweep()).toBe(2);
    expect([(await changes()).total, (await history()).total, folders().length]).toEqual([0, 0, 1]);
  });

  it("is deleted with the flow, with the latest record set and its images", async () => {
    const { collect, sweep, folders, flow, caller, deps, store, account, pass, objects } =
      await createMonitor("scale");
    await collect(lamp(5));
    const set = await store.records.current(account.id, flow.id);
    await objects.put(`${set?.folder}/0123.png`, Buffer.from("its picture"), "image/png");
    await deleteFlow(deps, caller, flow.id);
    expect(await store.records.current(account.id, flow.id)).toBeNull();
    pass(1_000);
    expect(await sweep()).toBe(1);
    expect(folders()).toEqual([]);
  });

  it("is subtracted from counts once when two ticks delete it at the same time", async () => {
    const { collect, changes, pass, store, deps, account } = await createMonitor("free");
    await collect(lamp(5));
    await collect(lamp(6));
    await collect(lamp(7));
    pass(31 * DAY_MS);
    const due = (await store.listDue(deps.now(), 10_000)).filter(
      ({ accountId, dueKind }) => accountId === account.id && dueKind === "change",
    );
    const twice = [...due, ...due].map((item) =>
      handOverChange(deps, recordOf<ChangeRecord>(item), item.dueAt as string),
    );
    const outcomes = await Promise.allSettled(twice);
    const refused = outcomes.filter((each) => each.status === "rejected");
    expect(refused.every(({ reason }) => reason instanceof ConditionFailed)).toBe(true);
    expect(outcomes.filter((each) => each.status === "fulfilled")).toHaveLength(2);
    expect((await changes()).total).toBe(0);
  });
});
