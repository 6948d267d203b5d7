import * as operations from "../../src/contract/operations/exports.ts";
import { createExport } from "../../src/domain/exports/exports.ts";
import { withExportQueue } from "../../src/runtime/deps/queues/exportQueue.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.createExport,
  ({ params, body, caller, deps }) => createExport(deps, caller, params.id, body),
  withExportQueue,
);
