/** What a delivery that was cancelled leaves at its destination. */

import { counted } from "../../contract/wording.ts";
import type { DestinationDeliveryRecord } from "../../store/deliveries/destinationDeliveries.ts";
import type { DestinationRecord } from "../../store/deliveries/destinations.ts";
import { partPath } from "./files.ts";

type Delivery = Pick<DestinationDeliveryRecord, "runId" | "flowId" | "progress" | "attempts" | "losses">;

const leftAtReceiver = (parts: number, isMoved: boolean, isUnsure: boolean, losses: number): string[] => {
  if (parts === 0) return losses > 0 ? ["Parts of it may have arrived."] : [];
  const has = (word: string): string => (isMoved ? "had" : word);
  const arrived = `The first ${parts} ${parts === 1 ? `part ${has("has")}` : `parts ${has("have")}`} arrived`;
  const where = isMoved ? " before the destination was changed or disabled" : "";
  return [
    `${arrived}${where}${isUnsure ? "; later ones may have, too." : `, the last one ${has("has")} not.`}`,
  ];
};

/**
 * Whole sentences; none if nothing can be there.
 *
 * @param delivery its `losses` are of workers before: they may have delivered more than they noted, even all of it
 */
export const leftOf = (
  { runId, flowId, progress, attempts, losses = 0 }: Delivery,
  destination: DestinationRecord | null,
): string[] => {
  if (!destination) return [];
  const { type } = destination.target;
  if (type === "postgres") return losses > 0 ? ["Its rows may have arrived."] : [];
  const parts = progress?.parts ?? 0;
  // Of another version, they may be at another place, or in another format.
  const isMoved = progress?.version !== destination.version;
  const isUnsure = losses > 0 || attempts.some(({ error }) => error === null);
  if (type === "http") return leftAtReceiver(parts, isMoved, isUnsure, losses);
  const manifest = isUnsure ? "A manifest may name them." : "No manifest names them.";
  if (parts === 0) {
    if (losses > 0) return [`Files may be left there. ${manifest}`];
    return attempts.length > 0 ? [`Files of earlier attempts may be left there. ${manifest}`] : [];
  }
  if (isMoved) {
    const count = counted(parts, "file");
    const then = "had arrived before the destination was changed or disabled";
    return [`${count} ${then}, and may be left where it delivered then. ${manifest}`];
  }
  const pathOf = (number: number): string => partPath(destination, { id: runId, flowId }, number);
  const files = parts === 1 ? pathOf(1) : `${pathOf(1)} to ${pathOf(parts)}`;
  return isUnsure
    ? [`Files have arrived and are left there: ${files}, and maybe later ones. ${manifest}`]
    : [`No manifest names the files that have arrived and are left there: ${files}.`];
};
