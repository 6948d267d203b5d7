import * as operations from "../../src/contract/operations/alerts.ts";
import { getAlert } from "../../src/domain/alerts/alerts.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.getAlert, ({ params, caller, deps }) =>
  getAlert(deps, caller, params.id),
);
