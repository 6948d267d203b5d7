import type { DestinationDeliveryRecord } from "../../store/deliveries/destinationDeliveries.ts";
import { handOverAttempt } from "../outbox/attempts.ts";
import type { Deps, WithDestinationQueue } from "../ports.ts";

/** Announces a due delivery that is pending, or deletes a finished one. */
export const handOverDestinationDelivery = (
  deps: Deps & WithDestinationQueue,
  delivery: DestinationDeliveryRecord,
  dueAt: string,
): Promise<void> =>
  handOverAttempt(deps, deps.store.destinationDeliveries, delivery, dueAt, () =>
    deps.destinationQueue.send({
      type: "destinationDelivery",
      accountId: delivery.accountId,
      deliveryId: delivery.id,
    }),
  );
