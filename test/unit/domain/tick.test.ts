import { describe, expect, it } from "@jest/globals";
import { handOverDue } from "../../../src/domain/clock/handOverDue.ts";
import { tick } from "../../../src/domain/clock/tick.ts";
import { createStore } from "../../../src/store/index.ts";
import type { Item } from "../../../src/store/table.ts";
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

const createWorld = async (items: readonly Item[], failing: readonly number[] = []) => {
  const table = createMemoryTable();
  for (const item of items) await table.transact([{ kind: "put", item }]);
  const called: number[] = [];
  const told: { readonly pk: string; readonly error: string }[] = [];
  const logged: string[] = [];
  let queries = 0;
  const store = createStore({
    ...table,
    query: (query) => {
      queries += 1;
      return table.query(query);
    },
  });
  const note = (message: string) => void logged.push(message);
  const deps = {
    store,
    now: () => NOW,
    log: { info: note, warn: note, error: note },
    dueWorkers: {
      call: async ({ shard }: { readonly shard: number }) => {
        if (failing.includes(shard)) throw new Error("Lambda has no room");
        called.push(shard);
      },
    },
    deadLetters: { send: async (message: { pk: string; error: string }) => void told.push(message) },
  };
  return { deps: deps as never as Parameters<typeof tick>[0], called, told, logged, queries: () => queries };
};

describe("the tick", () => {
  it("calls nobody where nothing is due, and looks once in each shard", async () => {
    const world = await createWorld([dueAt(3, NOW + MINUTE_MS)]);
    expect(await tick(world.deps)).toEqual({ called: 0 });
    expect(world.called).toEqual([]);
    expect(world.queries()).toBe(16);
  });

  it("calls one worker for each shard that has something due, however much it has", async () => {
    const world = await createWorld([dueAt(3, NOW - 2_000), dueAt(3, NOW - 1_000), dueAt(15, NOW)]);
    expect(await tick(world.deps)).toEqual({ called: 2 });
    expect(world.called.sort((a, b) => a - b)).toEqual([3, 15]);
  });

  it("calls the others where one cannot be called", async () => {
    const world = await createWorld([dueAt(0, NOW), dueAt(1, NOW)], [0]);
    expect(await tick(world.deps)).toEqual({ called: 1 });
    expect(world.called).toEqual([1]);
    expect(world.logged).toEqual(["the worker of a shard could not be called"]);
  });

  it("tells a person of what nobody has handed over for a quarter of an hour, and goes on", async () => {
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
});

describe("a worker of what is due", () => {
  it("looks in its own shard alone", async () => {
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
