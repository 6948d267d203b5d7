import { RunMessage } from "../../src/contract/messages.ts";
import { executeRun } from "../../src/domain/runs/executeRun.ts";
import { confined } from "../../src/runtime/confined.ts";
import { withBrowserEngine } from "../../src/runtime/deps/engine/browserEngine.ts";
import { withModel } from "../../src/runtime/deps/engine/model.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { withEventQueue } from "../../src/runtime/deps/queues/eventQueue.ts";
import { withRunQueue } from "../../src/runtime/deps/queues/runQueue.ts";
import { withTimers } from "../../src/runtime/deps/timers.ts";
import { withBrowserRunUsage } from "../../src/runtime/deps/usage.ts";

export const handler = confined(
  RunMessage,
  (message, { deps, deadlineMs }) => executeRun(deps, message, deadlineMs),
  () => ({
    ...withRunQueue(),
    ...withEventQueue(),
    ...withObjects(),
    ...withBrowserRunUsage(),
    ...withTimers(),
    ...withModel(),
    ...withBrowserEngine(),
  }),
);
