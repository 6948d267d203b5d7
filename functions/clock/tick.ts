import * as z from "zod";
import { noteDeployment } from "../../src/domain/deployment.ts";
import { tick } from "../../src/domain/tick.ts";
import { withDeadLetters } from "../../src/runtime/deps/deadLetters.ts";
import { withDeliveryQueue } from "../../src/runtime/deps/deliveryQueue.ts";
import { withDeployment } from "../../src/runtime/deps/deployment.ts";
import { withEventQueue } from "../../src/runtime/deps/eventQueue.ts";
import { withMailQueue } from "../../src/runtime/deps/mailQueue.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { withRunQueue } from "../../src/runtime/deps/runQueue.ts";
import { invoked } from "../../src/runtime/invoke.ts";

export const handler = invoked(
  z.unknown(),
  async (_event, { deps, deadlineMs }) => {
    await noteDeployment(deps);
    return tick(deps, deadlineMs);
  },
  () => ({
    ...withDeployment(),
    ...withRunQueue(),
    ...withEventQueue(),
    ...withDeliveryQueue(),
    ...withMailQueue(),
    ...withDeadLetters(),
    ...withObjects(),
  }),
);
