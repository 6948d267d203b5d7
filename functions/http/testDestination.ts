import * as operations from "../../src/contract/operations/destinations.ts";
import { testDestination } from "../../src/domain/destinations/testDestination.ts";
import { withPlaces } from "../../src/runtime/deps/destinationPlaces.ts";
import { withSeals } from "../../src/runtime/deps/seals.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.testDestination,
  ({ params, caller, deps }) => testDestination(deps, caller, params.id),
  () => ({ ...withSeals(), ...withPlaces() }),
);
