import * as operations from "../../src/contract/operations/runs.ts";
import { createRun } from "../../src/domain/runs/begin/createRun.ts";
import { withLists } from "../../src/runtime/deps/lists.ts";
import { withRunQueue } from "../../src/runtime/deps/queues/runQueue.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.triggerRun,
  ({ body: { flowId, ...given }, caller, deps }) =>
    createRun(deps, caller, flowId, { origin: "trigger", ...given }),
  () => ({ ...withLists(), ...withRunQueue() }),
);
