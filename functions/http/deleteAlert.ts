import * as operations from "../../src/contract/operations/alerts.ts";
import { deleteAlert } from "../../src/domain/alerts/alerts.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.deleteAlert, ({ params, caller, deps }) =>
  deleteAlert(deps, caller, params.id),
);
