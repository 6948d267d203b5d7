import { describe, expect, it } from "@jest/globals";
import type { Engine } from "../../src/domain/engine.ts";
import { queueRun } from "../../src/domain/runs/begin/createRun.ts";
import { executeRun } from "../../src/domain/runs/executeRun.ts";
import { RUN_TIMING } from "../../src/domain/runs/timing.ts";
import { ConditionFailed } from "../../src/store/table.ts";
import { countingEngine, createPipeline } from "../helpers/pipeline.ts";

describe("a queue that is down", () => {
  it("does not fail a request: the run is queued, and becomes due later", async () => {
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

describe("a run that waits for its site", () => {
  it("does not count the wait as a stall, and becomes due later if the wait exceeds the queue's maximum delay", async () => {
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

describe("the page that a worker waits for", () => {
  it("is recorded with heartbeats and commits, never by a write of its own", async () => {
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
    // It is too early for a heartbeat; the commit between the pages says that nothing is waited for.
    expect(seen.filter((_, index) => index % 2 === 0)).toEqual([null, null]);
    const { status, opening = null } = await read(runId);
    expect({ status, opening }).toEqual({ status: "completed", opening: null });
  });
});

describe("a lease", () => {
  it("is not renewed after the run was handed over", async () => {
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
  ])("is renewed separately only if no commit has just done so: pages of %i ms", async (pageMs, expected) => {
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
  });
});
