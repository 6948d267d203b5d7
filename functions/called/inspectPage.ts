import { InspectMessage } from "../../src/contract/messages.ts";
import { performInspection } from "../../src/domain/inspections/perform.ts";
import { withInspector } from "../../src/runtime/deps/inspector.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { withSeals } from "../../src/runtime/deps/seals.ts";
import { withBrowserUsage } from "../../src/runtime/deps/usage.ts";
import { invoked } from "../../src/runtime/invoke.ts";

export const handler = invoked(
  InspectMessage,
  (message, { deps, deadlineMs }) => performInspection(deps, message, deadlineMs),
  () => ({ ...withObjects(), ...withSeals(), ...withInspector(), ...withBrowserUsage() }),
);
