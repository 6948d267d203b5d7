import type { Destination, DestinationDelivery } from "../../contract/deliveries/destinations.ts";
import type { DestinationDeliveryRecord } from "../../store/deliveries/destinationDeliveries.ts";
import type { DestinationRecord } from "../../store/deliveries/destinations.ts";

export const showDestination = ({
  id,
  name,
  target,
  flowIds,
  content,
  format,
  active,
  failingSince,
  failure,
  createdAt,
}: DestinationRecord): Destination => ({
  id,
  name,
  target,
  flowIds: flowIds && [...flowIds],
  content,
  format,
  active,
  ...(failingSince !== undefined && {
    failing: { since: failingSince, ...(failure ?? { httpStatus: null, error: null }) },
  }),
  createdAt,
});

export const showDelivery = ({
  accountId: _accountId,
  step: _step,
  losses: _losses,
  turn: _turn,
  progress: _progress,
  ...delivery
}: DestinationDeliveryRecord): DestinationDelivery => ({ ...delivery, attempts: [...delivery.attempts] });
