import { createRunQueue } from "../../../adapters/runQueue.ts";
import type { WithRunQueue } from "../../../domain/ports.ts";
import { required } from "../../env.ts";

export const withRunQueue = (): WithRunQueue => ({
  runQueue: createRunQueue({
    runs: required("RUNS_QUEUE_URL"),
    browserRuns: required("BROWSERRUNS_QUEUE_URL"),
  }),
});
