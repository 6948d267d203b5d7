import type { DestinationMessage } from "../../contract/deliveries/destinations.ts";
import { PlaceError } from "../../contract/placeError.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../contract/units.ts";
import type { DestinationDeliveryRecord } from "../../store/deliveries/destinationDeliveries.ts";
import type { DestinationRecord } from "../../store/deliveries/destinations.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import { ConditionFailed, type Write } from "../../store/table.ts";
import { announceNext, claim, dueAtMs, forgetAtMs, isPoison, isReady } from "../outbox/attempts.ts";
import { keepOutcome, outcomeOf } from "../outbox/outcome.ts";
import { waitBeforeNext } from "../outbox/schedule.ts";
import type { Deps, WithDestinationQueue, WithEventQueue, WithObjects, WithSeals } from "../ports.ts";
import { RUN_DELETED } from "./deliveries.ts";
import { alertDropped, alertFailing, causesOf, disableDestination } from "./disable.ts";
import type { Sent } from "./files.ts";
import { leftOf } from "./left.ts";
import type { WithPlaces } from "./ports.ts";
import { keepProgress, LOST_MS, OutOfTime, type Progress } from "./progress.ts";
import { RunGone } from "./rows.ts";
import { send } from "./send.ts";
import { openTarget } from "./target.ts";
import { takeTurn } from "./turn.ts";

type DeliverDeps = Deps & WithObjects & WithSeals & WithPlaces & WithDestinationQueue & WithEventQueue;

const TIMING = {
  /** How often a delivery of a suspended account is looked at. */
  suspendedMs: 5 * MINUTE_MS,
  /** How long a delivery waits for another one of the same flow. */
  busyMs: 5 * SECOND_MS,
  /** A destination that has failed for this long without a success is disabled. */
  failingMs: 5 * DAY_MS,
} as const;

/** The owner is informed after this many failed attempts of a delivery: about five minutes after the first. */
const ALERT_AFTER = 3;
const GONE = 410;

const NOT_ACTIVE = "Its destination was disabled or deleted.";

type Attempt = DestinationDeliveryRecord["attempts"][number];

interface Made {
  readonly attempt: Attempt;
  readonly retryAfter: string | null;
  /** Null if it failed. */
  readonly sent: Sent | null;
}

/** @returns null if another worker must continue; `gone` if the run was deleted meanwhile */
const attemptOnce = async (
  deps: DeliverDeps,
  destination: DestinationRecord,
  run: RunRecord,
  progress: Progress,
): Promise<Made | "gone" | null> => {
  const beganMs = deps.now();
  const made = () => ({
    timestamp: new Date(beganMs).toISOString(),
    duration: Math.max(0, deps.now() - beganMs),
  });
  try {
    const target = await openTarget(deps, destination);
    const sent = await send(deps, destination, target, run, progress);
    return { attempt: { ...made(), httpStatus: null, error: null, reply: null }, retryAfter: null, sent };
  } catch (error) {
    if (error instanceof OutOfTime) return null;
    if (error instanceof RunGone) return "gone";
    if (!(error instanceof PlaceError)) throw error;
    const { code, message, httpStatus, reply, retryAfter } = error;
    return { attempt: { ...made(), httpStatus, error: { code, message }, reply }, retryAfter, sent: null };
  }
};

/**
 * Delivers a run's data if its delivery is due. A message is only a hint, and may be late, duplicated or wrong.
 *
 * @param deadlineMs when the function will be stopped: what is not delivered by then is continued by another worker
 * @throws what fails on our side; the message is then delivered again
 */
