/**
 * Attempts of deliveries and mails: one worker at a time attempts a due record until it is finished; later
 * the record is deleted. Messages are hints, and the clock repeats lost ones.
 */

import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../contract/units.ts";
import type { Write } from "../../store/table.ts";
import type { Deps } from "../ports.ts";

export const ATTEMPT_TIMING = {
  /** An attempt without an outcome after this long is considered lost. */
  attemptMs: 60 * SECOND_MS,
  /** A record whose message may have been lost is announced again this long after it was due. */
  announceAgainMs: 2 * MINUTE_MS,
  /** Waits up to this long are left to the queue, longer ones to the clock. */
  longestDelayMs: 15 * MINUTE_MS,
  /** How long finished records are kept. */
  keepMs: 30 * DAY_MS,
} as const;

/** A message may arrive this early and is still handled: clocks differ. */
const EARLY_MS = SECOND_MS;

/**
 * After this many attempts in a row whose worker died, the record is abandoned. Otherwise it would kill every worker.
 */
export const MAX_LOSSES = 10;

export interface Attempted {
  /** `pending` until it is finished. */
  readonly status: string;
  readonly nextAttemptAt: string | null;
  /** Attempts in a row that were started and never reported back; absent: none. */
  readonly losses?: number;
  readonly turn: number;
  readonly createdAt: string;
}

interface Kept<T extends Attempted> {
  readonly change: (
    before: T,
    patch: { readonly nextAttemptAt: string; readonly losses: number },
    dueAtMs: number,
  ) => Write[];
  readonly expire: (record: T, seenDueAt: string) => Write[];
  readonly handOver: (record: T, seenDueAt: string, nextDueAtMs: number) => Promise<void>;
}

/** Whether the attempt may be made now. A message may be late, duplicated or wrong. */
export const isReady = ({ status, nextAttemptAt }: Attempted, nowMs: number): boolean =>
  status === "pending" && nextAttemptAt !== null && Date.parse(nextAttemptAt) <= nowMs + EARLY_MS;

/** Whether every worker dies while handling this record. */
export const isPoison = ({ losses = 0 }: Pick<Attempted, "losses">): boolean => losses >= MAX_LOSSES;

/**
 * Claims the record for this worker. If the worker dies, the clock hands the record to another.
 *
 * @param attemptMs after this long without an outcome, the attempt is considered lost
 */
export const claim = async <T extends Attempted>(
  { store, now }: Deps,
  kept: Kept<T>,
  record: T,
  attemptMs: number = ATTEMPT_TIMING.attemptMs,
): Promise<T> => {
  const lostAtMs = now() + attemptMs;
  const patch = { nextAttemptAt: new Date(lostAtMs).toISOString(), losses: (record.losses ?? 0) + 1 };
  await store.commit(kept.change(record, patch, lostAtMs));
  return { ...record, ...patch, turn: record.turn + 1 };
};

/** When a finished record is deleted. */
export const forgetAtMs = ({ createdAt }: Pick<Attempted, "createdAt">): number =>
  Date.parse(createdAt) + ATTEMPT_TIMING.keepMs;

const isLong = (waitMs: number): boolean => waitMs > ATTEMPT_TIMING.longestDelayMs;

/** When the clock checks the record. It ends long waits; the queue ends short ones, with the clock as a fallback. */
export const dueAtMs = (
  { createdAt, nextAttemptAt }: Pick<Attempted, "createdAt" | "nextAttemptAt">,
  nowMs: number,
): number => {
  if (nextAttemptAt === null) return forgetAtMs({ createdAt });
  const nextMs = Date.parse(nextAttemptAt);
  return isLong(nextMs - nowMs) ? nextMs : nextMs + ATTEMPT_TIMING.announceAgainMs;
};

/** Leaves a short wait for the next attempt to the queue. */
export const announceNext = async (
  { nextAttemptAt }: Pick<Attempted, "nextAttemptAt">,
  nowMs: number,
  send: (delayMs: number) => Promise<void>,
): Promise<void> => {
  if (nextAttemptAt === null) return;
  const waitMs = Math.max(0, Date.parse(nextAttemptAt) - nowMs);
  if (!isLong(waitMs)) await send(waitMs);
};

/** Announces a due record that is pending, or deletes a finished one. */
export const handOverAttempt = async <T extends Attempted>(
  { store, now }: Deps,
  kept: Kept<T>,
  record: T,
  dueAt: string,
  send: () => Promise<void>,
): Promise<void> => {
  if (record.status !== "pending") return store.commit(kept.expire(record, dueAt));
  await kept.handOver(record, dueAt, now() + ATTEMPT_TIMING.announceAgainMs);
  await send();
};
