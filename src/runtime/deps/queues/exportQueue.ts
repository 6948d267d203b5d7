import { createMessageQueue } from "../../../adapters/messageQueue.ts";
import type { WithExportQueue } from "../../../domain/ports.ts";
import { required } from "../../env.ts";

export const withExportQueue = (): WithExportQueue => ({
  exportQueue: createMessageQueue(required("EXPORTS_QUEUE_URL")),
});
