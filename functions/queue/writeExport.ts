import { ExportMessage } from "../../src/contract/exports.ts";
import { writeExport } from "../../src/domain/exports/write.ts";
import { withEventQueue } from "../../src/runtime/deps/eventQueue.ts";
import { withExportQueue } from "../../src/runtime/deps/exportQueue.ts";
import { withObjects } from "../../src/runtime/deps/objects.ts";
import { worker } from "../../src/runtime/worker.ts";

export const handler = worker(
  ExportMessage,
  () => ({ ...withExportQueue(), ...withEventQueue(), ...withObjects() }),
  (message, { deps, deadlineMs }) => writeExport(deps, message, deadlineMs),
);
