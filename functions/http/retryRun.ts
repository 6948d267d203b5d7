import * as operations from "../../src/contract/operations/runs.ts";
import { retryRun } from "../../src/domain/runs/begin/retryRun.ts";
import { withLists } from "../../src/runtime/deps/lists.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { withRunQueue } from "../../src/runtime/deps/queues/runQueue.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.retryRun,
  ({ params, body, caller, deps }) => retryRun(deps, caller, params.id, body.from),
  () => ({ ...withLists(), ...withObjects(), ...withRunQueue() }),
);
