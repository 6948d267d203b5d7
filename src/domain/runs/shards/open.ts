import type { SplitRun } from "../../../store/runs/readRun.ts";
import type { RunRecord } from "../../../store/runs/runs.ts";
import { ConditionFailed } from "../../../store/table.ts";
import type { Deps, WithRunQueue } from "../../ports.ts";
import { announceRun } from "../announceRun.ts";
import { slotLimit } from "../slots.ts";

/** Attempts while other shards open and finish. */
const ATTEMPTS = 3;

export const hasUnopened = ({ run, opened }: SplitRun): boolean => opened < (run.shards ?? 0);

/** Opens the run's next shard if a slot is free and no run is waiting for one. */
export const openNextShard = async (
  deps: Deps & WithRunQueue,
  { accountId, id }: Pick<RunRecord, "accountId" | "id">,
): Promise<void> => {
  const { store } = deps;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const split = await store.runs.getSplit(accountId, id);
    if (!split || !hasUnopened(split)) return;
    const [account, waitingId, used] = await Promise.all([
      store.accounts.get(accountId),
      store.slots.firstWaiting(accountId),
      store.slots.countUsed(accountId),
    ]);
    if (!account || waitingId !== null || used >= slotLimit(account)) return;
    try {
      await store.commit(store.runs.openShard(split), store.slots.take(accountId, slotLimit(account)));
      return await announceRun(deps, { ...split.run, shard: split.opened });
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
    }
  }
};
