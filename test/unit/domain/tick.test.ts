import { describe, expect, it } from "@jest/globals";
import { handOverDue } from "../../../src/domain/clock/handOverDue.ts";
import { tick } from "../../../src/domain/clock/tick.ts";
import { createStore } from "../../../src/store/index.ts";
import type { Item } from "../../../src/store/table.ts";
import { createMemoryMetrics } from "../../helpers/memoryMetrics.ts";
import { createMemoryTable } from "../../helpers/memoryTable.ts";

const NOW = Date.UTC(2026, 10, 22, 12);
const MINUTE_MS = 60_000;

const dueAt = (shard: number, atMs: number): Item => ({
  pk: `FLOWS#acct-${shard}`,
  sk: `flow-${atMs}`,
  accountId: `acct-${shard}`,
  duePk: `DUE#${shard}`,
  dueAt: new Date(atMs).toISOString(),
  dueKind: "flow",
});

/** Parts that fail: shards whose worker cannot be called, shards that cannot be read, the dead letters. */
interface Faults {
  readonly calls?: readonly number[];
  readonly reads?: readonly number[];
  readonly deadLetters?: boolean;
}

const createWorld = async (items: readonly Item[], faults: Faults = {}) => {
  const table = createMemoryTable();
  for (const item of items) await table.transact([{ kind: "put", item }]);
  const called: number[] = [];
  const told: { readonly pk: string; readonly error: string }[] = [];
  const logged: string[] = [];
  const metrics = createMemoryMetrics();
  let queries = 0;
  const store = createStore({
    ...table,
    query: (query) => {
      queries += 1;
      if (faults.reads?.some((shard) => query.pk === `DUE#${shard}`)) throw new Error("the table refuses");
      return table.query(query);
    },
  });
  const note = (message: string) => void logged.push(message);
  const deps = {
    store,
    now: () => NOW,
    log: { info: note, warn: note, error: note },
    metrics,
    dueWorkers: {
      call: async ({ shard }: { readonly shard: number }) => {
        if (faults.calls?.includes(shard)) throw new Error("Lambda has no room");
        called.push(shard);
      },
    },
    stuck: {
      send: async (message: { pk: string; error: string }) => {
        if (faults.deadLetters) throw new Error("the queue refuses");
        told.push(message);
      },
    },
  };
  return {
    deps: deps as never as Parameters<typeof tick>[0],
    called,
    told,
    logged,
    rounds: metrics.rounds,
    lastRoundAt: () => store.clock.lastRoundAt(),
    queries: () => queries,
  };
};

describe("the tick", () => {
  it("calls no worker if nothing is due, and queries each shard once", async () => {
    const world = await createWorld([dueAt(3, NOW + MINUTE_MS)]);
    expect(await tick(world.deps)).toEqual({ called: 0 });
    expect(world.called).toEqual([]);
    expect(world.queries()).toBe(16);
  });

  it("calls one worker for each shard with due items, however many", async () => {
    const world = await createWorld([dueAt(3, NOW - 2_000), dueAt(3, NOW - 1_000), dueAt(15, NOW)]);
    expect(await tick(world.deps)).toEqual({ called: 2 });
    expect(world.called.sort((a, b) => a - b)).toEqual([3, 15]);
  });

  it.each([
    ["cannot be called", { calls: [0] }, [1]],
    ["cannot be read", { reads: [0] }, [1]],
  ] as const)(
    "serves the other shards if one %s, then fails without a heartbeat",
    async (_, faults, rest) => {
      const world = await createWorld([dueAt(0, NOW), dueAt(1, NOW)], faults);
      await expect(tick(world.deps)).rejects.toThrow("1 of 16 shards failed");
      expect(world.called).toEqual(rest);
      expect(world.logged).toEqual(["the worker of a shard could not be called"]);
      expect(world.rounds).toEqual([]);
      expect(await world.lastRoundAt()).toBeNull();
    },
  );

  it("records a heartbeat after a complete round, with the delay of the oldest item", async () => {
    const world = await createWorld([dueAt(3, NOW - 2_000), dueAt(4, NOW - 90_000)]);
    await tick(world.deps);
    expect(world.rounds).toEqual([90]);
    expect(await world.lastRoundAt()).toBe(new Date(NOW).toISOString());
    const idle = await createWorld([]);
    await tick(idle.deps);
    expect(idle.rounds).toEqual([0]);
  });

  it("reports items that are a quarter of an hour overdue to the operator, and continues", async () => {
    const overdue = dueAt(2, NOW - 15 * MINUTE_MS - 1_000);
    const world = await createWorld([
      overdue,
      dueAt(4, NOW - 14 * MINUTE_MS),
      dueAt(5, NOW - 30 * MINUTE_MS),
    ]);
    await tick(world.deps);
    expect(world.told).toEqual([expect.objectContaining({ pk: overdue.pk, sk: overdue.sk, type: "due" })]);
    expect(world.called).toHaveLength(3);
  });

  it("logs overdue items in every round, even if their worker cannot be called", async () => {
    const overdue = [dueAt(2, NOW - 15 * MINUTE_MS - 1_000), dueAt(5, NOW - 16 * MINUTE_MS - 40_000)];
    const world = await createWorld(overdue, { calls: [2, 5] });
    await expect(tick(world.deps)).rejects.toThrow("2 of 16");
    expect(world.logged.slice(0, 2)).toEqual([
      "something due has not been handed over",
      "something due has not been handed over",
    ]);
    expect(world.told).toHaveLength(1);
  });

  it("calls the worker of an overdue item even if the report fails", async () => {
    const world = await createWorld([dueAt(2, NOW - 15 * MINUTE_MS - 1_000)], { deadLetters: true });
    await expect(tick(world.deps)).rejects.toThrow("the queue refuses");
    expect(world.called).toEqual([2]);
  });
});

describe("the worker of a shard", () => {
  it("queries its own shard only", async () => {
    const table = createMemoryTable();
    const asked: string[] = [];
    const store = createStore({
      ...table,
      query: (query) => {
        asked.push(query.pk);
        return table.query(query);
      },
    });
    const deps = { store, now: () => NOW } as never as Parameters<typeof handOverDue>[0];
    expect(await handOverDue(deps, NOW + MINUTE_MS, 7)).toEqual({ handedOver: 0 });
    expect(asked).toEqual(["DUE#7"]);
  });
});
