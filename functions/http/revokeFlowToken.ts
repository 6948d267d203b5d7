import * as operations from "../../src/contract/operations/links.ts";
import { revokeFlowToken } from "../../src/domain/flows/tokens.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.revokeFlowToken, ({ params, caller, deps }) =>
  revokeFlowToken(deps, caller, params),
);
