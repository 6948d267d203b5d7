/** A run of ours as its function works on it: claimed, collected, its pages kept, committed. */

import type { Objects } from "../../src/adapters/objects.ts";
import { FlowDefinition } from "../../src/contract/flows/flowDefinition.ts";
import type { Engine } from "../../src/domain/engine.ts";
import { queueRun } from "../../src/domain/runs/begin/createRun.ts";
import { executeRun } from "../../src/domain/runs/executeRun.ts";
import type { Table } from "../../src/store/table.ts";
import { createRunDeps, makeOwner } from "../../test/helpers/runDeps.ts";

/** As long as the function may take; then the next worker continues. */
const WORKER_MS = 300_000;
const MAX_WORKERS = 20;

/** Queues the run of a flow. */
export const startOurRun = async (definition: object, table: Table, objects: Objects) => {
  const deps = createRunDeps(table, objects);
  const { store } = deps;
  const { accountId, account, flow } = await makeOwner(deps, FlowDefinition.parse(definition));
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
        await executeRun({ ...deps, engine }, message, Date.now() + WORKER_MS);
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
