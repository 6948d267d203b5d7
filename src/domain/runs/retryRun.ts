import { DomainError } from "../../contract/errors.ts";
import type { RunSummary } from "../../contract/runs.ts";
import { needsBrowser } from "../../contract/steps.ts";
import { notFound } from "../errors.ts";
import type { Caller, Deps, WithRunQueue } from "../ports.ts";
import { createRun } from "./createRun.ts";

/**
 * Runs the flow of an earlier run again, as the flow is today: on the pages as they are today, or as
 * the earlier run saw them.
 *
 * @throws DomainError `not-found`; `conflict` where the run is in progress, kept no pages, or kept
 *   some on which the flow would have to act
 */
export const retryRun = async (
  deps: Deps & WithRunQueue,
  caller: Caller,
  id: string,
  from: "source" | "snapshots",
): Promise<RunSummary> => {
  const run = await deps.store.runs.get(caller.accountId, id);
  if (!run) throw notFound("run", id);
  if (run.status === "queued" || run.status === "running")
    throw new DomainError("conflict", `Run ${id} is ${run.status}: it can be retried once it has ended.`);
  const retry = { origin: "retry" as const, retryOf: id, input: run.input };
  if (from === "source") return createRun(deps, caller, run.flowId, retry);
  const { snapshotsOf = id, snapshotPages = 0 } = run;
  if (snapshotsOf === id && snapshotPages === 0)
    throw new DomainError("conflict", `Run ${id} kept no pages: retry it from the source.`);
  const flow = await deps.store.flows.get(caller.accountId, run.flowId);
  const acting = flow?.steps.findIndex(needsBrowser) ?? -1;
  if (flow && acting >= 0)
    throw new DomainError(
      "conflict",
      `steps[${acting}] (${flow.steps[acting]?.type}) of flow ${flow.id} acts on its pages, which kept pages do not allow: retry the run from the source, or take the step out of the flow.`,
    );
  return createRun(deps, caller, run.flowId, { ...retry, snapshotsOf });
};
