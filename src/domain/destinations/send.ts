import type { DestinationTarget } from "../../contract/deliveries/destinationTargets.ts";
import type { DestinationRecord } from "../../store/deliveries/destinations.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import type { Deps, WithObjects } from "../ports.ts";
import { type Sent, sendFiles, testFiles } from "./files.ts";
import type { WithPlaces } from "./ports.ts";
import type { Progress } from "./progress.ts";
import { sendRequests, testRequest } from "./requests.ts";
import { readRows } from "./rows.ts";
import { sendRows } from "./tables.ts";

/**
 * Delivers a run's data.
 *
 * @throws PlaceError, and what `progress` throws
 */
export const send = async (
  deps: Deps & WithObjects & WithPlaces,
  destination: DestinationRecord,
  target: DestinationTarget,
  run: RunRecord,
  progress: Progress,
): Promise<Sent> => {
  const rows = await readRows(deps, run, destination.content, progress.renew);
  const { places } = deps;
  if (target.type === "http")
    return sendRequests(places.openReceiver(target), destination, run, rows, progress);
  if (target.type === "postgres")
    return sendRows(await places.openTable(target), destination, run, rows, progress);
  return sendFiles(await places.openFiles(target, destination), destination, run, rows, progress);
};

/** @throws PlaceError */
export const sendTest = async (
  { places }: WithPlaces,
  destination: DestinationRecord,
  target: DestinationTarget,
): Promise<void> => {
  if (target.type === "http") return testRequest(places.openReceiver(target), destination);
  if (target.type === "postgres") return (await places.openTable(target)).test(destination.content);
  return testFiles(await places.openFiles(target, destination), destination);
};
