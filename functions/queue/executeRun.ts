import { RunMessage } from "../../src/contract/messages.ts";
import { executeRun } from "../../src/domain/runs/executeRun.ts";
import { withEngine } from "../../src/runtime/deps/engine/engine.ts";
import { withModel } from "../../src/runtime/deps/engine/model.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { withEventQueue } from "../../src/runtime/deps/queues/eventQueue.ts";
import { withRunQueue } from "../../src/runtime/deps/queues/runQueue.ts";
import { withSeals } from "../../src/runtime/deps/seals.ts";
import { withTimers } from "../../src/runtime/deps/timers.ts";
import { withUsage } from "../../src/runtime/deps/usage.ts";
import { worker } from "../../src/runtime/worker.ts";

export const handler = worker(
  RunMessage,
  () => ({
    ...withRunQueue(),
    ...withEventQueue(),
    ...withObjects(),
    ...withSeals(),
    ...withUsage(),
    ...withTimers(),
    ...withModel(),
    ...withEngine(),
  }),
  (message, { deps, deadlineMs }) => executeRun(deps, message, deadlineMs),
);
