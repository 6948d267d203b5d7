import type { DeliveryMessage } from "../../contract/deliveries/events.ts";
import type { DeliveryRecord } from "../../store/deliveries/deliveries.ts";
import type { EventRecord } from "../../store/deliveries/outbox.ts";
import type { WebhookRecord } from "../../store/deliveries/webhooks.ts";
import { ConditionFailed, type Write } from "../../store/table.ts";
import type { WithFileLinks } from "../files/links.ts";
import { announceNext, claim, dueAtMs, forgetAtMs, isPoison, isReady } from "../outbox/attempts.ts";
import { keepOutcome, outcomeOf } from "../outbox/outcome.ts";
import { WEBHOOK_TIMING, waitBeforeNext } from "../outbox/schedule.ts";
import type { Deps, WithDeliveryQueue, WithEventQueue, WithObjects, WithSeals } from "../ports.ts";
import { isSameJson } from "../shared/sameJson.ts";
import { isSuccess, type Made, makeAttempt, type WithPost } from "./attempt.ts";
import { heldUntilMs } from "./audience.ts";
import { disableWebhook } from "./disable.ts";
import { findReceiver, type Receiver } from "./receiver.ts";
import { type Sent, sendPages } from "./sendPages.ts";
import { inStage } from "./stages.ts";

type DeliverDeps = Deps &
  WithSeals &
  WithPost &
  WithObjects &
  WithFileLinks &
  WithDeliveryQueue &
  WithEventQueue;

/** How often a delivery of a suspended account is looked at. */
const SUSPENDED_MS = 5 * 60_000;

const GONE = 410;
/** The response for a URL, channel or team that is gone. Other receivers may recover from it. */
const NOT_FOUND = 404;
const FORMATS_OF_CHATS: ReadonlySet<string> = new Set(["slack", "discord", "teams"]);

/** Why no further attempt makes sense; null if one does. */
const endOf = ({ format = "json" }: WebhookRecord, { httpStatus }: Attempt): "gone" | "unknown" | null => {
  if (httpStatus === GONE) return "gone";
  return FORMATS_OF_CHATS.has(format) && httpStatus === NOT_FOUND ? "unknown" : null;
};

/**
 * Makes a delivery's attempt if it is due. A message is only a hint, and may be late, duplicated or wrong. The
 * outcome never affects what the event reports.
 *
 * @throws DeliveryFailed if it fails on our side; the message is then delivered again
 */
export const deliverWebhook = async (
  deps: DeliverDeps,
  { accountId, deliveryId }: DeliveryMessage,
): Promise<void> => {
  const { store, now, deliveryQueue, log } = deps;
  const [delivery, account] = await Promise.all([
    store.deliveries.get(accountId, deliveryId),
    store.accounts.get(accountId),
  ]);
  if (!delivery || !account || !isReady(delivery, now())) return;
  const [webhook, event] = await Promise.all([
    findReceiver(deps, accountId, delivery.webhookId),
    store.outbox.get(accountId, delivery.eventId),
  ]);
  try {
    const isUnwanted = !webhook?.active || !event;
    if (isUnwanted || isPoison(delivery)) {
      const over = { status: isUnwanted ? "cancelled" : "failed", nextAttemptAt: null } as const;
      await store.commit(store.deliveries.change(delivery, over, forgetAtMs(delivery)));
      if (!isUnwanted)
        log.error("a delivery was dropped: every worker that tried it crashed", { accountId, deliveryId });
      return;
    }
    const heldMs = account.suspended ? now() + SUSPENDED_MS : heldUntilMs(webhook, event, now());
    if (heldMs !== null) return await hold(deps, delivery, heldMs);
    const claimed = await inStage("claim", () => claim(deps, store.deliveries, delivery));
    const sent = await send(deps, webhook, event, claimed);
    if (!sent) {
      // The pages that it reports were deleted with their run.
      const over = { status: "cancelled", nextAttemptAt: null, losses: 0 } as const;
      return await store.commit(store.deliveries.change(claimed, over, forgetAtMs(delivery)));
    }
    const { attempt, retryAfter, left, isPaused } = sent;
    deps.metrics.deliveryAttempted("webhook", isSuccess(attempt));
    const { httpStatus } = attempt;
    const succeeded = isSuccess(attempt);
    const waitMs =
      succeeded || endOf(webhook, attempt) !== null
        ? null
        : waitBeforeNext(claimed.step + 1, { httpStatus, retryAfter }, now(), deps.random());
    const outcome = {
      ...(isPaused
        ? continueNow(claimed, now())
        : outcomeOf(claimed, attempt, { succeeded, waitMs, nowMs: now() })),
      ...(left && { left }),
    };
    await inStage("keep", () =>
      keepOutcome(deps, store.deliveries, claimed, outcome, noteOn(deps, webhook, attempt)),
    );
    await inStage("announce", () =>
      announceNext(outcome, now(), (delayMs) =>
        deliveryQueue.send({ type: "delivery", accountId, deliveryId }, delayMs),
      ),
    );
  } catch (error) {
    // Another message for the same delivery was handled first.
    if (!(error instanceof ConditionFailed)) throw error;
  }
};

