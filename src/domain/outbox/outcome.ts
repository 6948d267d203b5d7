/** What becomes of a delivery after an attempt. */
import { ConditionFailed, type Key, type Write } from "../../store/table.ts";
import type { Deps, WithEventQueue } from "../ports.ts";
import { type Attempted, dueAtMs } from "./attempts.ts";
import { announceEvents } from "./events.ts";

interface Delivery<A> extends Attempted {
  readonly id: string;
  readonly accountId: string;
  readonly attempts: readonly A[];
  readonly step: number;
}

interface Outcome<A> {
  readonly status: "succeeded" | "failed" | "pending";
  readonly attempts: readonly A[];
  readonly step: number;
  readonly losses: 0;
  readonly nextAttemptAt: string | null;
}

/**
 * The outcome of an attempt.
 *
 * @param waitMs until the next attempt; null: there is none
 */
export const outcomeOf = <A>(
  { attempts, step }: Pick<Delivery<A>, "attempts" | "step">,
  attempt: A,
  {
    succeeded,
    waitMs,
    nowMs,
  }: { readonly succeeded: boolean; readonly waitMs: number | null; readonly nowMs: number },
): Outcome<A> => {
  const made = { attempts: [...attempts, attempt], step: step + 1, losses: 0 } as const;
  if (succeeded) return { ...made, status: "succeeded", nextAttemptAt: null };
  if (waitMs === null) return { ...made, status: "failed", nextAttemptAt: null };
  return { ...made, status: "pending", nextAttemptAt: new Date(nowMs + waitMs).toISOString() };
};

/**
 * Commits the outcome together with what is noted on the receiver. If another request has just changed the receiver, commits only
 * the outcome.
 *
 * @throws ConditionFailed if another worker has taken the delivery over
 */
export const keepOutcome = async <A, T extends Delivery<A>, O extends Outcome<A>>(
  deps: Deps & WithEventQueue,
  kept: {
    readonly key: (accountId: string, id: string) => Key;
    readonly change: (before: T, patch: O, dueAtMs: number) => Write[];
  },
  delivery: T,
  outcome: O,
  noted: readonly Write[],
): Promise<void> => {
  const { store } = deps;
  const writes = kept.change(delivery, outcome, dueAtMs({ ...delivery, ...outcome }, deps.now()));
  try {
    await store.commit(writes, noted);
  } catch (error) {
    const isTaken =
      !(error instanceof ConditionFailed) || error.refused(kept.key(delivery.accountId, delivery.id));
    if (isTaken || noted.length === 0) throw error;
    await store.commit(writes);
    return;
  }
  await announceEvents(deps, noted);
};
