/** Reads what a worker needs before it continues a run. */

import { PLANS } from "../../../contract/account/plans.ts";
import { fillInputs } from "../../../contract/flows/inputs.ts";
import { QUEUE_OF } from "../../../contract/flows/rendering.ts";
import {
  documentSecretOf,
  headerSecretsOf,
  proxySecretOf,
  secretsOf,
} from "../../../contract/flows/secrets.ts";
import { NO_SESSION } from "../../../contract/flows/sessions.ts";
import { watchedSteps } from "../../../contract/flows/watching.ts";
import { parseActionSelector } from "../../../contract/steps/actionSelectors.ts";
import type { AccountRecord } from "../../../store/account/accounts.ts";
import type { FlowVersion } from "../../../store/flows/flows.ts";
import type { RunRecord } from "../../../store/runs/runs.ts";
import { readCheckpoint } from "../../checkpoints.ts";
import type { CollectionPlan, CollectionState } from "../../engine.ts";
import { type OpenSecret, openFlowSecrets } from "../../flows/secrets.ts";
import { readSelectorMemory, type SelectorMemory } from "../../flows/selectorMemory.ts";
import { listOf } from "../lists.ts";
import { addressesOf } from "../shards/list.ts";
import { openSnapshots } from "../snapshots/read.ts";
import type { ExecuteDeps, WorkDeps } from "./runWork.ts";

const DEFAULT_MAX_ITEMS = 1_000_000;

/** Only a browser types secrets, so no other worker decrypts those; any worker sends headers, opens documents and connects. */
const readSecrets = async (deps: ExecuteDeps, run: RunRecord, flow: FlowVersion): Promise<OpenSecret[]> => {
  // Saved pages are no longer encrypted.
  if (run.snapshotsOf !== undefined) return [];
  const typed = deps.serves === QUEUE_OF.browser ? secretsOf(flow.steps) : [];
  const sent = [...headerSecretsOf(flow.request), proxySecretOf(flow.proxy) ?? []].flat();
  const names = [...new Set([...typed, ...sent, ...documentSecretOf(flow)])];
  return names.length > 0 ? openFlowSecrets(deps, run, names) : [];
};

/** The steps for a list of URLs, which also replaces the flow's own `url` in a first `navigate` step. */
const stepsOverList = ({ url, steps }: FlowVersion): FlowVersion["steps"] =>
  steps.map((step, index) =>
    index === 0 && step.type === "navigate" && step.url === url ? { ...step, url: undefined } : step,
  );

/** How pictures are taken. */
const pictureOptions = ({ ignoreAreas = [] }: FlowVersion["monitor"]): CollectionPlan["pictures"] => ({
  ignore: ignoreAreas.flatMap((area) => ("selector" in area ? [parseActionSelector(area.selector)] : [])),
});

/** The limits of each site of a list of sites. */
const sitesOf = ({ limits: { maxPagesPerSite, maxItemsPerSite } }: FlowVersion): CollectionPlan["sites"] => ({
  maxPages: maxPagesPerSite,
  maxItems: maxItemsPerSite,
});

/** The steps of a run. */
const stepsOf = (flow: FlowVersion, isOverList: boolean): FlowVersion["steps"] =>
  watchedSteps({ ...flow, steps: isOverList ? stepsOverList(flow) : flow.steps });

export const readPlan = async (
  deps: ExecuteDeps,
  run: RunRecord,
): Promise<{ plan: CollectionPlan; account: AccountRecord; flow: FlowVersion; memory: SelectorMemory }> => {
  const { store } = deps;
  const [account, template, memory] = await Promise.all([
    store.accounts.get(run.accountId),
    run.draft
      ? {
          ...run.draft,
          session: run.draft.session ?? NO_SESSION,
          flowId: run.flowId,
          version: run.flowVersion,
        }
      : store.flows.getVersion(run.accountId, run.flowId, run.flowVersion),
    readSelectorMemory(deps, run),
  ]);
  if (!account || !template) throw new Error(`run ${run.id} has no account or no flow version`);
  const flow = fillInputs(template, run.input ?? {});
  const urls = await listOf(deps, run, flow);
  const { pagesPerRun, pagesAtOnce, knownUrls } = PLANS[account.plan];
  const limits = {
    maxPages: Math.min(flow.limits.maxPages ?? pagesPerRun, pagesPerRun),
    maxItems: flow.limits.maxItems ?? DEFAULT_MAX_ITEMS,
  };
  const { shards = 1, shard, eachUrl = flow.eachUrl } = run;
  const plan: CollectionPlan = {
    url: flow.url,
    ...(urls && eachUrl === "site" && { sites: sitesOf(flow) }),
    urls: urls && shard !== undefined ? addressesOf(urls, shards, shard) : (urls ?? undefined),
    mode: flow.mode,
    render: flow.render,
    robots: flow.robots,
    permissions: flow.permissions,
    pace: flow.pace,
    request: flow.request,
    proxy: flow.proxy,
    pagesAtOnce,
    maxKnownUrls: knownUrls,
    steps: stepsOf(flow, urls !== null),
    outputSchema: Object.keys(flow.outputSchema).length === 0 ? null : flow.outputSchema,
    // A shard has its own grant of the limits.
    pictures: pictureOptions(flow.monitor),
    limits: shard === undefined ? limits : { maxPages: 0, maxItems: 0 },
    ...(shard !== undefined && { shard: { mayGrow: true, limits } }),
    ...(run.draft && !run.job && { isPreview: true }),
    prints: memory.prints,
    examples: flow.examples,
    session: flow.session,
    secrets: await readSecrets(deps, run, flow),
    // Saved pages are no longer encrypted.
    ...(run.snapshotsOf === undefined && { documentSecret: documentSecretOf(flow)[0] }),
  };
  return { plan, account, flow, memory };
};

/** Reads the pages that another run stored. */
export const replayOf = async (deps: WorkDeps, accountId: string, runId: string) => {
  const keeper = await deps.store.runs.get(accountId, runId);
  return keeper ? openSnapshots(deps, keeper) : async () => null;
};

export const readState = async (
  deps: ExecuteDeps,
  run: RunRecord,
  plan: CollectionPlan,
  session: unknown,
): Promise<CollectionState> =>
  run.checkpointKey === null
    ? deps.engine.start(plan, session)
    : readCheckpoint(deps, run, run.checkpointKey);
