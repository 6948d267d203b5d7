import * as operations from "../../src/contract/operations/tickets.ts";
import { updateTicket } from "../../src/domain/tickets/tickets.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.updateTicket, ({ params, body, caller, deps }) =>
  updateTicket(deps, caller, params.id, body),
);
