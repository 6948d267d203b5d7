import { listDestinations } from "../../src/domain/destinations/destinations.ts";
import { withCursors } from "../../src/runtime/deps/cursors.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  "listDestinations",
  ({ query, caller, deps }) => listDestinations(deps, caller, query),
  withCursors,
);
