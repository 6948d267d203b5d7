import * as operations from "../../src/contract/operations/inspections.ts";
import { getInspection } from "../../src/domain/inspections/inspections.ts";
import { withFileLinks } from "../../src/runtime/deps/fileLinks.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.getInspection,
  ({ params, caller, origin, deps }) => getInspection(deps, caller, params.id, origin),
  () => ({ ...withObjects(), ...withFileLinks() }),
);
