import * as operations from "../../src/contract/operations/flows.ts";
import { updateFlow } from "../../src/domain/flows/flows.ts";
import { withLists } from "../../src/runtime/deps/lists.ts";
import { ifMatchVersion } from "../../src/runtime/http/ifMatch.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.updateFlow,
  ({ params, body, headers, caller, deps }) =>
    updateFlow(deps, caller, params.id, body, ifMatchVersion(headers)),
  withLists,
);
