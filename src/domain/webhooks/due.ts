import type { DeliveryRecord } from "../../store/deliveries.ts";
import { handOverAttempt } from "../outbox/attempts.ts";
import type { Deps, WithDeliveryQueue } from "../ports.ts";

/** Handles a delivery that is due to be attempted or deleted. */
export const handOverDelivery = (
  deps: Deps & WithDeliveryQueue,
  delivery: DeliveryRecord,
  dueAt: string,
): Promise<void> =>
  handOverAttempt(deps, deps.store.deliveries, delivery, dueAt, () =>
    deps.deliveryQueue.send({
      type: "delivery",
      accountId: delivery.accountId,
      deliveryId: delivery.id,
    }),
  );
