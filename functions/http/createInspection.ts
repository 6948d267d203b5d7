import * as operations from "../../src/contract/operations/inspections.ts";
import { createInspection } from "../../src/domain/inspections/inspections.ts";
import { withFileLinks } from "../../src/runtime/deps/fileLinks.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { withInspectors } from "../../src/runtime/deps/pages/inspectors.ts";
import { withTimers } from "../../src/runtime/deps/timers.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.createInspection,
  ({ body, caller, origin, deps }) => createInspection(deps, caller, body, origin),
  () => ({ ...withObjects(), ...withFileLinks(), ...withInspectors(), ...withTimers() }),
);
