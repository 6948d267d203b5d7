import { describe, expect, it } from "@jest/globals";
import { handOverDue } from "../../src/domain/clock/handOverDue.ts";
import { cancelRun } from "../../src/domain/runs/cancelRun.ts";
import { countingEngine, createPipeline } from "../helpers/pipeline.ts";

/** On a busy machine no time is enough for what earlier tests left due. */
const NO_DEADLINE = Number.POSITIVE_INFINITY;

const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

describe("a worker", () => {
  it("completes a run once, however often its message is delivered", async () => {
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

  it("hands a long run over before its time is up, through more than 16 workers, without gaps or duplicates", async () => {
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

  it("that was paused beyond its lease writes nothing more; its successor finishes", async () => {
    const { deps, queue, execute, read, output, pass } = await createPipeline();
    const { id } = await queue();
    // Who is paused sends no heartbeats.
    deps.after = () => () => {};
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

  it("keeps what a failed run collected, with the reason and the cost", async () => {
    const { deps, queue, execute, read, output, store, account } = await createPipeline();
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
    expect(deps.metrics.runs).toEqual([{ outcome: "failed", engine: "static", cause: failure.code }]);
    expect(run.cost.compute).toBeGreaterThan(0);
    expect(await output(id)).toEqual(upTo(4));
    expect((await store.runs.getDetail(account.id, id)).logs.at(-1)).toMatchObject({
      level: "error",
      message: "Gone.",
    });
  });

  it("stops within one commit of a run's cancellation, and loses nothing committed", async () => {
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

  it("fails a run that makes no progress, and names the page it waited for", async () => {
    const { queue, execute, read, pass, store, deps } = await createPipeline();
    const { id } = await queue();
    const opening = { url: "https://shop.example/huge", since: new Date(deps.now()).toISOString() };
    const stuck = countingEngine(5, async () => {
      await store.runs.renew(await read(id), deps.now() + 20_000, opening);
      throw new Error("the table is down");
    });
    for (let i = 0; i < 6; i += 1) {
      await expect(execute(stuck, id)).rejects.toThrow("the table is down");
      pass(60_000);
    }
    await execute(stuck, id);
    const { status, error } = await read(id);
    expect([status, error?.code, error?.url]).toEqual(["failed", "internal", opening.url]);
    expect(error?.message).toContain(`The last one was waiting for ${opening.url}.`);
  });

  it("keeps 5,000 log entries and says how many were left out", async () => {
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
  it("sends a run again whose message was lost or whose worker crashed, once per turn", async () => {
    const { deps, queue, execute, read, sent, pass } = await createPipeline();
    const { id } = await queue();
    const announced = () => sent.filter(({ runId }) => runId === id).length;
    expect(announced()).toBe(1);
    await handOverDue(deps, NO_DEADLINE);
    expect(announced()).toBe(1);
    pass(61_000);
    await Promise.all([handOverDue(deps, NO_DEADLINE), handOverDue(deps, NO_DEADLINE)]);
    expect(announced()).toBe(2);

    const dies = countingEngine(3, (page) => {
      if (page === 2) throw new Error("killed");
    });
    await expect(execute(dies, id)).rejects.toThrow("killed");
    pass(25_000);
    await handOverDue(deps, NO_DEADLINE);
    expect(announced()).toBe(3);
    await execute(countingEngine(3), id);
    expect(await read(id)).toMatchObject({ status: "completed", itemsExtracted: 6 });
  });
});
