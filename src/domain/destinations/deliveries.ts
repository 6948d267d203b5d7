import type { Page } from "../../contract/common.ts";
import type { DestinationDelivery } from "../../contract/deliveries/destinations.ts";
import { notFound } from "../errors.ts";
import { audit } from "../journal/journal.ts";
import { listPage } from "../lists/listPage.ts";
import { replay } from "../outbox/replay.ts";
import type { Caller, Deps, WithCursors, WithDestinationQueue } from "../ports.ts";
import { showDelivery } from "./show.ts";

/** Why a run's data cannot be delivered any more. */
export const RUN_DELETED = "Its run was deleted.";

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
 * @throws DomainError `not-found`; `conflict` if it is being delivered, its destination is inactive, or its run was deleted
 */
export const replayDestinationDelivery = async (
  deps: Deps & WithDestinationQueue,
  caller: Caller,
  { id: destinationId, deliveryId: id }: { readonly id: string; readonly deliveryId: string },
): Promise<DestinationDelivery> => {
  const { store, destinationQueue } = deps;
  const { accountId } = caller;
  const [destination, delivery] = await Promise.all([
    store.destinations.get(accountId, destinationId),
    store.destinationDeliveries.get(accountId, id),
  ]);
  if (!destination) throw notFound("destination", destinationId);
  if (delivery?.destinationId !== destinationId) throw notFound("delivery", id);
  const run = await store.runs.get(accountId, delivery.runId);
  const inactive = destination.active ? null : "Its destination is disabled.";
  const replayed = await replay(deps, store.destinationDeliveries, delivery, {
    reset: { progress: null },
    inactive: run ? inactive : RUN_DELETED,
    noted: audit(deps, caller, { action: "delivery.replayed", resource: id, metadata: { destinationId } }),
  });
  await destinationQueue.send({ type: "destinationDelivery", accountId, deliveryId: id });
  return showDelivery(replayed);
};
