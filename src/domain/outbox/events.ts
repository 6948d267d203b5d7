import type { EventType } from "../../contract/deliveries/events.ts";
import type { EventRecord } from "../../store/deliveries/outbox.ts";
import type { Write } from "../../store/table.ts";
import type { Deps, WithEventQueue } from "../ports.ts";

/** An event whose message may be lost is announced again after this long, then after twice as long each time. */
export const ANNOUNCE_AGAIN_MS = 60_000;
/** After coming due this often, over 17 hours, an event is abandoned, because every worker that handled it died. */
const MAX_LOSSES = 10;

/** An event as stored. Every receiver gets exactly this body. */
export const newEvent = (
  { newId, now }: Pick<Deps, "newId" | "now">,
  accountId: string,
  type: string,
  data: object,
): EventRecord => {
  const timestamp = new Date(now()).toISOString();
  return {
    id: newId("event"),
    accountId,
    type,
    body: JSON.stringify({ type, timestamp, data }),
    createdAt: timestamp,
  };
};

/**
 * An event for webhooks and mails. Commit it together with what it reports.
 *
 * @param besides what mails show and webhooks do not carry
 */
export const emit = (
  deps: Deps,
  accountId: string,
  type: EventType,
  data: object,
  besides: Pick<EventRecord, "pictureKey"> = {},
): Write[] =>
  deps.store.outbox.add(
    { ...newEvent(deps, accountId, type, data), ...besides },
    deps.now() + ANNOUNCE_AGAIN_MS,
  );

/** Announces events that were just committed. If an announcement is lost, the next ticks repeat it. */
export const announceEvents = async (
  { store, eventQueue, log }: Deps & WithEventQueue,
  ...writes: readonly (readonly Write[])[]
): Promise<void> => {
  const events = store.outbox.eventsIn(writes.flat());
  const sends = events.map(({ accountId, id }) => eventQueue.send({ type: "event", accountId, eventId: id }));
  for (const outcome of await Promise.allSettled(sends)) {
    if (outcome.status === "rejected") log.warn("an event was not announced", { error: outcome.reason });
  }
};

/** Announces an event that is still in the outbox, unless that has failed too often. */
export const handOverEvent = async (
  { store, eventQueue, now, log }: Deps & WithEventQueue,
  event: EventRecord,
  dueAt: string,
): Promise<void> => {
  const { id: eventId, accountId, losses = 0 } = event;
  if (losses >= MAX_LOSSES) {
    await store.outbox.finish(event);
    log.error("an event was dropped: it could not be handed to its subscribers", { accountId, eventId });
    return;
  }
  await store.outbox.handOver(event, dueAt, now() + ANNOUNCE_AGAIN_MS * 2 ** losses);
  await eventQueue.send({ type: "event", accountId, eventId });
};
