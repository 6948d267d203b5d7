/** Sends the pages of an event one by one. */
import type { DeliveryAttempt } from "../../contract/deliveries/webhooks.ts";
import type { DeliveryRecord } from "../../store/deliveries/deliveries.ts";
import type { EventRecord, ToldPages } from "../../store/deliveries/outbox.ts";
import type { WithFileLinks } from "../files/links.ts";
import { pageNumbersOf, readPageEvent } from "../outbox/pages.ts";
import type { Deps, WithObjects, WithSeals } from "../ports.ts";
import { isSuccess, type Made, makeAttempt, type WithPost } from "./attempt.ts";
import type { Receiver } from "./receiver.ts";

/** After this long no further page is sent. With the last response's timeout, it is less than the worker's 30 seconds. */
const SENDING_MS = 10_000;
/** Pages that a receiver may refuse, with a response, before the rest waits for the next attempt. */
const MAX_REFUSED = 3;

/** Responses that are about the receiver, and not about the page. */
const ASKS_FOR_PAUSE: ReadonlySet<number> = new Set([410, 429, 503]);

export interface Sent extends Made {
  /** Pages still to be sent. */
  readonly left: readonly number[];
  /** The time was over: the rest is sent at once, by another message. */
  readonly isPaused: boolean;
}

/** @returns null if none of the pages exist any more */
export const sendPages = async (
  deps: Deps & WithSeals & WithPost & WithObjects & WithFileLinks,
  receiver: Receiver,
  event: EventRecord & { readonly pages: ToldPages },
  { left = [] }: DeliveryRecord,
): Promise<Sent | null> => {
  const startedMs = deps.now();
  const pages = left.length > 0 ? left : pageNumbersOf(event.pages);
  const refused: number[] = [];
  let failure: Made | undefined;
  let latest: Made | undefined;
  for (const [at, page] of pages.entries()) {
    const rest = () => [...refused, ...pages.slice(at)];
    if (latest && deps.now() - startedMs >= SENDING_MS)
      return { ...(failure ?? latest), left: rest(), isPaused: !failure };
    const pageEvent = await readPageEvent(deps, event, page);
    if (!pageEvent) continue;
    latest = await makeAttempt(deps, receiver, pageEvent);
    if (isSuccess(latest.attempt)) continue;
    failure ??= latest;
    if (isAboutReceiver(latest.attempt) || refused.length + 1 >= MAX_REFUSED)
      return { ...latest, left: rest(), isPaused: false };
    refused.push(page);
  }
  const last = failure ?? latest;
  return last ? { ...last, left: refused, isPaused: false } : null;
};

const isAboutReceiver = ({ httpStatus }: DeliveryAttempt): boolean =>
  httpStatus === null || ASKS_FOR_PAUSE.has(httpStatus);
