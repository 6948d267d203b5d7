import { describe, expect, it } from "@jest/globals";
import { handOverDue } from "../../src/domain/clock/handOverDue.ts";
import { retryRun } from "../../src/domain/runs/begin/retryRun.ts";
import { cancelRun } from "../../src/domain/runs/cancelRun.ts";
import { getRun } from "../../src/domain/runs/read/readRuns.ts";
import { createStore } from "../../src/store/index.ts";
import { countingEngine, createPipeline } from "../helpers/pipeline.ts";
import { openTestTable } from "../helpers/testStore.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
const EPOCH = "1970-01-01";

const createWorld = async (plan: "free" | "scale" = "free") => {
  const pipeline = await createPipeline(plan);
  const { store, account, deps, objects, flow } = pipeline;
  /** Other tests share the table: what the tick finds is what is due of this account. */
  const ownStore = {
    ...store,
    listDue: async (beforeMs: number) =>
      (await store.listDue(beforeMs, 10_000)).filter(
        ({ accountId, dueKind }) =>
          accountId === account.id && (dueKind === "pastRun" || dueKind === "forgottenRun"),
      ),
  };
  const ownDeps = { ...deps, store: ownStore };
  return {
    ...pipeline,
    deps: ownDeps,
    tick: (over: object = {}) => handOverDue({ ...ownDeps, ...over }, deps.now() + 60_000),
    collect: async () => {
      const { id } = await pipeline.queue();
      await pipeline.execute(countingEngine(3), id);
      return id;
    },
    totals: async () =>
      Promise.all(
        [
          {},
          { flowId: flow.id },
          { status: "completed" as const },
          { flowId: flow.id, status: "completed" as const },
        ].map(async (filters) => (await store.runs.list(account.id, filters, { limit: 1 })).total),
      ),
    rollUps: async () => ({
      days: await store.days.list(account.id, EPOCH),
      months: await store.usage.get(account.id, new Date().toISOString().slice(0, 7)),
      flow: await store.flows.get(account.id, flow.id),
      audit: (await store.journal.listAudit(account.id, { limit: 1 })).total,
    }),
    details: async (runId: string) => ({
      ...(await store.runs.getDetail(account.id, runId)),
      parts: await store.runs.listParts(account.id, runId, 0),
      objects: [...objects.kept.keys()].filter((key) => key.startsWith(`runs/${account.id}/${runId}/`)),
    }),
  };
};

const NOTHING = { logs: [], preview: [], parts: [], objects: [] };

describe("a finished run", () => {
  it("is deleted after the plan's retention with its list entries, details, parts and objects, but not its totals", async () => {
    const world = await createWorld();
    const id = await world.collect();
    // What a worker stored before its commit was refused.
    world.objects.kept.set(`runs/${world.account.id}/${id}/9-9.ndjson`, "{}\n");
    world.pass(10 * DAY_MS);
    const young = await world.collect();
    const before = await world.rollUps();
    expect(await world.totals()).toEqual([2, 2, 2, 2]);
    expect((await world.details(id)).objects.length).toBeGreaterThan(1);

    world.pass(19 * DAY_MS);
    await world.tick();
    expect(await world.totals()).toEqual([2, 2, 2, 2]);
    world.pass(DAY_MS + 60_000);
    await world.tick();
    expect(await world.totals()).toEqual([1, 1, 1, 1]);
    expect(await world.details(id)).toEqual(NOTHING);
    expect((await world.details(young)).parts).toHaveLength(1);
    expect(await world.rollUps()).toEqual(before);

    await world.tick();
    expect(await world.totals()).toEqual([1, 1, 1, 1]);
    const caller = { accountId: world.account.id, account: Promise.resolve(world.account) } as never;
    const unknown = { code: "not-found", message: expect.stringContaining(id) };
    await expect(getRun(world.deps as never, caller, id, "")).rejects.toMatchObject(unknown);
    await expect(retryRun(world.deps, caller, id, "snapshots")).rejects.toMatchObject(unknown);
  });

  it("is kept as long as a higher plan keeps it", async () => {
    const world = await createWorld("scale");
    const id = await world.collect();
    world.pass(31 * DAY_MS);
    await world.tick();
    world.pass(300 * DAY_MS);
    await world.tick();
    expect((await world.read(id)).status).toBe("completed");
    world.pass(35 * DAY_MS);
    await world.tick();
    expect(await world.totals()).toEqual([0, 0, 0, 0]);
    expect(await world.details(id)).toEqual(NOTHING);
  });

  it("is subtracted from counts once when two ticks delete it at the same time", async () => {
    const world = await createWorld();
    const ids = [await world.collect(), await world.collect(), await world.collect()];
    world.pass(31 * DAY_MS);
    await Promise.all([world.tick(), world.tick(), world.tick()]);
    expect(await world.totals()).toEqual([0, 0, 0, 0]);
    for (const id of ids) expect(await world.details(id)).toEqual(NOTHING);
  });

  it("is deleted completely even if the tick crashes at any write", async () => {
    for (let deadAt = 1; deadAt <= 5; deadAt += 1) {
      const world = await createWorld();
      const id = await world.collect();
      world.pass(31 * DAY_MS);
      let writes = 0;
      const dying =
        <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
        async (...args: A): Promise<R> => {
          writes += 1;
          if (writes >= deadAt) throw new Error("the tick was killed");
          return work(...args);
        };
      const table = openTestTable();
      const store = createStore({ ...table, transact: dying(table.transact) });
      const objects = { ...world.objects, removeAll: dying(world.objects.removeAll) };
      await world.tick({ store: { ...store, listDue: world.deps.store.listDue }, objects });
      expect(await world.totals()).toEqual(deadAt === 1 ? [1, 1, 1, 1] : [0, 0, 0, 0]);
      // What fails comes again after a minute.
      world.pass(60_000);
      await world.tick();
      expect(await world.totals()).toEqual([0, 0, 0, 0]);
      expect(await world.details(id)).toEqual(NOTHING);
      expect(await world.deps.store.listDue(Date.UTC(2100, 0))).toEqual([]);
    }
  });

  it("is deleted in the same way if it was cancelled", async () => {
    const world = await createWorld();
    const { id } = await world.queue();
    const caller = {
      accountId: world.account.id,
      userId: "u",
      keyId: "k",
      request: { id: "r", address: "a" },
    } as never;
    await cancelRun(world.deps, caller, id);
    world.pass(31 * DAY_MS);
    await world.tick();
    expect((await world.totals()).slice(0, 2)).toEqual([0, 0]);
  });
});
