/** A service with its table, queues and objects, in simulated time. */
import type { Objects } from "../../../src/adapters/objects.ts";
import { createStore } from "../../../src/store/index.ts";
import type { Item, Key, Table } from "../../../src/store/table.ts";
import { createMemoryObjects } from "../../helpers/memoryObjects.ts";
import { createMemoryTable } from "../../helpers/memoryTable.ts";
import { calm, type Profile } from "./faults.ts";
import { createMachines } from "./machines.ts";
import { type History, observeTable } from "./observe.ts";
import type { Random } from "./random.ts";
import type { Received } from "./receivers.ts";
import { createScheduler } from "./scheduler.ts";
import { createService } from "./service.ts";
import type { Site } from "./site.ts";

export const START_MS = Date.parse("2026-11-21T06:00:00.000Z");
export const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Calls after which a story that is not over never will be. */
const MAX_CALLS = 50_000;
/** Longer than anything is kept. */
const FORGOTTEN_MS = 800 * DAY_MS;

/** A table, and everything in it. */
export interface WorldTable {
  readonly table: Table;
  readonly all: () => Promise<Item[]>;
}

/** What a table needs to know to behave as the story tells it to. */
export interface TableSettings {
  readonly now: () => number;
  readonly indexLagMs: () => number;
}

export interface WorldOptions {
  readonly trace?: (line: string) => void;
  /** Breaks a guard on purpose, to see that it is missed. */
  readonly breakTable?: (table: Table) => Table;
  readonly hasNoTick?: boolean;
  /** Instead of the table in memory, whose indexes lag. */
  readonly openTable?: (settings: TableSettings) => Promise<WorldTable>;
  /** Does not write down what becomes of each item: there are too many. */
  readonly isUnobserved?: boolean;
  /** Instead of objects in memory. */
  readonly objects?: Objects;
  readonly openOn?: Parameters<typeof createService>[0]["openOn"];
  readonly engineOn?: Parameters<typeof createService>[0]["engineOn"];
}

const UNOBSERVED: History = { versions: new Map(), faultsFound: [] };

/** The state at the end of the story. */
export interface Outcome {
  /** When all events were delivered. */
  readonly atRest: { readonly items: readonly Item[] };
  /** When all that is to be forgotten was forgotten. */
  readonly atEnd: { readonly items: readonly Item[] };
  readonly objects: ReadonlyMap<string, string | Buffer>;
  /** Objects when all that is to be forgotten was forgotten. */
  readonly objectsAtEnd: ReadonlyMap<string, string | Buffer>;
  readonly history: History;
  readonly received: readonly Received[];
  readonly mailed: readonly string[];
  /** What workers asked for and one that runs Chromium may not touch. */
  readonly refused: ReadonlySet<string>;
  readonly sites: ReadonlyMap<string, Site>;
  readonly isAtRest: boolean;
}

/** What comes due forever, and is never left behind. */
export const REPEATS: ReadonlySet<unknown> = new Set(["digest"]);

/** Work that is tried until it is done, and is forgotten later. */
const ATTEMPTED: ReadonlySet<unknown> = new Set(["delivery", "destinationDelivery", "export", "mail"]);

/** Of what is due, that which is done once it has been forgotten. */
const isForgetting = ({ dueKind, status }: Item): boolean => {
  if (dueKind === "run") return status !== "queued" && status !== "running";
  if (ATTEMPTED.has(dueKind)) return status !== "pending";
  return dueKind !== "flow" && dueKind !== "event";
};

