import { deleteDestination } from "../../src/domain/destinations/destinations.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("deleteDestination", ({ params, caller, deps }) =>
  deleteDestination(deps, caller, params.id),
);
