import * as operations from "../../src/contract/operations/alerts.ts";
import { updateAlert } from "../../src/domain/alerts/alerts.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.updateAlert, ({ params, body, caller, deps }) =>
  updateAlert(deps, caller, params.id, body.read),
);
