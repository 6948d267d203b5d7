import { RunMessage } from "../../src/contract/messages.ts";
import { executeRun } from "../../src/domain/runs/executeRun.ts";
import { withEngine } from "../../src/runtime/deps/engine.ts";
import { withEventQueue } from "../../src/runtime/deps/eventQueue.ts";
import { withModel } from "../../src/runtime/deps/model.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { withRunQueue } from "../../src/runtime/deps/runQueue.ts";
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
