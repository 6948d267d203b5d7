import * as operations from "../../src/contract/operations/links.ts";
import { listFlowTokens } from "../../src/domain/flows/tokens.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.listFlowTokens, ({ params, caller, deps }) =>
  listFlowTokens(deps, caller, params.id),
);
