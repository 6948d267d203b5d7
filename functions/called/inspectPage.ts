import { InspectMessage } from "../../src/contract/messages.ts";
import { performInspection } from "../../src/domain/inspections/perform.ts";
import { confined } from "../../src/runtime/confined.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { withInspector } from "../../src/runtime/deps/pages/inspector.ts";
import { withBrowserUsage } from "../../src/runtime/deps/usage.ts";

export const handler = confined(
  InspectMessage,
  (message, { deps, deadlineMs }) => performInspection(deps, message, deadlineMs),
  () => ({ ...withObjects(), ...withInspector(), ...withBrowserUsage() }),
);
