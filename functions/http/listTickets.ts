import { listTickets } from "../../src/domain/tickets/tickets.ts";
import { withCursors } from "../../src/runtime/deps/cursors.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  "listTickets",
  ({ query, caller, deps }) => listTickets(deps, caller, query),
  withCursors,
);
