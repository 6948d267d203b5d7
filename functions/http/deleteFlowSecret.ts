import * as operations from "../../src/contract/operations/flows.ts";
import { deleteFlowSecret } from "../../src/domain/flows/secrets.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.deleteFlowSecret, ({ params, caller, deps }) =>
  deleteFlowSecret(deps, caller, params),
);
