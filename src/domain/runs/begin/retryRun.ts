import { DomainError } from "../../../contract/errors.ts";
import { fillInputs } from "../../../contract/flows/inputs.ts";
import { actsOnPage } from "../../../contract/flows/rendering.ts";
import type { RunSummary } from "../../../contract/runs/runs.ts";
import { hasEnded, type RunRecord } from "../../../store/runs/runs.ts";
import { findRun } from "../../items/findRun.ts";
import type { Caller, Deps, WithLists, WithObjects, WithRunQueue } from "../../ports.ts";
import { listOf, readList } from "../lists.ts";
import { allOutcomes } from "../read/pages.ts";
import { createRun } from "./createRun.ts";

/** The URLs the run opened; none if it found its pages by itself. */
const listOfRun = async (deps: Deps & WithObjects, run: RunRecord): Promise<readonly string[]> => {
  const flow = await deps.store.flows.getVersion(run.accountId, run.flowId, run.flowVersion);
  return (flow && (await listOf(deps, run, fillInputs(flow, run.input ?? {})))) ?? [];
};

/** Of a list, the pages or sites that failed or were not reached; of a crawl, those that failed. */
const readFailed = async (deps: Deps & WithObjects, run: RunRecord): Promise<readonly string[]> => {
  const list = await listOfRun(deps, run);
  const left = new Set(list);
  const of = run.sites ? "sites" : "pages";
  for await (const { url, status } of allOutcomes(deps, of, run, list.length > 0 ? "completed" : "failed")) {
    if (status === "completed") left.delete(url);
    else left.add(url);
  }
  if (left.size === 0)
    throw new DomainError(
      "conflict",
      `No ${run.sites ? "site" : "page"} of run ${run.id} failed: retry it from the source.`,
    );
  return [...left];
};

/** What each URL of a retry is: of pages that failed, a page. */
const eachUrlOf = (run: RunRecord, from: "source" | "snapshots" | "failed"): RunRecord["eachUrl"] =>
  from === "failed" ? (run.sites ? "site" : "page") : run.eachUrl;

/**
 * Runs the current version of an earlier run's flow: on the live pages, on those that failed, or on the pages that
 * the earlier run saved.
 *
 * @throws DomainError `not-found`; `conflict` if the run is in progress, no page failed, or its list is no longer
 *   kept; for saved pages, also if there are none or the flow acts on its pages
 */
export const retryRun = async (
  deps: Deps & WithRunQueue & WithObjects & WithLists,
  caller: Caller,
  id: string,
  from: "source" | "snapshots" | "failed",
): Promise<RunSummary> => {
  const run = await findRun(deps, caller, id);
  if (!hasEnded(run.status))
    throw new DomainError("conflict", `Run ${id} is ${run.status}: it can be retried once it has ended.`);
  const urls = from === "failed" ? await readFailed(deps, run) : await readList(deps, run);
  const eachUrl = eachUrlOf(run, from);
  const retry = {
    origin: "retry" as const,
    retryOf: id,
    ...(run.input && { input: run.input }),
    ...(urls && { urls }),
    ...(urls && eachUrl && { eachUrl }),
  };
  if (from !== "snapshots") return createRun(deps, caller, run.flowId, retry);
  const { snapshotsOf = id, snapshotPages = 0 } = run;
  if (snapshotsOf === id && snapshotPages === 0)
    throw new DomainError("conflict", `Run ${id} saved no pages. Retry it from the source.`);
  const flow = await deps.store.flows.get(caller.accountId, run.flowId);
  const acting = flow?.steps.findIndex(actsOnPage) ?? -1;
  if (flow && acting >= 0)
    throw new DomainError(
      "conflict",
      `steps[${acting}] (${flow.steps[acting]?.type}) of flow ${flow.id} acts on its pages, which is not possible on saved pages. Retry the run from the source, or remove the step.`,
    );
  return createRun(deps, caller, run.flowId, { ...retry, snapshotsOf });
};
