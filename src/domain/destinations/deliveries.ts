import type { Page } from "../../contract/common.ts";
import type { DestinationDelivery } from "../../contract/destinations.ts";
import { DomainError } from "../../contract/errors.ts";
import type { DestinationDeliveryRecord } from "../../store/destinationDeliveries.ts";
import { ConditionFailed } from "../../store/table.ts";
import { notFound } from "../errors.ts";
import { audit } from "../journal/journal.ts";
import { listPage } from "../lists/listPage.ts";
import { ATTEMPT_TIMING } from "../outbox/attempts.ts";
import type { Caller, Deps, WithCursors, WithDestinationQueue } from "../ports.ts";
import { showDelivery } from "./show.ts";

/** Attempts kept per delivery. With this many, it can no longer be replayed. */
const MAX_ATTEMPTS = 100;

export const listDestinationDeliveries = async (
  deps: Deps & WithCursors,
  caller: Caller,
  destinationId: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<Page<DestinationDelivery>> => {
  const { store } = deps;
  const [destination, deliveries] = await Promise.all([
    store.destinations.get(caller.accountId, destinationId),
    listPage(deps, caller, {
      operation: "listDestinationDeliveries",
      filters: { destinationId },
      page,
      read: (wanted) => store.destinationDeliveries.list(caller.accountId, destinationId, wanted),
      show: showDelivery,
    }),
  ]);
  if (!destination) throw notFound("destination", destinationId);
  return deliveries;
};

/**
 * Delivers a run's data again, or makes the next attempt now.
 *
 * @throws DomainError `not-found`; `conflict` if it is being delivered, or its destination is inactive
 */
export const replayDestinationDelivery = async (
  deps: Deps & WithDestinationQueue,
  caller: Caller,
  { id: destinationId, deliveryId: id }: { readonly id: string; readonly deliveryId: string },
): Promise<DestinationDelivery> => {
  const { store, now, destinationQueue } = deps;
  const { accountId } = caller;
  const [destination, delivery] = await Promise.all([
    store.destinations.get(accountId, destinationId),
    store.destinationDeliveries.get(accountId, id),
  ]);
  if (!destination) throw notFound("destination", destinationId);
  if (delivery?.destinationId !== destinationId) throw notFound("delivery", id);
  const refusal = refusalOf(delivery, destination.active, now());
  if (refusal !== null) throw new DomainError("conflict", refusal);
  const patch = {
    status: "pending",
    step: 0,
    losses: 0,
    nextAttemptAt: new Date(now()).toISOString(),
  } as const;
  try {
    await store.commit(
      store.destinationDeliveries.change(delivery, patch, now() + ATTEMPT_TIMING.announceAgainMs),
      audit(deps, caller, { action: "delivery.replayed", resource: id, metadata: { destinationId } }),
    );
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    throw new DomainError("conflict", "The delivery has just been changed by another request: try again.");
  }
  await destinationQueue.send({ type: "destinationDelivery", accountId, deliveryId: id });
  return showDelivery({ ...delivery, ...patch });
};

/** Whether a delivery only waits to be attempted again. */
const isWaiting = (
  { attempts, nextAttemptAt, losses = 0 }: DestinationDeliveryRecord,
  nowMs: number,
): boolean =>
  attempts.length > 0 && losses === 0 && nextAttemptAt !== null && Date.parse(nextAttemptAt) > nowMs;

const refusalOf = (delivery: DestinationDeliveryRecord, isActive: boolean, nowMs: number): string | null => {
  if (delivery.status === "pending" && !isWaiting(delivery, nowMs))
    return "The delivery is still in progress.";
  if (!isActive) return "Its destination is disabled.";
  if (delivery.attempts.length >= MAX_ATTEMPTS) return `It has been attempted ${MAX_ATTEMPTS} times.`;
  return null;
};