export const deliverData = async (
  deps: DeliverDeps,
  { accountId, deliveryId }: DestinationMessage,
  deadlineMs: number,
): Promise<void> => {
  const { store, now, log, metrics } = deps;
  const [delivery, account] = await Promise.all([
    store.destinationDeliveries.get(accountId, deliveryId),
    store.accounts.get(accountId),
  ]);
  if (!delivery || !account || !isReady(delivery, now())) return;
  const [destination, run] = await Promise.all([
    store.destinations.get(accountId, delivery.destinationId),
    store.runs.get(accountId, delivery.runId),
  ]);
  let release: Awaited<ReturnType<typeof takeTurn>> = null;
  try {
    if (!destination?.active || !run)
      return await cancel(deps, delivery, destination, run ? NOT_ACTIVE : RUN_DELETED);
    if (isPoison(delivery)) {
      const over = { status: "failed", nextAttemptAt: null } as const;
      const alerts = alertDropped(deps, destination, delivery);
      await store.commit(store.destinationDeliveries.change(delivery, over, forgetAtMs(delivery)), alerts);
      log.error("a delivery was dropped: every worker that tried it crashed", { accountId, deliveryId });
      return;
    }
    if (account.suspended) return await postpone(deps, delivery, TIMING.suspendedMs);
    release = await takeTurn(deps, destination, delivery);
    if (!release) return await postpone(deps, delivery, TIMING.busyMs);
    const claimed = await claim(deps, store.destinationDeliveries, delivery, LOST_MS);
    const kept = keepProgress(deps, claimed, destination, deadlineMs);
    const made = await attemptOnce(deps, destination, run, kept.progress);
    const current = kept.current();
    if (made === "gone") {
      const reached = { progress: kept.state(), losses: delivery.losses ?? 0 };
      return await cancel(deps, { ...current, ...reached }, destination, RUN_DELETED);
    }
    if (!made) return await postpone(deps, current, 0, { progress: kept.state(), losses: 0 });
    metrics.deliveryAttempted("destination", made.sent !== null);
    // A receiver keeps the parts it has accepted. Files are written again: the target may have changed by the next attempt.
    const isKept = destination.target.type === "http" && !made.sent;
    const outcome = { ...afterAttempt(deps, current, made), progress: isKept ? kept.state() : null };
    const noted = await noteOn(deps, destination, current, made);
    await keepOutcome(deps, store.destinationDeliveries, current, outcome, noted);
    await announce(deps, { ...current, ...outcome });
  } catch (error) {
    // Another message for the same delivery was handled first, or another worker has taken it over.
    if (!(error instanceof ConditionFailed)) throw error;
  } finally {
    await release?.();
  }
};

const announce = (
  { now, destinationQueue }: DeliverDeps,
  delivery: Pick<DestinationDeliveryRecord, "accountId" | "id" | "nextAttemptAt">,
): Promise<void> =>
  announceNext(delivery, now(), (delayMs) =>
    destinationQueue.send(
      { type: "destinationDelivery", accountId: delivery.accountId, deliveryId: delivery.id },
      delayMs,
    ),
  );

/** Ends a delivery, and says what has arrived of it. */
const cancel = (
  { store }: DeliverDeps,
  delivery: DestinationDeliveryRecord,
  destination: DestinationRecord | null,
  why: string,
): Promise<void> => {
  const note = [why, ...leftOf(delivery, destination)].join(" ");
  const over = { status: "cancelled", nextAttemptAt: null, note } as const;
  return store.commit(store.destinationDeliveries.change(delivery, over, forgetAtMs(delivery)));
};

/** Postpones a delivery, or hands it on to the next worker. No attempt is noted. */
const postpone = async (
  deps: DeliverDeps,
  delivery: DestinationDeliveryRecord,
  waitMs: number,
  reached: Pick<DestinationDeliveryRecord, "progress" | "losses"> = {},
): Promise<void> => {
  const { store, now } = deps;
  const patch = { ...reached, nextAttemptAt: new Date(now() + waitMs).toISOString() };
  const postponed = { ...delivery, ...patch };
  await store.commit(store.destinationDeliveries.change(delivery, patch, dueAtMs(postponed, now())));
  await announce(deps, postponed);
};

/** The delivery after an attempt. */
const afterAttempt = (
  { now, random }: DeliverDeps,
  delivery: DestinationDeliveryRecord,
  { attempt, retryAfter, sent }: Made,
) => {
  const { httpStatus } = attempt;
  const waitMs =
    sent !== null || httpStatus === GONE
      ? null
      : waitBeforeNext(delivery.step + 1, { httpStatus, retryAfter }, now(), random());
  const outcome = outcomeOf(delivery, attempt, { succeeded: sent !== null, waitMs, nowMs: now() });
  return { ...outcome, ...(sent ?? { itemCount: null, note: null }) };
};

/** Updates the destination after an attempt: tells its owner of failures, and disables it after too many. */
const noteOn = async (
  deps: DeliverDeps,
  destination: DestinationRecord,
  delivery: DestinationDeliveryRecord,
  { attempt }: Made,
): Promise<Write[]> => {
  const { store, now } = deps;
  const { accountId, id, failingSince } = destination;
  const { error, httpStatus } = attempt;
  if (!error)
    return failingSince === undefined
      ? []
      : [
          ...store.destinations.endFailing(destination),
          ...causesOf(id).flatMap((cause) => store.alerts.clearCause(accountId, cause)),
        ];
  if (httpStatus === GONE) return disableDestination(deps, destination, "gone");
  if (failingSince !== undefined && now() - Date.parse(failingSince) >= TIMING.failingMs)
    return disableDestination(deps, destination, "failing");
  const failure = { httpStatus, error: error.message };
  return [
    ...store.destinations.noteFailure(destination, attempt.timestamp, failure),
    ...(delivery.step + 1 >= ALERT_AFTER ? await alertFailing(deps, destination, error.message) : []),
  ];
};
