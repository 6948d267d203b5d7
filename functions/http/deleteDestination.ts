import * as operations from "../../src/contract/operations/destinations.ts";
import { deleteDestination } from "../../src/domain/destinations/destinations.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.deleteDestination, ({ params, caller, deps }) =>
  deleteDestination(deps, caller, params.id),
);
