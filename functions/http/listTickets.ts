import * as operations from "../../src/contract/operations/tickets.ts";
import { listTickets } from "../../src/domain/tickets/tickets.ts";
import { withCursors } from "../../src/runtime/deps/cursors.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.listTickets,
  ({ query, caller, deps }) => listTickets(deps, caller, query),
  withCursors,
);
