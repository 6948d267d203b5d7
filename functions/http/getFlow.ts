import * as operations from "../../src/contract/operations/flows.ts";
import { getFlow } from "../../src/domain/flows/flows.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.getFlow, ({ params, caller, deps }) =>
  getFlow(deps, caller, params.id),
);