/** Sends an event, or as many of its pages as there is time for. @returns null if there is nothing left to send */
const send = async (
  deps: DeliverDeps,
  receiver: Receiver,
  event: EventRecord,
  delivery: DeliveryRecord,
): Promise<(Made & Partial<Sent>) | null> => {
  const { pages } = event;
  return pages
    ? sendPages(deps, receiver, { ...event, pages }, delivery)
    : makeAttempt(deps, receiver, event);
};

/** The outcome of an attempt that had no time for all pages: the rest is sent at once, and no attempt is used up. */
const continueNow = ({ attempts, step }: DeliveryRecord, nowMs: number) =>
  ({
    status: "pending",
    attempts,
    step,
    losses: 0,
    nextAttemptAt: new Date(nowMs).toISOString(),
  }) as const;

/** Postpones a delivery until quiet hours end or a suspension is checked again. No attempt is made. */
const hold = async (deps: DeliverDeps, delivery: DeliveryRecord, untilMs: number): Promise<void> => {
  const { store, now, deliveryQueue } = deps;
  const { accountId, id: deliveryId } = delivery;
  const postponed = { ...delivery, nextAttemptAt: new Date(untilMs).toISOString() };
  await store.commit(
    store.deliveries.change(delivery, { nextAttemptAt: postponed.nextAttemptAt }, dueAtMs(postponed, now())),
  );
  await announceNext(postponed, now(), (delayMs) =>
    deliveryQueue.send({ type: "delivery", accountId, deliveryId }, delayMs),
  );
};

type Attempt = DeliveryRecord["attempts"][number];
/** Updates the webhook after an attempt: records when it started failing, and disables it if necessary. */
const noteOn = (deps: Deps, webhook: Receiver, attempt: Attempt): Write[] => {
  const { store, now } = deps;
  if (webhook.job) return [];
  const { failingSince } = webhook;
  if (isSuccess(attempt)) return failingSince === undefined ? [] : store.webhooks.endFailing(webhook);
  const end = endOf(webhook, attempt);
  if (end !== null) return disableWebhook(deps, webhook, end);
  const failure = {
    httpStatus: attempt.httpStatus,
    error: attempt.error?.message ?? null,
    reply: attempt.reply,
  };
  if (failingSince === undefined) return store.webhooks.beginFailing(webhook, attempt.timestamp, failure);
  const failingMs = now() - Date.parse(failingSince);
  if (failingMs >= WEBHOOK_TIMING.failingMs) return disableWebhook(deps, webhook, "failing");
  return isSameJson(failure, webhook.failure) ? [] : store.webhooks.noteFailure(webhook, failure);
};
