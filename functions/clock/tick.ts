import * as z from "zod";
import { tick } from "../../src/domain/tick.ts";
import { withRunQueue } from "../../src/runtime/deps/runQueue.ts";
import { invoked } from "../../src/runtime/invoke.ts";

export const handler = invoked(
  z.unknown(),
  (_event, { deps, deadlineMs }) => tick(deps, deadlineMs),
  withRunQueue,
);
