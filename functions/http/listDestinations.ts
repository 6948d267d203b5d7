import * as operations from "../../src/contract/operations/destinations.ts";
import { listDestinations } from "../../src/domain/destinations/destinations.ts";
import { withCursors } from "../../src/runtime/deps/cursors.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.listDestinations,
  ({ query, caller, deps }) => listDestinations(deps, caller, query),
  withCursors,
);
