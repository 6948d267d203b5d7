/** What a delivery that was cancelled leaves at its destination. */
import type { DestinationDeliveryRecord } from "../../store/destinationDeliveries.ts";
import type { DestinationRecord } from "../../store/destinations.ts";
import { partPath } from "./files.ts";

type Delivery = Pick<DestinationDeliveryRecord, "runId" | "flowId" | "progress" | "attempts">;

/** Whole sentences; none if nothing can be there. */
export const leftOf = (
  { runId, flowId, progress, attempts }: Delivery,
  destination: DestinationRecord | null,
): string[] => {
  if (!destination) return [];
  const { type } = destination.target;
  const parts = progress?.parts ?? 0;
  if (type === "postgres") return [];
  if (type === "http")
    return parts > 0
      ? [`The first ${parts} ${parts === 1 ? "part has" : "parts have"} arrived, the last one has not.`]
      : [];
  const pathOf = (number: number): string => partPath(destination, { id: runId, flowId }, number);
  if (parts > 0) {
    const files = parts === 1 ? pathOf(1) : `${pathOf(1)} to ${pathOf(parts)}`;
    return [`No manifest names the files that have arrived and are left there: ${files}.`];
  }
  return attempts.length > 0 ? ["Files of failed attempts may be left there. No manifest names them."] : [];
};
