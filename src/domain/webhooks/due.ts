import type { DeliveryRecord } from "../../store/deliveries.ts";
import type { Deps, WithDeliveryQueue } from "../ports.ts";
import { WEBHOOK_TIMING } from "./schedule.ts";

/** When a delivery that is over is forgotten. */
export const forgetAtMs = ({ createdAt }: Pick<DeliveryRecord, "createdAt">): number =>
  Date.parse(createdAt) + WEBHOOK_TIMING.keepMs;

/** A delivery whose time has come: to be attempted, or to be forgotten. */
export const handOverDelivery = async (
  { store, now, deliveryQueue }: Deps & WithDeliveryQueue,
  delivery: DeliveryRecord,
  dueAt: string,
): Promise<void> => {
  const { accountId, id, status } = delivery;
  if (status !== "pending") return store.commit(store.deliveries.expire(delivery, dueAt));
  await store.deliveries.handOver(delivery, dueAt, now() + WEBHOOK_TIMING.announceAgainMs);
  await deliveryQueue.send({ type: "delivery", accountId, deliveryId: id });
};
