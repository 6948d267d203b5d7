import { DuePart } from "../../src/contract/messages.ts";
import { handOverDue } from "../../src/domain/clock/handOverDue.ts";
import { withDashboard } from "../../src/runtime/deps/dashboard.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { withDeliveryQueue } from "../../src/runtime/deps/queues/deliveryQueue.ts";
import { withDestinationQueue } from "../../src/runtime/deps/queues/destinationQueue.ts";
import { withEventQueue } from "../../src/runtime/deps/queues/eventQueue.ts";
import { withExportQueue } from "../../src/runtime/deps/queues/exportQueue.ts";
import { withMailQueue } from "../../src/runtime/deps/queues/mailQueue.ts";
import { withRunQueue } from "../../src/runtime/deps/queues/runQueue.ts";
import { withStuck } from "../../src/runtime/deps/queues/stuck.ts";
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
