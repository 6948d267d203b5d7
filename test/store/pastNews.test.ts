import { describe, expect, it } from "@jest/globals";
import { readAllAlerts, updateAlert } from "../../src/domain/alerts/alerts.ts";
import { handOverActivity, handOverAlert, handOverPastRun } from "../../src/domain/clock/retention.ts";
import type { CollectionFailure } from "../../src/domain/engine.ts";
import { deleteRun } from "../../src/domain/runs/end/deleteRun.ts";
import type { AlertRecord } from "../../src/store/account/alerts.ts";
import type { ActivityRecord } from "../../src/store/account/journal.ts";
import { dueAttributes, recordOf } from "../../src/store/due.ts";
import type { RunRecord } from "../../src/store/runs/runs.ts";
import { ConditionFailed } from "../../src/store/table.ts";
import { countingEngine, createPipeline } from "../helpers/pipeline.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

/** An account with one alert, and the activity of the run that raised it. */
const createPast = async (plan: "free" | "scale") => {
  const pipeline = await createPipeline(plan);
  const { deps, store, account, queue, execute } = pipeline;
  const { id: runId } = await queue();
  const error = { code: "target-failed", message: "No.", step: null, url: null, httpStatus: 500 } as const;
  const failure = { ...error, retryable: false };
  await execute({ ...countingEngine(1), next: async (): Promise<CollectionFailure> => ({ failure }) }, runId);
  const due = async (kind: "alert" | "activity" | "pastRun") =>
    (await store.listDue(deps.now(), 10_000)).filter(
      ({ accountId, dueKind }) => accountId === account.id && dueKind === kind,
    );
  return {
    ...pipeline,
    runId,
    due,
    sweep: async () => {
      for (const item of await due("alert"))
        await handOverAlert(deps, recordOf<AlertRecord>(item), item.dueAt as string);
      for (const item of await due("activity"))
        await handOverActivity(deps, recordOf<ActivityRecord>(item), item.dueAt as string);
      for (const item of await due("pastRun"))
        await handOverPastRun(deps, recordOf<RunRecord>(item), item.dueAt as string);
    },
    totals: async () => {
      const lists = [
        store.alerts.list(account.id, {}, { limit: 10 }),
        store.alerts.list(account.id, { severity: "warning", read: false }, { limit: 10 }),
        store.journal.listActivity(account.id, { limit: 10 }),
      ];
      return (await Promise.all(lists)).map(({ total, records }) => [total, records.length]);
    },
  };
};

describe("alerts and the activity feed", () => {
  it("are deleted after the plan's retention, and no longer counted", async () => {
    const { sweep, totals, pass } = await createPast("free");
    const kept = await totals();
    expect(kept.slice(0, 2)).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect(kept[2]?.[0]).toBeGreaterThan(0);
    pass(29 * DAY_MS);
    await sweep();
    expect(await totals()).toEqual(kept);
    pass(2 * DAY_MS);
    await sweep();
    expect(await totals()).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
  });

  it("are kept as long as a higher plan keeps them", async () => {
    const { sweep, totals, pass } = await createPast("scale");
    const kept = await totals();
    pass(31 * DAY_MS);
    await sweep();
    expect(await totals()).toEqual(kept);
    pass(335 * DAY_MS);
    await sweep();
    expect(await totals()).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
  });

  it("are counted correctly when an alert is read while it is deleted, or deleted while all are marked as read", async () => {
    const { deps, store, account, caller, due, totals, pass } = await createPast("free");
    pass(31 * DAY_MS);
    const [seen] = await due("alert");
    if (!seen) throw new Error("no alert is due");
    const forget = (item: typeof seen) =>
      handOverAlert(deps, recordOf<AlertRecord>(item), item.dueAt as string);
    await updateAlert(deps, caller, seen.sk, true);
    await expect(forget(seen)).rejects.toBeInstanceOf(ConditionFailed);
    await updateAlert(deps, caller, seen.sk, false);
    const list = await store.alerts.list(account.id, { read: false }, { limit: 10 });
    await forget(seen);
    // The index still shows it.
    const lagging = { ...store, alerts: { ...store.alerts, list: async () => list } };
    expect(await readAllAlerts({ ...deps, store: lagging }, caller)).toEqual({ updated: 0 });
    expect((await totals()).slice(0, 2)).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  it("about a deleted run are kept as long as others", async () => {
    const { deps, caller, runId, sweep, totals, pass } = await createPast("free");
    const [, , told] = await totals();
    pass(DAY_MS);
    await deleteRun(deps, caller, runId);
    pass(28 * DAY_MS);
    await sweep();
    expect((await totals())[2]).toEqual(told);
    pass(2 * DAY_MS);
    await sweep();
    expect((await totals())[2]).toEqual([0, 0]);
  });

  it("written by an earlier release expire by themselves", async () => {
    const { deps, store, account, runId, due, sweep, totals, pass } = await createPast("free");
    const [told] = (await store.journal.listActivity(account.id, { limit: 10 })).records;
    const run = await store.runs.get(account.id, runId);
    if (!told || !run?.finishedAt) throw new Error("nothing tells of the run's end");
    expect(told.subject).toBe(runId);
    const atMs = Date.parse(run.finishedAt) + 30 * DAY_MS;
    await store.commit([
      {
        kind: "update",
        key: { pk: `ACTIVITY#${account.id}`, sk: told.id },
        set: dueAttributes("activity", told.id, atMs),
      },
    ]);
    pass(31 * DAY_MS);
    const [pastRun] = await due("pastRun");
    if (!pastRun) throw new Error("the run is not due");
    await handOverPastRun(deps, recordOf<RunRecord>(pastRun), pastRun.dueAt as string);
    expect(await store.runs.get(account.id, runId)).toBeNull();
    expect((await totals())[2]).toEqual([1, 1]);
    await sweep();
    expect((await totals())[2]).toEqual([0, 0]);
  });
});
