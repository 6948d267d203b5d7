import * as operations from "../../src/contract/operations/tickets.ts";
import { getTicket } from "../../src/domain/tickets/tickets.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.getTicket,
  ({ params, caller, deps }) => getTicket(deps, caller, params.id),
  withObjects,
);
