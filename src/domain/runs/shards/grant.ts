/** Shares a split run's limits: shards are granted parts of the rest. */
import type { Allowance, RunShard, SplitRun } from "../../../store/runs/readRun.ts";
import type { RunRecord } from "../../../store/runs/runs.ts";
import { ConditionFailed } from "../../../store/table.ts";
import type { CollectionPlan } from "../../engine.ts";
import type { Deps, WithTimers } from "../../ports.ts";

/** How long a shard waits for others to give back unused grants before it checks again. */
const LOOK_AGAIN_MS = 1_000;

/** Half an equal share, so that shards which need little leave the rest to the others. */
const pieceOf = (left: number, shards: number): number =>
  Math.min(left, Math.max(1, Math.floor(left / shards / 2)));

const usedUp = ({ pages, items }: Allowance): boolean => pages <= 0 || items <= 0;

/** Whether another active shard may still give back what this one needs. */
const mayComeBack = ({ shards }: SplitRun, own: RunShard, need: keyof Allowance): boolean =>
  shards.some(({ shard, isDone, granted, pagesFetched, itemsExtracted }) => {
    const used = need === "pages" ? pagesFetched : itemsExtracted;
    return shard !== own.shard && !isDone && granted[need] > used;
  });

/**
 * Grants a shard more once it has used up its grant.
 *
 * @param used what it has fetched and collected, committed or not
 * @param commit commits what was collected, so that waiting shards see what each has used
 * @param stop whether to stop waiting for unused grants of other shards, and return the current grant
 * @returns the shard's total grant; null if the run's limits are reached
 * @throws ConditionFailed if the shard no longer belongs to the worker
 */
const grantMore = async (
  { store, after }: Deps & WithTimers,
  view: RunRecord,
  used: Allowance,
  commit: () => Promise<void>,
  stop: () => boolean,
): Promise<Allowance | null> => {
  for (let waits = 0; ; ) {
    const split = await store.runs.getSplit(view.accountId, view.id);
    const shard = split?.shards[view.shard ?? 0];
    if (!split || !shard || shard.fence !== view.fence) throw new ConditionFailed([]);
    const { granted } = shard;
    const own = { pages: granted.pages - used.pages, items: granted.items - used.items };
    if (!usedUp(own) || stop()) return granted;
    const count = split.run.shards ?? 1;
    const more = {
      pages: own.pages > 0 ? 0 : pieceOf(split.left.pages, count),
      items: own.items > 0 ? 0 : pieceOf(split.left.items, count),
    };
    const lacking = (["pages", "items"] as const).find((name) => own[name] <= 0 && more[name] === 0);
    if (lacking === undefined) {
      try {
        await store.commit(store.runs.grant(split, shard, more));
        return { pages: granted.pages + more.pages, items: granted.items + more.items };
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
      }
    } else if (mayComeBack(split, shard, lacking)) {
      if (waits === 0) await commit();
      waits += 1;
      await new Promise<void>((resolve) => after(LOOK_AGAIN_MS, resolve));
    } else return null;
  }
};

/** The shard's plan with a grant it has not used up, or with the run's limits if those are reached. */
export const withGrant = async (
  deps: Deps & WithTimers,
  view: RunRecord,
  plan: CollectionPlan,
  used: Allowance,
  commit: () => Promise<void>,
  stop: () => boolean,
): Promise<CollectionPlan> => {
  const { limits, shard } = plan;
  if (!shard?.mayGrow || (used.pages < limits.maxPages && used.items < limits.maxItems)) return plan;
  const granted = await grantMore(deps, view, used, commit, stop);
  if (!granted)
    return {
      ...plan,
      limits: { maxPages: used.pages, maxItems: used.items },
      shard: { ...shard, mayGrow: false },
    };
  return { ...plan, limits: { maxPages: granted.pages, maxItems: granted.items } };
};
