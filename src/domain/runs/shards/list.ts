/** Which runs are split, and which addresses each of their shards has. */
import { PLANS } from "../../../contract/plans.ts";
import type { AccountRecord } from "../../../store/accounts.ts";
import type { RunRecord } from "../../../store/runs.ts";
import type { CollectionPlan } from "../engine.ts";

/** A worker is seldom held up by fewer origins: it opens up to 32 pages at once, two of each origin to begin with. */
const MIN_ORIGINS = 8;
/** To begin and to end a shard costs about as much as so many pages. */
const ADDRESSES_PER_SHARD = 10;

/** Addresses by origin, in the order in which the origins first appear. */
const byOrigin = (urls: readonly string[]) => Map.groupBy(urls, (url) => new URL(url).origin);

/** Steps that go to an address of their own, or find the pages by themselves, would do so in each shard. */
const goesElsewhere = ({ steps }: CollectionPlan): boolean =>
  steps.some(({ type, ...step }) => type === "navigate" || ("url" in step && step.url !== undefined));

/** Into how many equal shares what a run may keep is divided: each shard has one. */
export const sharesOf = ({ shard, shards = 1 }: Pick<RunRecord, "shard" | "shards">): number =>
  shard === undefined ? 1 : shards;

/** How many shards a run that has not begun is split into; 1: it is not. */
export const countShards = (run: RunRecord, plan: CollectionPlan, { plan: name }: AccountRecord): number => {
  const { urls = [], mode } = plan;
  if (mode !== "extract" || run.snapshotsOf !== undefined || goesElsewhere(plan)) return 1;
  const origins = byOrigin(urls).size;
  if (origins < MIN_ORIGINS) return 1;
  const most = Math.min(PLANS[name].concurrentRuns, origins, Math.floor(urls.length / ADDRESSES_PER_SHARD));
  return Math.max(1, most);
};

/** The addresses of one of `shards` shards, in the order of the list: those of some origins, all of each. */
export const addressesOf = (urls: readonly string[], shards: number, shard: number): string[] => {
  const origins = [...byOrigin(urls).keys()];
  const place = (n: number) => Math.floor((n * origins.length) / shards);
  const own = new Set(origins.slice(place(shard), place(shard + 1)));
  return urls.filter((url) => own.has(new URL(url).origin));
};
