import * as operations from "../../src/contract/operations/destinations.ts";
import { getDestination } from "../../src/domain/destinations/destinations.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.getDestination, ({ params, caller, deps }) =>
  getDestination(deps, caller, params.id),
);
