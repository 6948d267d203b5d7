import { describe, expect, it } from "@jest/globals";
import { handOverDue } from "../../src/domain/clock/handOverDue.ts";
import { cancelRun } from "../../src/domain/runs/cancelRun.ts";
import { queueRun } from "../../src/domain/runs/createRun.ts";
import type { Engine } from "../../src/domain/runs/engine.ts";
import { executeRun } from "../../src/domain/runs/executeRun.ts";
import { RUN_TIMING } from "../../src/domain/runs/timing.ts";
import { ConditionFailed } from "../../src/store/table.ts";
import { countingEngine, createPipeline } from "../helpers/pipeline.ts";

const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

describe("a worker", () => {
  it("carries a run to its end once, however often its message comes", async () => {
    const { queue, execute, read, output, store, account } = await createPipeline();
    const { id } = await queue();
    const engine = countingEngine(5);
    await Promise.all(Array.from({ length: 10 }, () => execute(engine, id)));
    await execute(engine, id);
    expect(await read(id)).toMatchObject({
      status: "completed",
      itemsExtracted: 10,
      pagesFetched: 5,
      fence: 1,
    });
    expect(await output(id)).toEqual(upTo(10));
    const { total } = await store.runs.list(account.id, { status: "completed" }, { limit: 1 });
    expect(total).toBe(1);
  });

  it("hands a long run on before its time is up, through more than 16 workers, without gap or double", async () => {
    const { queue, execute, read, output, sent, pass } = await createPipeline();
    const { id } = await queue();
    // Each page takes ten seconds of a function that has thirty: one or two pages fit.
    const engine = countingEngine(40, () => pass(10_000));
    let workers = 0;
    while ((await read(id)).status !== "completed") {
      expect(sent.some(({ runId }) => runId === id)).toBe(true);
      sent.length = 0;
      await execute(engine, id, 30_000);
      workers += 1;
      expect(workers).toBeLessThan(60);
    }
    expect(workers).toBeGreaterThan(16);
    expect(await output(id)).toEqual(upTo(80));
    expect(await read(id)).toMatchObject({ itemsExtracted: 80, pagesFetched: 40, stalls: 0 });
  });

  it("that was paused past its lease writes nothing more; the one that took over finishes", async () => {
    const { queue, execute, read, output, pass } = await createPipeline();
    const { id } = await queue();
    let resume = () => {};
    const paused = new Promise<void>((resolve) => {
      resume = resolve;
    });
    let reached = () => {};
    const atPage3 = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const first = execute(
      countingEngine(5, async (page) => {
        if (page === 3) {
          pass(3_000);
          reached();
          await paused;
        }
      }),
      id,
    );
    await atPage3;
    pass(60_000);
    await execute(countingEngine(5), id);
    const ended = await read(id);
    expect(ended).toMatchObject({ status: "completed", fence: 2, itemsExtracted: 10 });
    resume();
    await first;
    expect(await read(id)).toEqual(ended);
    expect(await output(id)).toEqual(upTo(10));
  });

  it("keeps what a failing run collected, with the reason and its cost", async () => {
    const { queue, execute, read, output, store, account } = await createPipeline();
    const { id } = await queue();
    const failure = {
      code: "target-failed",
      message: "Gone.",
      step: "steps[0]",
      url: "https://a.example",
      httpStatus: 410,
      retryable: false,
    };
    const engine = countingEngine(5);
    await execute(
      {
        ...engine,
        next: async (plan, state, signal, archive) =>
          (state as number) < 2 ? engine.next(plan, state, signal, archive) : { failure },
      },
      id,
    );
    const run = await read(id);
    expect(run).toMatchObject({ status: "failed", error: failure, itemsExtracted: 4 });
    expect(run.cost.compute).toBeGreaterThan(0);
    expect(await output(id)).toEqual(upTo(4));
    expect((await store.runs.getDetail(account.id, id)).logs.at(-1)).toMatchObject({
      level: "error",
      message: "Gone.",
    });
  });

  it("stops within a commit of a run's cancellation, which loses nothing that was committed", async () => {
    const { deps, queue, execute, read, output, pass, caller } = await createPipeline();
    const { id } = await queue();
    let lastPage = 0;
    await execute(
      countingEngine(50, async (page) => {
        lastPage = page;
        pass(2_500);
        if (page === 10) await cancelRun(deps, caller, id);
      }),
      id,
    );
    const run = await read(id);
    expect(lastPage).toBeLessThanOrEqual(11);
    expect(run.status).toBe("cancelled");
    expect(await output(id)).toEqual(upTo(run.itemsExtracted));
    expect(run.itemsExtracted).toBe(18);
  });

  it("gives a run up that makes no progress, instead of trying for ever", async () => {
    const { queue, execute, read, pass } = await createPipeline();
    const { id } = await queue();
    const stuck = countingEngine(5, () => {
      throw new Error("the table is down");
    });
    for (let i = 0; i < 6; i += 1) {
      await expect(execute(stuck, id)).rejects.toThrow("the table is down");
      pass(60_000);
    }
    await execute(stuck, id);
    expect(await read(id)).toMatchObject({ status: "failed", error: { code: "internal" } });
  });

  it("keeps 5,000 log entries and says how many more there were", async () => {
    const { queue, execute, store, account } = await createPipeline();
    const { id } = await queue();
    const engine = countingEngine(6);
    await execute(
      {
        ...engine,
        next: async (plan, state, signal, archive) => {
          const batch = await engine.next(plan, state, signal, archive);
          if ("failure" in batch) return batch;
          return {
            ...batch,
            logs: Array.from({ length: 1_000 }, () => batch.logs[0]).filter((entry) => entry !== undefined),
          };
        },
      },
      id,
    );
    const { logs } = await store.runs.getDetail(account.id, id);
    expect(logs).toHaveLength(5_001);
    expect(logs.at(-1)?.message).toMatch(/^\d+ more entries were left out/);
  });
});

