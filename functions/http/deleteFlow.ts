import * as operations from "../../src/contract/operations/flows.ts";
import { deleteFlow } from "../../src/domain/runs/deleteFlow.ts";
import { withEventQueue } from "../../src/runtime/deps/queues/eventQueue.ts";
import { withRunQueue } from "../../src/runtime/deps/queues/runQueue.ts";
import { ifMatchVersion } from "../../src/runtime/http/ifMatch.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.deleteFlow,
  ({ params, headers, caller, deps }) => deleteFlow(deps, caller, params.id, ifMatchVersion(headers)),
  () => ({ ...withRunQueue(), ...withEventQueue() }),
);
