import * as operations from "../../src/contract/operations/previews.ts";
import { createPreview } from "../../src/domain/previews/previews.ts";
import { withRunQueue } from "../../src/runtime/deps/queues/runQueue.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(
  operations.createPreview,
  ({ body, caller, deps }) => createPreview(deps, caller, body),
  withRunQueue,
);
