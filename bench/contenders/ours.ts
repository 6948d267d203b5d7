/** A run of ours as its function works on it: claimed, collected, its pages kept, committed. */

import { onlyKey } from "../../src/adapters/keyring.ts";
import type { Objects } from "../../src/adapters/objects.ts";
import { createSeals } from "../../src/adapters/seal.ts";
import { FlowDefinition } from "../../src/contract/flowDefinition.ts";
import { makeId } from "../../src/contract/ids.ts";
import { createAccount } from "../../src/domain/accounts/createAccount.ts";
import type { Engine } from "../../src/domain/engine.ts";
import { queueRun } from "../../src/domain/runs/createRun.ts";
import { executeRun } from "../../src/domain/runs/executeRun.ts";
import { NO_USAGE } from "../../src/domain/usage/cost.ts";
import { withTimers } from "../../src/runtime/deps/timers.ts";
import { NEW_FLOW } from "../../src/store/flows.ts";
import { createStore } from "../../src/store/index.ts";
import type { Table } from "../../src/store/table.ts";
import { createMemoryMetrics } from "../../test/helpers/memoryMetrics.ts";

/** As long as the function may take; then the next worker continues. */
const WORKER_MS = 300_000;
const MAX_WORKERS = 20;

const quiet = (): void => {};

/** Queues the run of a flow. */
export const startOurRun = async (definition: object, table: Table, objects: Objects) => {
  const store = createStore(table);
  const deps = {
    store,
    objects,
    seals: createSeals(async () => onlyKey(Buffer.alloc(32, 7))),
    now: Date.now,
    newId: (kind: Parameters<typeof makeId>[0]) => makeId(kind, Date.now(), Math.random()),
    log: { info: quiet, warn: quiet, error: console.error },
    metrics: createMemoryMetrics(),
    checkTarget: quiet,
    ...withTimers(),
    usage: { start: quiet, take: () => NO_USAGE },
    eventQueue: { send: async () => {} },
    mailQueue: { send: async () => {} },
    runQueue: { send: async () => {}, ping: async () => {} },
  };
  const { accountId } = await createAccount(deps, { email: "bench@example.com", plan: "scale" });
  const account = await store.accounts.get(accountId);
  if (!account) throw new Error("no account was made");
  const at = new Date().toISOString();
  const flow = {
    ...NEW_FLOW,
    ...FlowDefinition.parse(definition),
    id: deps.newId("flow"),
    accountId,
    createdAt: at,
    updatedAt: at,
  };
  await store.commit(store.flows.insert(flow));
  const { id: runId } = await queueRun(deps, account, flow, { origin: "api" });

  const read = async () => {
    const run = await store.runs.get(accountId, runId);
    if (!run) throw new Error(`there is no run ${runId}`);
    return run;
  };

  return {
    deps,
    read,
    /** Works on the run until it is complete. */
    complete: async (engine: Engine): Promise<void> => {
      for (let worker = 0; worker < MAX_WORKERS; worker += 1) {
        const message = { type: "run", accountId, runId } as const;
        await executeRun({ ...deps, engine, serves: "runs" }, message, Date.now() + WORKER_MS);
        const run = await read();
        if (run.status === "failed") throw new Error(run.error?.message);
        if (run.status === "completed") return;
      }
      throw new Error(`${MAX_WORKERS} workers have not completed the run`);
    },
    items: async <T>(): Promise<T[]> => {
      const parts = await store.runs.listParts(accountId, runId, 0);
      const texts = await Promise.all(parts.map(({ objectKey }) => objects.getText(objectKey)));
      return texts.flatMap((text) =>
        text
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line) as T),
      );
    },
  };
};
