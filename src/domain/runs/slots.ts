import { PLANS } from "../../contract/account/plans.ts";
import type { AccountRecord } from "../../store/account/accounts.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import { ConditionFailed, type Write } from "../../store/table.ts";
import type { Deps, WithRunQueue } from "../ports.ts";
import { announceRun } from "./announceRun.ts";
import { RUN_TIMING } from "./timing.ts";

export const slotLimit = ({ plan }: AccountRecord): number => PLANS[plan].concurrentRuns;

/** False for a run that the waiting line names although it waits no longer: it ended, was deleted or has a slot. */
const isWaiting = (run: RunRecord | null | undefined): run is RunRecord =>
  run?.status === "queued" && !run.hasSlot;

interface Passing {
  readonly writes: readonly Write[];
  /** The run that gets the slot: announce it once the writes are committed. */
  readonly heir: RunRecord | null;
}

/**
 * Writes that pass a run's slot to the run that has waited longest, or release it if none waits or the account's
 * plan now allows fewer.
 *
 * @param count number of slots the run holds; the others are released
 */
export const passSlot = async ({ store, now }: Deps, accountId: string, count = 1): Promise<Passing> => {
  const waitingId = await store.slots.firstWaiting(accountId);
  if (!waitingId) return { writes: store.slots.release(accountId, count), heir: null };
  const [heir, account, used] = await Promise.all([
    store.runs.getRecord(accountId, waitingId),
    store.accounts.get(accountId),
    store.slots.countUsed(accountId),
  ]);
  if (account && used > slotLimit(account))
    return { writes: store.slots.release(accountId, count), heir: null };
  const leave = store.slots.leave(accountId, waitingId);
  if (!isWaiting(heir)) return { writes: [...leave, ...store.slots.release(accountId, count)], heir: null };
  return {
    writes: [
      ...leave,
      ...store.slots.release(accountId, count - 1),
      ...store.runs.giveSlot(heir, now() + RUN_TIMING.lookFirstMs),
    ],
    heir,
  };
};

/**
 * Gives the first waiting run a slot if one is free. Closes the gap between a run that found no slot and one that gave
 * its slot back at the same moment; also called by `tick`.
 */
export const promoteWaiting = async (deps: Deps & WithRunQueue, accountId: string): Promise<void> => {
  const { store, now } = deps;
  const waitingId = await store.slots.firstWaiting(accountId);
  if (!waitingId) return;
  const [account, run] = await Promise.all([
    store.accounts.get(accountId),
    store.runs.getRecord(accountId, waitingId),
  ]);
  if (!account) return;
  const leave = store.slots.leave(accountId, waitingId);
  try {
    if (!isWaiting(run)) {
      await store.commit(leave);
      return await promoteWaiting(deps, accountId);
    }
    await store.commit(
      store.slots.take(accountId, slotLimit(account)),
      leave,
      store.runs.giveSlot(run, now() + RUN_TIMING.lookFirstMs),
    );
  } catch (error) {
    // No slot is free, or another worker was quicker: both will handle the line.
    if (error instanceof ConditionFailed) return;
    throw error;
  }
  await announceRun(deps, run);
};
