import * as operations from "../../src/contract/operations/links.ts";
import { rotateFlowToken } from "../../src/domain/flows/tokens.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.rotateFlowToken, ({ params, caller, deps }) =>
  rotateFlowToken(deps, caller, params),
);