describe("the tick", () => {
  it("announces again a run whose message was lost or whose worker died, and only once per turn", async () => {
    const { deps, queue, execute, read, sent, pass } = await createPipeline();
    const { id } = await queue();
    const announced = () => sent.filter(({ runId }) => runId === id).length;
    expect(announced()).toBe(1);
    await handOverDue(deps, deps.now() + 10_000);
    expect(announced()).toBe(1);
    pass(61_000);
    await Promise.all([handOverDue(deps, deps.now() + 10_000), handOverDue(deps, deps.now() + 10_000)]);
    expect(announced()).toBe(2);

    const dies = countingEngine(3, (page) => {
      if (page === 2) throw new Error("killed");
    });
    await expect(execute(dies, id)).rejects.toThrow("killed");
    pass(25_000);
    await handOverDue(deps, deps.now() + 10_000);
    expect(announced()).toBe(3);
    await execute(countingEngine(3), id);
    expect(await read(id)).toMatchObject({ status: "completed", itemsExtracted: 6 });
  });
});

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

  it("are never more than the plan allows when many runs are queued at once", async () => {
    const { queue, store, account } = await createPipeline("free");
    const runs = await Promise.all(Array.from({ length: 8 }, queue));
    expect(runs.filter(({ hasSlot }) => hasSlot)).toHaveLength(2);
    const { total } = await store.runs.list(account.id, { status: "queued" }, { limit: 1 });
    expect(total).toBe(8);
  });
});

