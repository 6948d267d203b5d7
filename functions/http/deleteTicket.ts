import { deleteTicket } from "../../src/domain/tickets/tickets.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  "deleteTicket",
  ({ params, caller, deps }) => deleteTicket(deps, caller, params.id),
  withObjects,
);
