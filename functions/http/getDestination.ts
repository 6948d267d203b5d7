import { getDestination } from "../../src/domain/destinations/destinations.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("getDestination", ({ params, caller, deps }) =>
  getDestination(deps, caller, params.id),
);
