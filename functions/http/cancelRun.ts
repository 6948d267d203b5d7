import * as operations from "../../src/contract/operations/runs.ts";
import { cancelRun } from "../../src/domain/runs/cancelRun.ts";
import { withEventQueue } from "../../src/runtime/deps/queues/eventQueue.ts";
import { withRunQueue } from "../../src/runtime/deps/queues/runQueue.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.cancelRun,
  ({ params, caller, deps }) => cancelRun(deps, caller, params.id),
  () => ({ ...withRunQueue(), ...withEventQueue() }),
);