export const createWorld = async (random: Random, troubles: Profile, options: WorldOptions = {}) => {
  const { trace, breakTable = (table) => table, hasNoTick = false } = options;
  const scheduler = createScheduler(START_MS);
  let calls = 0;
  const traced = (line: string) => {
    calls += 1;
    trace?.(`${new Date(scheduler.now()).toISOString().slice(0, -1)} ${line}`);
  };
  let profile: Profile = calm(troubles);

  /** When the indexes have what was last written of an item: never out of order for one item. */
  const indexedAtMs = new Map<string, number>();
  const indexLater = ({ pk, sk }: Key, apply: () => void): void => {
    const lagMs = profile.indexLagMs === 0 ? 0 : random.between(0, profile.indexLagMs);
    const atMs = Math.max(scheduler.now() + lagMs, indexedAtMs.get(`${pk}/${sk}`) ?? 0);
    indexedAtMs.set(`${pk}/${sk}`, atMs);
    if (atMs <= scheduler.now()) apply();
    else scheduler.at(atMs, apply);
  };
  const openMemory = async (): Promise<WorldTable> => {
    const table = createMemoryTable({ indexLater });
    return { table, all: async () => table.all() };
  };
  const opened = await (options.openTable ?? openMemory)({
    now: scheduler.now,
    indexLagMs: () => profile.indexLagMs,
  });
  const { table, history } = options.isUnobserved
    ? { table: opened.table, history: UNOBSERVED }
    : observeTable(opened.table, scheduler.now);
  const memory = createMemoryObjects();
  const { objects = memory } = options;
  const sites = new Map<string, Site>();
  const machines = createMachines(scheduler, random, () => profile, traced);
  const service = createService({
    scheduler,
    random,
    profile: () => profile,
    machines,
    table: breakTable(table),
    objects,
    sites,
    openOn: options.openOn,
    engineOn: options.engineOn,
  });
  const store = createStore(opened.table);

  const isIdle = (): boolean => machines.alive() === 0 && service.messages() === 0;

  /** Waits for something that happens by itself. */
  const finish = async (work: Promise<unknown>): Promise<void> => {
    let isDone = false;
    void work.then(() => {
      isDone = true;
    });
    while (!isDone) await scheduler.runTo(scheduler.nextMs() ?? scheduler.now() + 1);
  };

  /** What is due first of that which does not repeat; null where nothing is. */
  const nextDueMs = async (isLater: (item: Item) => boolean): Promise<number | null> => {
    const due = await store.listDue(START_MS + FORGOTTEN_MS, 10_000);
    const times = due
      .filter((item) => !REPEATS.has(item.dueKind) && !isLater(item))
      .map(({ dueAt }) => Date.parse(String(dueAt)));
    return times.length === 0 ? null : Math.min(...times);
  };

  /** Ticks minute by minute until nothing is left to be done; whether that came to pass. */
  const rest = async (isLater: (item: Item) => boolean): Promise<boolean> => {
    const lastCall = calls + MAX_CALLS;
    for (let ticks = 0; calls < lastCall && ticks < MAX_CALLS; ticks += 1) {
      const minuteMs = (Math.floor(scheduler.now() / MINUTE_MS) + 1) * MINUTE_MS;
      const nextMs = isIdle() ? await nextDueMs(isLater) : minuteMs;
      if (nextMs === null) return true;
      // Something is due, and nobody is there who would do it.
      if (hasNoTick && isIdle()) return false;
      await scheduler.runTo(Math.max(minuteMs, Math.ceil(nextMs / MINUTE_MS) * MINUTE_MS));
      if (!hasNoTick) await finish(service.tick());
    }
    return false;
  };

  return {
    scheduler,
    machines,
    service,
    store,
    sites,
    history,
    finish,

    /** Lets the troubles begin, or end. */
    trouble(isOn: boolean): void {
      profile = isOn ? troubles : calm(troubles);
    },

    /** The clock, every minute up to a time. */
    tickUntil(timeMs: number): void {
      const firstMs = (Math.floor(scheduler.now() / MINUTE_MS) + 1) * MINUTE_MS;
      for (let atMs = firstMs; atMs < timeMs; atMs += MINUTE_MS)
        if (!hasNoTick) scheduler.at(atMs, () => void service.tick());
    },

    /** Lets everything come to its end. */
    async end(): Promise<Outcome> {
      const isAtRest = await rest(isForgetting);
      const atRest = { items: await opened.all() };
      const objectsAtRest = new Map(memory.kept);
      const isOver = await rest(() => false);
      return {
        atRest,
        atEnd: { items: await opened.all() },
        objects: objectsAtRest,
        objectsAtEnd: new Map(memory.kept),
        history,
        received: service.receivers.received,
        mailed: service.mailed,
        refused: service.refused,
        sites,
        isAtRest: isAtRest && isOver,
      };
    },
  };
};
