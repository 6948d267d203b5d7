import { listDestinationDeliveries } from "../../src/domain/destinations/deliveries.ts";
import { withCursors } from "../../src/runtime/deps/cursors.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  "listDestinationDeliveries",
  ({ params, query, caller, deps }) => listDestinationDeliveries(deps, caller, params.id, query),
  withCursors,
);
