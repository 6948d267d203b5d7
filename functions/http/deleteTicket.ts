import * as operations from "../../src/contract/operations/tickets.ts";
import { deleteTicket } from "../../src/domain/tickets/tickets.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.deleteTicket,
  ({ params, caller, deps }) => deleteTicket(deps, caller, params.id),
  withObjects,
);
