import { createRun } from "../../src/domain/runs/createRun.ts";
import { withRunQueue } from "../../src/runtime/deps/runQueue.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  "triggerRun",
  ({ body, caller, deps }) =>
    createRun(deps, caller, body.flowId, { origin: "trigger", trigger: body.trigger }),
  withRunQueue,
);
