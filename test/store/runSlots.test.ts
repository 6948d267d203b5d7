import { describe, expect, it } from "@jest/globals";
import { makeId } from "../../src/contract/ids.ts";
import { cancelRun } from "../../src/domain/runs/cancelRun.ts";
import { promoteWaiting } from "../../src/domain/runs/slots.ts";
import { countingEngine, createPipeline } from "../helpers/pipeline.ts";

describe("account slots", () => {
  it("pass from run to run in the order of waiting, and all are free in the end", async () => {
    const { deps, queue, execute, read, sent, store, account } = await createPipeline("free");
    const runs = [];
    for (let i = 0; i < 7; i += 1) runs.push(await queue());
    expect(runs.map(({ hasSlot }) => hasSlot)).toEqual([true, true, false, false, false, false, false]);
    const order: string[] = [];
    while (sent.length > 0) {
      const { runId } = sent.shift() ?? { runId: "" };
      order.push(runId);
      await execute(countingEngine(1), runId);
    }
    expect(order).toEqual(runs.map(({ id }) => id));
    for (const { id } of runs) expect(await read(id)).toMatchObject({ status: "completed" });
    expect(await store.slots.firstWaiting(account.id)).toBeNull();
    await deps.store.commit(store.slots.take(account.id, 1));
  });

  it("are given to runs and previews in one order, oldest first", async () => {
    const { store, account } = await createPipeline();
    const idOf = (kind: "run" | "preview", ms: number) => makeId(kind, ms, 0);
    const line = [idOf("run", 1), idOf("preview", 2), idOf("run", 3), idOf("preview", 4)];
    for (const id of line.toReversed()) await store.commit(store.slots.wait(account.id, id, 0));
    const left: (string | null)[] = [];
    for (let id = await store.slots.firstWaiting(account.id); id; ) {
      left.push(id);
      await store.commit(store.slots.leave(account.id, id));
      id = await store.slots.firstWaiting(account.id);
    }
    expect(left).toEqual(line);
  });

  it("are given to a run that waits behind others that are gone", async () => {
    const { deps, queue, read, store, account } = await createPipeline("free");
    await Promise.all([queue(), queue()]);
    for (const ms of [1, 2]) await store.commit(store.slots.wait(account.id, makeId("run", ms, 0), 0));
    const waiting = await queue();
    await store.commit(store.slots.release(account.id, 1));
    await promoteWaiting(deps, account.id);
    expect(await read(waiting.id)).toMatchObject({ hasSlot: true });
    expect(await store.slots.firstWaiting(account.id)).toBeNull();
  });

  it("never exceed the plan when many runs are queued at once", async () => {
    const { queue, store, account } = await createPipeline("free");
    const runs = await Promise.all(Array.from({ length: 8 }, queue));
    expect(runs.filter(({ hasSlot }) => hasSlot)).toHaveLength(2);
    const { total } = await store.runs.list(account.id, { status: "queued" }, { limit: 1 });
    expect(total).toBe(8);
  });
});

describe("the totals at the end of a run", () => {
  it("match the run, even if its worker commits between reading and cancelling it", async () => {
    const { deps, queue, execute, read, store, account, caller, pass } = await createPipeline();
    const { id } = await queue();
    let raced = false;
    const racing = {
      ...store,
      runs: {
        ...store.runs,
        get: async (accountId: string, runId: string) => {
          const run = await store.runs.get(accountId, runId);
          if (!raced && run) {
            raced = true;
            // The worker commits page 3 after the canceller has read the run.
            await store.commit(
              store.runs.progress(run, { itemsExtracted: 99, dataPoints: 99, checkpointKey: "later" }, {}),
            );
          }
          return run;
        },
      },
    };
    await execute(
      countingEngine(9, async (page) => {
        pass(2_500);
        if (page === 3) await cancelRun({ ...deps, store: racing }, caller, id);
      }),
      id,
    );
    const run = await read(id);
    const [day] = await store.days.list(account.id, "2000-01-01");
    expect(run).toMatchObject({ status: "cancelled", dataPoints: 99 });
    expect(day).toMatchObject({ runs: 1, dataPoints: 99 });
  });
});
