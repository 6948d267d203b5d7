import * as operations from "../../src/contract/operations/exports.ts";
import { cancelExport } from "../../src/domain/exports/exports.ts";
import { withEventQueue } from "../../src/runtime/deps/queues/eventQueue.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.cancelExport,
  ({ params, caller, deps }) => cancelExport(deps, caller, params),
  withEventQueue,
);
