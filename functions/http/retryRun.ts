import { retryRun } from "../../src/domain/runs/retryRun.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { withRunQueue } from "../../src/runtime/deps/runQueue.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  "retryRun",
  ({ params, body, caller, deps }) => retryRun(deps, caller, params.id, body.from),
  () => ({ ...withObjects(), ...withRunQueue() }),
);
