import { createCaller } from "../../../adapters/caller.ts";
import type { WithDueWorkers } from "../../../domain/ports.ts";
import { required } from "../../env.ts";

export const withDueWorkers = (): WithDueWorkers => ({
  dueWorkers: createCaller(required("HANDOVERDUE_FUNCTION_NAME")),
});
