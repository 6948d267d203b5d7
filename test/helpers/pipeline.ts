import { onlyKey } from "../../src/adapters/keyring.ts";
import { createSeals } from "../../src/adapters/seal.ts";
import { SCOPES } from "../../src/contract/account/scopes.ts";
import type { EventMessage } from "../../src/contract/deliveries/events.ts";
import { createAccount } from "../../src/domain/accounts/createAccount.ts";
import type { CollectionBatch, CollectionFailure, Engine } from "../../src/domain/engine.ts";
import type { Caller } from "../../src/domain/ports.ts";
import { queueRun } from "../../src/domain/runs/begin/createRun.ts";
import { executeRun } from "../../src/domain/runs/executeRun.ts";
import { compareCollections } from "../../src/engine/change/index.ts";
import { withTimers } from "../../src/runtime/deps/timers.ts";
import type { RunRecord } from "../../src/store/runs/runs.ts";
import { createMemoryMetrics } from "./memoryMetrics.ts";
import { createMemoryObjects, listsIn } from "./memoryObjects.ts";
import { makeFlow, openTestStore, uniqueId } from "./testStore.ts";

/** Collects `pages` pages of two items each; replace `next` to fail, hang or observe. */
export const countingEngine = (
  pages: number,
  beforePage: (page: number) => Promise<void> | void = () => {},
): Engine => ({
  start: () => 0,
  next: async (_plan, state): Promise<CollectionBatch | CollectionFailure> => {
    const page = (state as number) + 1;
    await beforePage(page);
    return {
      items: [{ n: page * 2 - 1 }, { n: page * 2 }],
      logs: [{ timestamp: new Date().toISOString(), level: "info", message: `page ${page}` }],
      pages: 1,
      state: page,
      done: page === pages,
    };
  },
  readFirst: async () => null,
  session: async () => undefined,
  reportShards: () => undefined,
  compare: compareCollections,
  release: async () => {},
});

/** The run pipeline on the suite's table, with a clock and a queue that the test controls. */
export const createPipeline = async (plan: "free" | "scale" = "free") => {
  const store = openTestStore();
  const objects = createMemoryObjects();
  const events: string[] = [];
  const sent: { runId: string; queue: RunRecord["queue"]; delayMs: number; shard?: number }[] = [];
  let offsetMs = 0;
  const deps = {
    store,
    objects,
    lists: listsIn(objects),
    seals: createSeals(async () => onlyKey(Buffer.alloc(32, 7))),
    now: () => Date.now() + offsetMs,
    newId: (kind: string) => uniqueId(`${kind}-`),
    log: { info: () => {}, warn: () => {}, error: () => {} },
    metrics: createMemoryMetrics(),
    checkTarget: () => {},
    after: withTimers().after,
    usage: {
      start: () => {},
      take: () => ({
        gbSeconds: 1,
        invocations: 0,
        tableReadUnits: 0,
        tableWriteUnits: 0,
        objectReads: 0,
        objectWrites: 0,
        queueRequests: 0,
      }),
    },
    eventQueue: {
      send: async ({ eventId }: EventMessage) => {
        events.push(eventId);
      },
    },
    deliveryQueue: { send: async () => {} },
    destinationQueue: { send: async () => {} },
    exportQueue: { send: async () => {} },
    mailQueue: { send: async () => {} },
    stuck: { send: async () => {} },
    runQueue: {
      send: async ({ id, queue, shard }: Pick<RunRecord, "id" | "queue" | "shard">, delayMs = 0) => {
        sent.push({ runId: id, queue, delayMs, ...(shard !== undefined && { shard }) });
      },
      ping: async () => {},
    },
  };
  const { accountId, userId } = await createAccount(deps, { email: "a@example.com", plan });
  const account = await store.accounts.get(accountId);
  if (!account) throw new Error("the account was not created");
  const flow = makeFlow(accountId);
  await store.commit(store.flows.insert(flow));
  const caller: Caller = {
    accountId,
    userId,
    keyId: "key-1",
    scopes: SCOPES,
    request: { id: "request-1", address: "127.0.0.1" },
    account: Promise.resolve(account),
  };

  return {
    deps,
    store,
    objects,
    sent,
    /** Ids of the announced events. */
    events,
    flow,
    account,
    /** The caller, for this account. */
    caller,
    /** Advances the clock. */
    pass: (ms: number) => {
      offsetMs += ms;
    },
    queue: (): Promise<RunRecord> => queueRun(deps, account, flow, { origin: "api" }),
    /** Processes a run as a function would, with `remainingMs` left. */
    execute: (engine: Engine, runId: string, remainingMs = 300_000, serves: RunRecord["queue"] = "runs") =>
      executeRun({ ...deps, engine, serves }, { type: "run", accountId, runId }, deps.now() + remainingMs),
    /** The same with a shard of a split run. */
    executeShard: (engine: Engine, runId: string, shard: number, remainingMs = 300_000) =>
      executeRun(
        { ...deps, engine, serves: "runs" },
        { type: "run", accountId, runId, shard },
        deps.now() + remainingMs,
      ),
    read: async (runId: string): Promise<RunRecord> => {
      const run = await store.runs.get(accountId, runId);
      if (!run) throw new Error(`no run ${runId}`);
      return run;
    },
    /** Everything in the run's listed parts, in order. */
    output: async (runId: string): Promise<number[]> => {
      const parts = await store.runs.listParts(accountId, runId, 0);
      const texts = await Promise.all(parts.map(({ objectKey }) => objects.getText(objectKey)));
      return texts.flatMap((text) =>
        text
          .trimEnd()
          .split("\n")
          .map((line) => (JSON.parse(line) as { n: number }).n),
      );
    },
  };
};
