import type { DeliveryRecord } from "../../store/deliveries/deliveries.ts";
import { handOverAttempt } from "../outbox/attempts.ts";
import type { Deps, WithDeliveryQueue } from "../ports.ts";

/** Announces a due delivery that is pending, or deletes a finished one. */
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
