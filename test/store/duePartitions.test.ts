import { expect, it } from "@jest/globals";
import { DUE_PARTITIONS, LEAST_DUE_PARTITIONS } from "../../src/contract/due.ts";
import { END_OF_TIME_MS, handOverDue } from "../../src/domain/clock/handOverDue.ts";
import { tick } from "../../src/domain/clock/tick.ts";
import { createStore, type Store } from "../../src/store/index.ts";
import type { Item } from "../../src/store/table.ts";
import { createMemoryMetrics } from "../helpers/memoryMetrics.ts";
import { createMemoryObjects } from "../helpers/memoryObjects.ts";
import { makeFlow, openWholeTable, uniqueId } from "../helpers/testStore.ts";

const NOW = Date.UTC(2026, 10, 22, 12);
const HOUR_MS = 3_600_000;
const DUE = 40;

const atTime = (ms: number): string => new Date(ms).toISOString();

const addFlows = async (store: Store, accountId: string, atMs: number): Promise<string[]> => {
  const schedule = { cron: "0 * * * *", timezone: "UTC" };
  const ids: string[] = [];
  for (let n = 0; n < DUE; n += 1) {
    const flow = makeFlow(accountId, { status: "active", schedule, nextRunAt: atTime(atMs) });
    await store.commit(store.flows.insert(flow));
    ids.push(flow.id);
  }
  return ids.toSorted();
};

const sent = { send: async () => {}, ping: async () => {} };

/** The clock with workers that find what a store's settings say. */
const clockOf = (store: Store) => {
  const logged: string[] = [];
  const note = (message: string) => void logged.push(message);
  const called: number[] = [];
  const deps = {
    store,
    objects: createMemoryObjects(),
    now: () => NOW,
    newId: (kind: string) => uniqueId(`${kind}-`),
    log: { info: note, warn: note, error: note },
    metrics: createMemoryMetrics(),
    checkTarget: () => {},
    runQueue: sent,
    eventQueue: sent,
    deliveryQueue: sent,
    destinationQueue: sent,
    exportQueue: sent,
    mailQueue: sent,
    stuck: sent,
    dueWorkers: { call: async ({ shard }: { readonly shard: number }) => void called.push(shard) },
  };
  return {
    logged,
    async round(): Promise<number[]> {
      called.length = 0;
      await tick(deps);
      const asked = [...called];
      for (const shard of asked) await handOverDue(deps, NOW + 55_000, shard);
      return asked;
    },
  };
};

const partitionOf = ({ duePk }: Item): number => Number(String(duePk).split("#")[1]);

it("more partitions: new due items go to them, and those in earlier partitions are still handed over", async () => {
  const { table } = await openWholeTable();
  const few = createStore(table);
  const many = createStore(table, { duePartitions: 64 });
  // Without an account, a schedule that is handed over starts nothing and stays: this test is about who is asked.
  const before = await addFlows(few, uniqueId("acct-"), NOW - 1_000);
  const after = await addFlows(many, uniqueId("acct-"), NOW - 1_000);
  const found = await many.listDue(NOW, 1_000);
  expect(found.map(({ sk }) => sk).toSorted()).toEqual([...before, ...after].toSorted());
  const ofAfter = found.filter(({ sk }) => after.includes(sk)).map(partitionOf);
  expect(Math.max(...ofAfter)).toBeGreaterThanOrEqual(LEAST_DUE_PARTITIONS);
  expect(Math.max(...ofAfter)).toBeLessThan(64);
  // An item's shard does not depend on the number of partitions.
  const oldShards = new Map(before.map((id) => [id, found.find(({ sk }) => sk === id)]));
  for (const item of oldShards.values()) expect(item && partitionOf(item)).toBeLessThan(LEAST_DUE_PARTITIONS);
  expect((await clockOf(many).round()).toSorted((a, b) => a - b)).toEqual(
    [...new Set(found.map(partitionOf))].toSorted((a, b) => a - b),
  );
});

it("fewer partitions: no due item is lost, and all move to the partitions in use", async () => {
  const { table } = await openWholeTable();
  const many = createStore(table, { duePartitions: 256 });
  await clockOf(many).round();
  const ids = await addFlows(many, uniqueId("acct-"), NOW + HOUR_MS);
  const few = createStore(table, { duePartitions: 32 });
  const clock = clockOf(few);
  const asked = await clock.round();
  expect(asked.every((shard) => shard >= 32)).toBe(true);
  expect(asked.length).toBeGreaterThan(0);
  expect((await few.listDue(END_OF_TIME_MS, 1_000)).map(({ sk }) => sk).toSorted()).toEqual(ids);
  expect(clock.logged).toContain("what is due later was moved to the partitions in use");
  expect(await clock.round()).toEqual([]);

  // As the release before this one sees the table: sixteen partitions.
  const least = createStore(table);
  await clockOf(least).round();
  expect((await least.listDue(NOW + 2 * HOUR_MS, 1_000)).map(({ sk }) => sk).toSorted()).toEqual(ids);
});

it("the number of partitions is always a multiple of the minimum", () => {
  expect(DUE_PARTITIONS.length).toBeGreaterThan(1);
  for (const partitions of DUE_PARTITIONS) expect(partitions % LEAST_DUE_PARTITIONS).toBe(0);
});
