/** Deliveries by HTTP: NDJSON in parts, each with an `Idempotency-Key` that is the same if it is sent again. */
import type { DestinationRecord } from "../../store/deliveries/destinations.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import type { Sent } from "./files.ts";
import { inParts } from "./parts.ts";
import type { Receiver } from "./ports.ts";
import type { Progress } from "./progress.ts";
import { type Rows, rowsLeft } from "./rows.ts";

/** Many servers accept at most a few MB. */
const PART_BYTES = 1_000_000;

/** @throws PlaceError, and what `progress` throws */
export const sendRequests = async (
  receiver: Receiver,
  { id: destinationId, content }: DestinationRecord,
  { id: runId, flowId, finishedAt }: RunRecord,
  rows: Rows,
  progress: Progress,
): Promise<Sent> => {
  const { reached, arrived } = progress;
  const skipped = reached ? arrived : 0;
  let itemCount = reached?.items ?? 0;
  for await (const { number: counted, lines, isLast } of inParts(rowsLeft(rows, reached), PART_BYTES)) {
    const number = skipped + counted;
    itemCount += lines.length;
    if (number <= arrived) {
      await progress.renew();
      continue;
    }
    const headers = {
      "idempotency-key": `${runId}-${content}-${number}`,
      "gleaner-destination": destinationId,
      "gleaner-flow": flowId,
      "gleaner-run": runId,
      "gleaner-content": content,
      "gleaner-collected-at": finishedAt ?? "",
      "gleaner-part": String(number),
      "gleaner-last-part": String(isLast),
    };
    await receiver.post(headers, lines.map(({ line }) => `${line}\n`).join(""));
    const place = lines.at(-1)?.place;
    await progress.note(number, place === undefined ? undefined : { place: place + 1, items: itemCount });
  }
  return { itemCount, note: rows.note };
};

/** Sends an empty delivery. */
export const testRequest = (receiver: Receiver, { id }: DestinationRecord): Promise<void> =>
  receiver.post({ "gleaner-destination": id, "gleaner-test": "true" }, "");
