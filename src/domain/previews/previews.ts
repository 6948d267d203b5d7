import { withEachUrl } from "../../contract/flows/eachUrl.ts";
import { watchedSteps } from "../../contract/flows/watching.ts";
import type { CreatePreview, FlowPreview } from "../../contract/runs/previews.ts";
import { PREVIEW_LIMITS } from "../../contract/runs/previews.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import { notFound } from "../errors.ts";
import type { WithFileLinks } from "../files/links.ts";
import { checkTargets } from "../flows/checkTargets.ts";
import { readFirstItems } from "../items/items.ts";
import type { Caller, Deps, WithObjects, WithRunQueue } from "../ports.ts";
import { PREVIEW_KEPT_MS } from "../retentionTimes.ts";
import { checkInput } from "../runs/begin/checkInput.ts";
import { queueRun } from "../runs/begin/createRun.ts";
import { readRunWithLog } from "../runs/read/readRuns.ts";
import { showRunSummary } from "../runs/show.ts";
import { showRunShots } from "../screenshots/runShots.ts";

const smaller = (limit: number, of: number | undefined): number => Math.min(limit, of ?? limit);

/** The flow as a preview runs it: a few pages, once, without comparing them. */
const drafted = ({ flow, flowId }: CreatePreview, id: string) => ({
  ...withEachUrl(flow),
  mode: flow.mode === "monitor" ? ("extract" as const) : flow.mode,
  urls: flow.urls.slice(0, PREVIEW_LIMITS.maxPages),
  // An uploaded list belongs to one flow. The preview opens the flow's URL instead.
  uploadId: null,
  steps: watchedSteps(flow),
  monitor: { ignoreAreas: flow.monitor.ignoreAreas },
  schedule: null,
  expect: {},
  limits: {
    ...flow.limits,
    maxPages: smaller(PREVIEW_LIMITS.maxPages, flow.limits.maxPages),
    maxItems: smaller(PREVIEW_LIMITS.maxItems, flow.limits.maxItems),
  },
  flowId: flowId ?? id,
  version: 1,
});

const show = (
  deps: Deps,
  run: RunRecord,
  found: Pick<FlowPreview, "logs" | "screenshots" | "items">,
): FlowPreview => {
  const { id, status, startedAt, finishedAt, duration, pagesFetched, cost, currencies } = showRunSummary(
    run,
    deps.now(),
  );
  return {
    id,
    status,
    createdAt: startedAt,
    finishedAt,
    expiresAt: finishedAt && new Date(Date.parse(finishedAt) + PREVIEW_KEPT_MS).toISOString(),
    duration,
    pagesFetched,
    cost,
    opening: run.status === "running" ? (run.opening ?? null) : null,
    error: run.error,
    ...(currencies && { currencies }),
    ...found,
  };
};

/** @throws DomainError `not-found`, `target-refused`, `invalid-request`, `quota-exceeded`, `unavailable` */
export const createPreview = async (
  deps: Deps & WithRunQueue,
  caller: Caller,
  request: CreatePreview,
): Promise<FlowPreview> => {
  const { accountId } = caller;
  const { flow, flowId, input } = request;
  checkTargets(deps, flow);
  checkInput(deps, flow, input);
  if (flowId !== undefined && !(await deps.store.flows.get(accountId, flowId)))
    throw notFound("flow", flowId);
  const id = deps.newId("preview");
  const draft = drafted(request, id);
  const account = await caller.account;
  const run = await queueRun(
    deps,
    account,
    { ...draft, id: draft.flowId, accountId },
    {
      id,
      origin: "api",
      input,
      draft,
    },
  );
  return show(deps, run, { logs: [], screenshots: [], items: [] });
};

/**
 * @param origin where the service answers, such as `https://api.example.com`
 * @throws DomainError `not-found`
 */
export const getPreview = async (
  deps: Deps & WithObjects & WithFileLinks,
  { accountId }: Caller,
  id: string,
  origin: string,
): Promise<FlowPreview> => {
  const found = await readRunWithLog(deps, accountId, id);
  if (!found?.run.draft || found.run.job) throw notFound("preview", id);
  const { run, logs } = found;
  const [screenshots, items] = await Promise.all([
    showRunShots(deps, run, origin),
    readFirstItems(deps, run, PREVIEW_LIMITS.maxItems),
  ]);
  return show(deps, run, { logs, screenshots, items });
};
