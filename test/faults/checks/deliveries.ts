/** Every event reaches every webhook that listens, under one id, and none is lost. */
import { MAX_LOSSES } from "../../../src/domain/outbox/attempts.ts";
import { ATTEMPT_WAITS_MS } from "../../../src/domain/outbox/schedule.ts";
import { type DeliveryRecord, deliveryId } from "../../../src/store/deliveries/deliveries.ts";
import type { MailRecord } from "../../../src/store/deliveries/mails.ts";
import type { EventRecord } from "../../../src/store/deliveries/outbox.ts";
import type { WebhookRecord } from "../../../src/store/deliveries/webhooks.ts";
import type { Item } from "../../../src/store/table.ts";
import type { Version } from "../sim/observe.ts";
import type { Outcome } from "../sim/world.ts";
import { type Check, compare, rowsOf, stepsOf } from "./shared.ts";

const GONE = 410;
/** A message may be taken this early. */
const EARLY_MS = 1_000;

const listens = (item: Item | null, type: string): boolean =>
  item?.active === true && (item.events as readonly string[]).includes(type);

/** How a webhook took part while an event was handed out: all the time, at no time, or part of it. */
const presence = (versions: readonly Version[], type: string, fromMs: number, toMs: number) => {
  const at = versions.filter(({ atMs }) => atMs <= fromMs).at(-1)?.item ?? null;
  const during = versions.filter(({ atMs }) => atMs > fromMs && atMs <= toMs).map(({ item }) => item);
  const states = [at, ...during].map((item) => listens(item, type));
  return states.every(Boolean) ? "listens" : states.some(Boolean) ? "unsure" : "absent";
};

/** Each event, with every webhook of its account. */
const checkFanOut = ({ atRest: { items }, history: { versions } }: Outcome): string[] => {
  const deliveries = new Map(
    rowsOf<DeliveryRecord>(items, "DELIVERIES").map((delivery) => [delivery.id, delivery]),
  );
  return rowsOf<EventRecord & Item>(items, "EVENTS").flatMap((event) => {
    const own = versions.get(`${event.pk} / ${event.sk}`) ?? [];
    const [fromMs, toMs] = [own[0]?.atMs ?? 0, own.find(({ item }) => item?.dueKind === undefined)?.atMs];
    if (toMs === undefined) return [`event ${event.id} (${event.type}) was never handed out`];
    return [...versions].flatMap(([key, states]) => {
      if (!key.startsWith(`WEBHOOKS#${event.accountId} / `)) return [];
      const webhookId = key.slice(key.indexOf(" / ") + 3);
      const isThere = deliveries.has(deliveryId(event.id, webhookId));
      const took = presence(states, event.type, fromMs, toMs);
      if (took === "listens" && !isThere) return [`event ${event.id} never reached webhook ${webhookId}`];
      if (took === "absent" && isThere) return [`event ${event.id} was handed to deaf webhook ${webhookId}`];
      return [];
    });
  });
};

const isSuccess = ({ httpStatus }: DeliveryRecord["attempts"][number]): boolean => httpStatus === 200;

/** No attempt sooner than the schedule allows. */
const checkWaits = ({ id, attempts, step }: DeliveryRecord): string[] =>
  attempts.slice(-step).flatMap(({ timestamp, duration }, place, own) => {
    const next = own[place + 1];
    if (!next) return [];
    const waitedMs = Date.parse(next.timestamp) - Date.parse(timestamp) - duration;
    const leastMs = (ATTEMPT_WAITS_MS[place + 1] ?? 0) - EARLY_MS;
    return waitedMs >= leastMs ? [] : [`delivery ${id}: attempt ${place + 2} came after ${waitedMs} ms`];
  });

/** A delivery ends delivered, or failed by schedule, or its webhook is off or gone. */
const checkEnd = (
  delivery: DeliveryRecord,
  webhook: WebhookRecord | undefined,
  states: readonly Version[],
): string[] => {
  const { id, status, attempts, step, losses = 0 } = delivery;
  const last = attempts.at(-1);
  if (status === "succeeded")
    return last && isSuccess(last) ? [] : [`delivery ${id} succeeded without an answer`];
  if (status === "failed")
    return step === ATTEMPT_WAITS_MS.length || last?.httpStatus === GONE || losses === MAX_LOSSES
      ? []
      : [`delivery ${id} failed after ${step} attempts`];
  if (status === "cancelled") {
    const wasOff = !webhook || states.some(({ item }) => item?.active !== true);
    return wasOff ? [] : [`delivery ${id} was cancelled though its webhook was always on`];
  }
  return [`delivery ${id} is ${status} when all is over`];
};

const checkReceived = ({ atRest: { items }, received }: Outcome): string[] => {
  const bodies = new Map(rowsOf<EventRecord>(items, "EVENTS").map(({ id, body }) => [id, body]));
  const taken = new Set(
    received.filter(({ isTaken }) => isTaken).map(({ url, eventId }) => `${url} ${eventId}`),
  );
  const webhooks = new Map(rowsOf<WebhookRecord>(items, "WEBHOOKS").map((webhook) => [webhook.id, webhook]));
  return [
    ...received.flatMap(({ eventId, body }) =>
      compare(`the body of event ${eventId}`, body, bodies.get(eventId)),
    ),
    ...rowsOf<DeliveryRecord>(items, "DELIVERIES").flatMap(({ id, status, webhookId, eventId }) => {
      const webhook = webhooks.get(webhookId);
      return status === "succeeded" && webhook && !taken.has(`${webhook.url} ${eventId}`)
        ? [`delivery ${id} succeeded, but its receiver took nothing`]
        : [];
    }),
  ];
};

const checkMails = ({ atRest: { items }, mailed }: Outcome): string[] =>
  rowsOf<MailRecord>(items, "MAILS").flatMap(({ id, to, subject, status }) => {
    if (status !== "sent") return [`mail ${id} is ${status} when all is over`];
    return mailed.includes(`${to}: ${subject}`) ? [] : [`mail ${id} was never sent`];
  });

/** Who changes a delivery has seen the last change of it. */
const checkTurns = (outcome: Outcome): string[] =>
  stepsOf<DeliveryRecord>(outcome, "DELIVERIES").flatMap(({ before, after }) => {
    if (after.turn === before.turn + 1) return [];
    const isSame = after.turn === before.turn && after.attempts.length === before.attempts.length;
    return isSame && after.status === before.status
      ? []
      : [`delivery ${after.id} was changed by two at once in turn ${after.turn}`];
  });

export const checkDeliveries: Check = (outcome) => {
  const { items } = outcome.atRest;
  const webhooks = new Map(rowsOf<WebhookRecord>(items, "WEBHOOKS").map((webhook) => [webhook.id, webhook]));
  return [
    ...checkFanOut(outcome),
    ...checkTurns(outcome),
    ...checkReceived(outcome),
    ...checkMails(outcome),
    ...rowsOf<DeliveryRecord>(items, "DELIVERIES").flatMap((delivery) => {
      const { accountId, webhookId } = delivery;
      const states = outcome.history.versions.get(`WEBHOOKS#${accountId} / ${webhookId}`) ?? [];
      return [...checkEnd(delivery, webhooks.get(webhookId), states), ...checkWaits(delivery)];
    }),
  ];
};
