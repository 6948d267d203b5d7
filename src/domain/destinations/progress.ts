/** How far a delivery is: kept with it, so that another worker continues where one had to stop. */
import { MINUTE_MS, SECOND_MS } from "../../contract/units.ts";
import type {
  DestinationDeliveryRecord,
  ReachedPlace,
} from "../../store/deliveries/destinationDeliveries.ts";
import type { DestinationRecord } from "../../store/deliveries/destinations.ts";
import type { Deps } from "../ports.ts";

/** What the sender reports between parts, and what it learns. */
export interface Progress {
  /** Parts that have arrived before: the first ones, which are the same each time. */
  readonly arrived: number;
  /** Where the run's items that have not arrived begin, if that is known. */
  readonly reached: ReachedPlace | undefined;
  /** Called while rows are read. @throws ConditionFailed if another worker has taken the delivery over */
  readonly renew: () => Promise<void>;
  /** Called when a part has arrived. @throws ConditionFailed as `renew`; OutOfTime if another worker must continue */
  readonly note: (part: number, reached?: ReachedPlace) => Promise<void>;
  readonly isOutOfTime: () => boolean;
}

/** The function is about to be stopped: another worker continues. */
export class OutOfTime extends Error {
  override readonly name = "OutOfTime";
}

/** A delivery that makes no progress for this long is lost: more than its longest request takes. */
export const LOST_MS = 3 * MINUTE_MS;
/** How often a worker that makes progress says so. */
const RENEW_MS = 20 * SECOND_MS;
/** What is left for the next part, whose request may take a minute, and for handing on. */
const LEFT_MS = 90 * SECOND_MS;

/** Keeps a claimed delivery for this worker while it makes progress. */
export const keepProgress = (
  { store, now }: Deps,
  claimed: DestinationDeliveryRecord,
  { version }: DestinationRecord,
  deadlineMs: number,
) => {
  // A destination that was changed since may be another place, which has no part yet.
  const before = claimed.progress?.version === version ? claimed.progress : undefined;
  const arrived = before?.parts ?? 0;
  let current = claimed;
  let parts = arrived;
  let reached = before?.reached;
  let renewedMs = now();
  const isOutOfTime = (): boolean => now() > deadlineMs - LEFT_MS;
  const state = () => ({ version, parts, ...(reached && { reached }) });
  const renew = async (): Promise<void> => {
    if (now() - renewedMs < RENEW_MS) return;
    renewedMs = now();
    const lostAtMs = renewedMs + LOST_MS;
    const patch = {
      nextAttemptAt: new Date(lostAtMs).toISOString(),
      progress: state(),
      // A delivery that makes progress is not what stops its workers.
      ...(parts > arrived && { losses: 1 }),
    };
    await store.commit(store.destinationDeliveries.change(current, patch, lostAtMs));
    current = { ...current, ...patch, turn: current.turn + 1 };
  };
  const progress: Progress = {
    arrived,
    reached,
    renew,
    isOutOfTime,
    note: async (part, place) => {
      parts = part;
      reached = place;
      if (isOutOfTime()) throw new OutOfTime("the function is about to time out");
      await renew();
    },
  };
  return { progress, state, current: () => current };
};
