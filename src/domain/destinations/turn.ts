/** Whose turn it is to replace a flow's latest records at a destination that takes files. */
import { randomUUID } from "node:crypto";
import { HOUR_MS, MINUTE_MS } from "../../contract/units.ts";
import type { DestinationDeliveryRecord } from "../../store/deliveries/destinationDeliveries.ts";
import type { DestinationRecord } from "../../store/deliveries/destinations.ts";
import type { Deps } from "../ports.ts";

/** Longer than a delivery's function may run: whoever has held a turn for this long is dead. */
const TURN_MS = 11 * MINUTE_MS;

/** Gives the turn back. */
type Release = () => Promise<void>;

/**
 * Takes the turn. A place of files has no transaction: two deliveries that compare the manifest and replace it at once would
 * leave the older run's. A database locks for itself, and all else has files of its own.
 *
 * @returns null if another delivery has the turn
 */
export const takeTurn = async (
  { store, now }: Deps,
  { id: destinationId, content, target }: DestinationRecord,
  { accountId, flowId }: Pick<DestinationDeliveryRecord, "accountId" | "flowId">,
): Promise<Release | null> => {
  if (content !== "latest" || (target.type !== "s3" && target.type !== "folder")) return async () => {};
  const name = `latest ${destinationId} ${flowId}`;
  // Of this worker alone: another message for the same delivery must not give back what this one holds.
  const owner = randomUUID();
  const nowMs = now();
  const claim = { fingerprint: name, owner, lockedUntilMs: nowMs + TURN_MS, expiresAtMs: nowMs + HOUR_MS };
  const holder = await store.idempotency.claim(accountId, name, claim, nowMs);
  return holder === null ? () => store.idempotency.release(accountId, name, owner) : null;
};
