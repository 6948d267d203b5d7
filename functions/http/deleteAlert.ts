import { deleteAlert } from "../../src/domain/alerts/alerts.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("deleteAlert", ({ params, caller, deps }) =>
  deleteAlert(deps, caller, params.id),
);
