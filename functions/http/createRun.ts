import * as operations from "../../src/contract/operations/runs.ts";
import { createRun } from "../../src/domain/runs/begin/createRun.ts";
import { awaitRun } from "../../src/domain/runs/read/awaitRun.ts";
import { withLists } from "../../src/runtime/deps/lists.ts";
import { withRunQueue } from "../../src/runtime/deps/queues/runQueue.ts";
import { withWaiting } from "../../src/runtime/deps/waiting.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.createRun,
  ({ body: { flowId, ...given }, caller, deps }) =>
    createRun(deps, caller, flowId, { origin: "api", ...given }),
  () => ({ ...withLists(), ...withRunQueue(), ...withWaiting() }),
  ({ id }, { caller, origin, deps, waitMs }) => awaitRun(deps, caller, id, { origin, waitMs }),
);
