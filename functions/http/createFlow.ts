import * as operations from "../../src/contract/operations/flows.ts";
import { createFlow } from "../../src/domain/flows/flows.ts";
import { withLists } from "../../src/runtime/deps/lists.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.createFlow,
  ({ body, caller, deps }) => createFlow(deps, caller, body),
  withLists,
);
