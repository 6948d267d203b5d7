import * as operations from "../../src/contract/operations/tickets.ts";
import { createTicket } from "../../src/domain/tickets/tickets.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.createTicket,
  ({ body, caller, deps }) => createTicket(deps, caller, body),
  withObjects,
);
