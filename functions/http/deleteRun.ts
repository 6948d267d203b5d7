import * as operations from "../../src/contract/operations/runs.ts";
import { deleteRun } from "../../src/domain/runs/end/deleteRun.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.deleteRun, ({ params, caller, deps }) =>
  deleteRun(deps, caller, params.id),
);