describe("what the end of a run counts", () => {
  it("is what the run holds, also when a commit of its worker comes between reading and cancelling it", async () => {
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

describe("a queue that is down", () => {
  it("fails no request: the run is queued, and comes due", async () => {
    const { deps, account, flow, store, execute, read, pass } = await createPipeline();
    const down = {
      ...deps,
      runQueue: { ...deps.runQueue, send: () => Promise.reject(new Error("SQS is down")) },
    };
    const { id } = await queueRun(down, account, flow, { origin: "api" });
    expect(await read(id)).toMatchObject({ status: "queued" });
    pass(61_000);
    const due = await store.listDue(deps.now(), 1_000);
    expect(due.map((item) => item.id)).toContain(id);
    await execute(countingEngine(1), id);
    expect(await read(id)).toMatchObject({ status: "completed" });
  });
});

describe("a run that waits for its target", () => {
  it("does not count the wait as a stall, and beyond what a queue can hold back comes due instead", async () => {
    const { deps, queue, execute, read, sent, store } = await createPipeline();
    const { id } = await queue();
    sent.length = 0;
    const engine = countingEngine(3);
    const hourly = {
      ...engine,
      next: async () => ({ items: [], logs: [], pages: 0, state: 0, done: false, resumeAfterMs: 3_600_000 }),
    };
    await execute(hourly, id);
    expect(sent).toEqual([]);
    expect(await read(id)).toMatchObject({ status: "running", leaseUntil: null, stalls: 0 });
    const dueIds = async (inMs: number) =>
      (await store.listDue(deps.now() + inMs, 1_000)).map((item) => item.id);
    expect(await dueIds(3_500_000)).not.toContain(id);
    expect(await dueIds(3_700_000)).toContain(id);
  });
});

describe("what a worker waits for", () => {
  it("is told with its signs of life and its commits, and by no write of its own", async () => {
    const { deps, account, queue, pass, read } = await createPipeline();
    const { id: runId } = await queue();
    let beat: () => unknown = () => {};
    const after = (delayMs: number, work: () => void) => {
      if (delayMs === RUN_TIMING.renewMs) beat = work;
      return () => {};
    };
    const seen: unknown[] = [];
    const engine: Engine = {
      ...countingEngine(2),
      next: async (_plan, state, _signal, archive) => {
        if (!("keep" in archive)) throw new Error("a live run has its pages kept");
        const page = (state as number) + 1;
        const beforeMs = deps.now();
        const gone = archive.opening?.(`https://shop.example/${page}`);
        const afterMs = deps.now();
        const others = archive.opening?.("https://shop.example/later");
        pass(1);
        await beat();
        seen.push((await read(runId)).opening);
        pass(RUN_TIMING.renewMs);
        await beat();
        const { opening } = await read(runId);
        seen.push(opening);
        expect(opening?.url).toBe(`https://shop.example/${page}`);
        const sinceMs = Date.parse(opening?.since ?? "");
        expect(sinceMs).toBeGreaterThanOrEqual(beforeMs);
        expect(sinceMs).toBeLessThanOrEqual(afterMs);
        gone?.();
        others?.();
        return { items: [], logs: [], pages: 1, state: page, done: page === 2 };
      },
    };
    const message = { type: "run", accountId: account.id, runId } as const;
    await executeRun({ ...deps, after, engine, serves: "runs" }, message, deps.now() + 300_000);
    // Too early for a sign of life, there is none; the commit between the pages says that nothing is waited for.
    expect(seen.filter((_, index) => index % 2 === 0)).toEqual([null, null]);
    expect(await read(runId)).toMatchObject({ status: "completed", opening: null });
  });
});

describe("a lease", () => {
  it("is not renewed once the run was handed on", async () => {
    const { queue, execute, read, store } = await createPipeline();
    const { id } = await queue();
    await execute(countingEngine(3), id, 14_000);
    const handedOn = await read(id);
    expect(handedOn).toMatchObject({ status: "running", leaseUntil: null });
    const renewal = store.runs.renew(handedOn, Date.now() + 20_000, null);
    await expect(renewal).rejects.toBeInstanceOf(ConditionFailed);
  });

  it.each([
    [2_500, 0],
    [6_000, 4],
  ])(
    "is renewed by itself only where no commit has just done so: pages of %i ms",
    async (pageMs, expected) => {
      const { deps, store, account, queue, pass } = await createPipeline();
      const { id: runId } = await queue();
      let beat = (): void => {};
      let renewals = 0;
      const watched = {
        ...deps,
        after: (delayMs: number, work: () => void) => {
          if (delayMs === RUN_TIMING.renewMs) beat = work;
          return () => {};
        },
        store: {
          ...store,
          runs: {
            ...store.runs,
            renew: async (...args: Parameters<typeof store.runs.renew>) => {
              renewals += 1;
              return store.runs.renew(...args);
            },
          },
        },
      };
      const engine = countingEngine(4, async () => {
        pass(pageMs);
        beat();
      });
      const message = { type: "run", accountId: account.id, runId } as const;
      await executeRun({ ...watched, engine, serves: "runs" }, message, deps.now() + 300_000);
      expect(renewals).toBe(expected);
      expect((await store.runs.get(account.id, runId))?.status).toBe("completed");
    },
  );
});
