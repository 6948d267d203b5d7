/** Decides which runs are split, and which URLs each shard gets. */

import { PLANS } from "../../../contract/account/plans.ts";
import { signsIn } from "../../../contract/flows/sessions.ts";
import { isAssert } from "../../../contract/steps/actionSteps.ts";
import type { AccountRecord } from "../../../store/account/accounts.ts";
import type { RunRecord } from "../../../store/runs/runs.ts";
import type { CollectionPlan } from "../../engine.ts";

/** Fewer origins rarely slow down one worker: it opens up to 32 pages at once, starting with two per origin. */
const MIN_ORIGINS = 8;
/** Starting and ending a shard costs about as much as this many pages. */
const ADDRESSES_PER_SHARD = 10;

/** A site is several pages; a worker reads up to eight sites at once. */
const SITES_PER_SHARD = 4;

/** Steps of an interact flow that change nothing on the site, besides assertions. */
const READS: ReadonlySet<string> = new Set(["navigate", "wait", "extract"]);

/** URLs by origin, in the order in which the origins first appear. */
const byOrigin = (urls: readonly string[]) => Map.groupBy(urls, (url) => new URL(url).origin);

/**
 * Steps that open a URL of their own, or the list a second time, would do so in every shard. A first `navigate` without a
 * URL opens the list.
 */
const goesElsewhere = ({ steps }: CollectionPlan): boolean =>
  steps.some(
    (step, index) => !signsIn(step) && (step.url !== undefined || (step.type === "navigate" && index > 0)),
  );

const onlyReads = (step: CollectionPlan["steps"][number]): boolean =>
  signsIn(step) || isAssert(step) || READS.has(step.type);

/** Whether a run does more to its pages than read them. Signing in does not count: one shard does it for all. */
const acts = ({ mode, steps, session }: CollectionPlan): boolean =>
  mode !== "extract" && !(mode === "interact" && session?.keep && steps.every(onlyReads));

/** The number of shards for a run that has not started; 1 means it is not split. */
export const countShards = (run: RunRecord, plan: CollectionPlan, { plan: name }: AccountRecord): number => {
  const { urls = [], sites } = plan;
  // Drafts are stored apart from the runs, and their shards would not be.
  if (acts(plan) || run.snapshotsOf !== undefined || run.draft || goesElsewhere(plan)) return 1;
  const origins = byOrigin(urls).size;
  if (origins < MIN_ORIGINS) return 1;
  const { concurrentRuns } = PLANS[name];
  const most = sites ? SITES_PER_SHARD : ADDRESSES_PER_SHARD;
  return Math.max(1, Math.min(concurrentRuns, origins, Math.floor(urls.length / most)));
};

/** The URLs of one of `shards` shards, in list order: every URL of its origins. */
export const addressesOf = (urls: readonly string[], shards: number, shard: number): string[] => {
  const origins = [...byOrigin(urls).keys()];
  const place = (n: number) => Math.floor((n * origins.length) / shards);
  const own = new Set(origins.slice(place(shard), place(shard + 1)));
  return urls.filter((url) => own.has(new URL(url).origin));
};
