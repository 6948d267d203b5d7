import * as operations from "../../src/contract/operations/links.ts";
import { createFlowToken } from "../../src/domain/flows/tokens.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.createFlowToken, ({ params, body, caller, deps }) =>
  createFlowToken(deps, caller, params.id, body.name),
);
