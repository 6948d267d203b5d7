import * as operations from "../../src/contract/operations/destinations.ts";
import { updateDestination } from "../../src/domain/destinations/destinations.ts";
import { withPlaceSettings } from "../../src/runtime/deps/placeSettings.ts";
import { withSeals } from "../../src/runtime/deps/seals.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.updateDestination,
  ({ params, body, caller, deps }) => updateDestination(deps, caller, params.id, body),
  () => ({ ...withSeals(), ...withPlaceSettings() }),
);
