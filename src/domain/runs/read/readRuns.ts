import type { Page, Range } from "../../../contract/common.ts";
import type { Run, RunStatus, RunSummary } from "../../../contract/runs/runs.ts";
import type { RunRecord } from "../../../store/runs/runs.ts";
import { notFound } from "../../errors.ts";
import type { WithFileLinks } from "../../files/links.ts";
import { listPage, withinRange } from "../../lists/listPage.ts";
import type { Caller, Deps, WithCursors } from "../../ports.ts";
import { showRunShots } from "../../screenshots/runShots.ts";
import { showCostBreakdown } from "../../usage/cost.ts";
import { showRunSummary } from "../show.ts";

interface RunListQuery extends Range {
  readonly trigger?: string | undefined;
  readonly flowId?: string | undefined;
  readonly status?: RunStatus | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export const listRuns = (
  deps: Deps & WithCursors,
  caller: Caller,
  { flowId, status, trigger, from, to, ...page }: RunListQuery,
): Promise<Page<RunSummary>> => {
  const { runs } = deps.store;
  const filters = { flowId, status };
  const isNarrowed = trigger !== undefined || from !== undefined || to !== undefined;
  const within = withinRange<RunRecord>(
    "run",
    { from, to },
    ({ startedAt }) => startedAt,
    (run) => trigger === undefined || run.trigger === trigger,
  );
  return listPage(deps, caller, {
    operation: "listRuns",
    filters: { ...filters, trigger, from, to },
    page,
    read: (wanted) =>
      isNarrowed
        ? runs.listWithin(caller.accountId, filters, within, wanted)
        : runs.list(caller.accountId, filters, wanted),
    show: (run) => showRunSummary(run, deps.now()),
  });
};

/** Longer than a worker takes between recording the end and committing it. */
const JUST_MS = 30_000;
const hasJustEnded = ({ finishedAt }: RunRecord, nowMs: number): boolean =>
  finishedAt !== null && nowMs - Date.parse(finishedAt) < JUST_MS;

/** A run with its log and preview; null if there is none. */
export const readRunWithLog = async ({ store, now }: Deps, accountId: string, id: string) => {
  const [run, early] = await Promise.all([
    store.runs.get(accountId, id),
    store.runs.getDetail(accountId, id),
  ]);
  if (!run) return null;
  // The run may have ended between the two reads, and a client that sees the end stops asking.
  const detail = hasJustEnded(run, now()) ? await store.runs.getDetail(accountId, id) : early;
  return { run, ...detail };
};

/** @param origin where the service answers, such as `https://api.example.com` */
export const getRun = async (
  deps: Deps & WithFileLinks,
  { accountId }: Caller,
  id: string,
  origin: string,
): Promise<Run> => {
  const found = await readRunWithLog(deps, accountId, id);
  if (!found || found.run.draft) throw notFound("run", id);
  const { run, logs, preview } = found;
  return {
    ...showRunSummary(run, deps.now()),
    opening: run.status === "running" ? (run.opening ?? null) : null,
    costBreakdown: showCostBreakdown(run.cost),
    error: run.error,
    logs,
    screenshots: await showRunShots(deps, run, origin),
    outputPreview: preview,
  };
};
