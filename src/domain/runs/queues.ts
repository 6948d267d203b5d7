import type { RunQueueName } from "../../contract/operation.ts";
import { needsBrowser } from "../../contract/steps.ts";
import type { FlowRecord } from "../../store/flows.ts";

/** Where a run of the flow begins: in a browser only if its flow says so. */
export const queueFor = ({
  mode,
  render,
  steps,
}: Pick<FlowRecord, "mode" | "render" | "steps">): RunQueueName =>
  mode === "interact" || render === "browser" || steps.some(needsBrowser) ? "browserRuns" : "runs";
