import { ExportMessage } from "../../src/contract/deliveries/exports.ts";
import { writeExport } from "../../src/domain/exports/write.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { withEventQueue } from "../../src/runtime/deps/queues/eventQueue.ts";
import { withExportQueue } from "../../src/runtime/deps/queues/exportQueue.ts";
import { worker } from "../../src/runtime/worker.ts";

export const handler = worker(
  ExportMessage,
  () => ({ ...withExportQueue(), ...withEventQueue(), ...withObjects() }),
  (message, { deps, deadlineMs }) => writeExport(deps, message, deadlineMs),
);
