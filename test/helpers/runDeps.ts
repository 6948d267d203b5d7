/** What runs need in one process, for benchmarks and measurements. */
import { onlyKey } from "../../src/adapters/keyring.ts";
import type { Objects } from "../../src/adapters/objects.ts";
import { createSeals } from "../../src/adapters/seal.ts";
import type { FlowDefinition } from "../../src/contract/flows/flowDefinition.ts";
import { makeId } from "../../src/contract/ids.ts";
import { createAccount } from "../../src/domain/accounts/createAccount.ts";
import { NO_USAGE } from "../../src/domain/usage/cost.ts";
import { withTimers } from "../../src/runtime/deps/timers.ts";
import { type FlowRecord, NEW_FLOW } from "../../src/store/flows/flows.ts";
import { createStore } from "../../src/store/index.ts";
import type { Table } from "../../src/store/table.ts";
import { createMemoryMetrics } from "./memoryMetrics.ts";
import { listsIn } from "./memoryObjects.ts";

const quiet = (): void => {};
const queue = { send: async () => {}, ping: async () => {} };

/** Queues lead nowhere, and nothing is counted or logged but errors. */
export const createRunDeps = (table: Table, objects: Objects, now: () => number = Date.now) => ({
  store: createStore(table),
  objects,
  lists: listsIn(objects),
  seals: createSeals(async () => onlyKey(Buffer.alloc(32, 7))),
  now,
  newId: (kind: Parameters<typeof makeId>[0]) => makeId(kind, now(), Math.random()),
  log: { info: quiet, warn: quiet, error: console.error },
  metrics: createMemoryMetrics(),
  checkTarget: quiet,
  ...withTimers(),
  usage: { start: quiet, take: () => NO_USAGE },
  eventQueue: queue,
  runQueue: queue,
  mailQueue: queue,
  deliveryQueue: queue,
  destinationQueue: queue,
  exportQueue: queue,
  stuck: queue,
  serves: "runs" as const,
});

/** An account of the largest plan, with one flow. */
export const makeOwner = async (deps: Parameters<typeof createAccount>[0], definition: FlowDefinition) => {
  const { store, now, newId } = deps;
  const { accountId, userId } = await createAccount(deps, { email: "bench@example.com", plan: "scale" });
  const account = await store.accounts.get(accountId);
  if (!account) throw new Error("no account was made");
  const at = new Date(now()).toISOString();
  const flow: FlowRecord = {
    ...NEW_FLOW,
    ...definition,
    id: newId("flow"),
    accountId,
    createdAt: at,
    updatedAt: at,
  };
  await store.commit(store.flows.insert(flow));
  return { accountId, userId, account, flow };
};
