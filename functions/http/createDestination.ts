import * as operations from "../../src/contract/operations/destinations.ts";
import { createDestination } from "../../src/domain/destinations/destinations.ts";
import { withPlaceSettings } from "../../src/runtime/deps/placeSettings.ts";
import { withSeals } from "../../src/runtime/deps/seals.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.createDestination,
  ({ body, caller, deps }) => createDestination(deps, caller, body),
  () => ({ ...withSeals(), ...withPlaceSettings() }),
);
