import * as operations from "../../src/contract/operations/destinations.ts";
import { listDestinationDeliveries } from "../../src/domain/destinations/deliveries.ts";
import { withCursors } from "../../src/runtime/deps/cursors.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.listDestinationDeliveries,
  ({ params, query, caller, deps }) => listDestinationDeliveries(deps, caller, params.id, query),
  withCursors,
);
