import { DomainError } from "../../contract/errors.ts";
import { ConditionFailed, type Write } from "../../store/table.ts";
import type { Deps } from "../ports.ts";
import { ATTEMPT_TIMING, type Attempted } from "./attempts.ts";

/** Attempts kept per delivery. With this many, it can no longer be replayed. */
const MAX_ATTEMPTS = 100;

interface Delivery extends Attempted {
  readonly attempts: readonly unknown[];
}

/** What is set to attempt a delivery again from its first step. */
interface Again {
  readonly status: "pending";
  readonly step: 0;
  readonly losses: 0;
  readonly nextAttemptAt: string;
}

/** Whether a delivery only waits to be attempted again. */
const isWaiting = ({ attempts, nextAttemptAt, losses = 0 }: Delivery, nowMs: number): boolean =>
  attempts.length > 0 && losses === 0 && nextAttemptAt !== null && Date.parse(nextAttemptAt) > nowMs;

const refusalOf = (delivery: Delivery, inactive: string | null, nowMs: number): string | null => {
  const { status, attempts } = delivery;
  if (status === "pending" && !isWaiting(delivery, nowMs)) return "The delivery is still in progress.";
  if (inactive !== null) return inactive;
  if (attempts.length >= MAX_ATTEMPTS) return `It has been attempted ${MAX_ATTEMPTS} times.`;
  return null;
};

/**
 * Makes a delivery due now, from its first step. Announce it afterwards.
 *
 * @param inactive why nothing is delivered there now, as a sentence; null if it is
 * @param noted the audit entry
 * @param reset what else it starts without
 * @throws DomainError `conflict`
 */
export const replay = async <T extends Delivery>(
  { store, now }: Deps,
  kept: { readonly change: (before: T, patch: Again & Partial<T>, dueAtMs: number) => Write[] },
  delivery: T,
  {
    inactive,
    noted,
    reset = {},
  }: { readonly inactive: string | null; readonly noted: readonly Write[]; readonly reset?: Partial<T> },
): Promise<T & Again> => {
  const refusal = refusalOf(delivery, inactive, now());
  if (refusal !== null) throw new DomainError("conflict", refusal);
  const again: Again = {
    status: "pending",
    step: 0,
    losses: 0,
    nextAttemptAt: new Date(now()).toISOString(),
  };
  try {
    await store.commit(
      kept.change(delivery, { ...reset, ...again }, now() + ATTEMPT_TIMING.announceAgainMs),
      noted,
    );
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    throw new DomainError("conflict", "The delivery has just been changed by another request: try again.");
  }
  return { ...delivery, ...again };
};
