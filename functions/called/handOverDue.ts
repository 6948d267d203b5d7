import { DuePart } from "../../src/contract/messages.ts";
import { handOverDue } from "../../src/domain/clock/handOverDue.ts";
import { withDashboard } from "../../src/runtime/deps/dashboard.ts";
import { withDeliveryQueue } from "../../src/runtime/deps/deliveryQueue.ts";
import { withDestinationQueue } from "../../src/runtime/deps/destinationQueue.ts";
import { withEventQueue } from "../../src/runtime/deps/eventQueue.ts";
import { withExportQueue } from "../../src/runtime/deps/exportQueue.ts";
import { withMailQueue } from "../../src/runtime/deps/mailQueue.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { withRunQueue } from "../../src/runtime/deps/runQueue.ts";
import { withStuck } from "../../src/runtime/deps/stuck.ts";
import { invoked } from "../../src/runtime/invoke.ts";

export const handler = invoked(
  DuePart,
  ({ shard }, { deps, deadlineMs }) => handOverDue(deps, deadlineMs, shard),
  () => ({
    ...withRunQueue(),
    ...withEventQueue(),
    ...withDeliveryQueue(),
    ...withDestinationQueue(),
    ...withExportQueue(),
    ...withMailQueue(),
    ...withDashboard(),
    ...withStuck(),
    ...withObjects(),
  }),
);
