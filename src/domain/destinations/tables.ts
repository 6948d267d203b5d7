/** Deliveries to tables: one transaction for each, so that readers see a run whole or not at all. */
import { PlaceError } from "../../contract/placeError.ts";
import type { Item } from "../../contract/runs.ts";
import type { TableRow } from "../../contract/tableDelivery.ts";
import type { DestinationRecord } from "../../store/destinations.ts";
import type { RunRecord } from "../../store/runs.ts";
import { currencyColumns } from "../items/csv.ts";
import { type Sent, SUPERSEDED } from "./files.ts";
import { inParts } from "./parts.ts";
import type { TablePlace } from "./ports.ts";
import type { Progress } from "./progress.ts";
import type { Rows } from "./rows.ts";

/** Bytes of NDJSON in one statement: more does not make deliveries faster, and is held in memory several times. */
const PART_BYTES = 2_000_000;

const partsOf = async function* ({
  lines,
  keys,
  columns,
  currencies,
}: Rows): AsyncGenerator<readonly TableRow[]> {
  const added = currencyColumns(columns, currencies);
  const withCurrencies = (record: Item): Item => ({
    ...record,
    ...Object.fromEntries(
      added.map(({ field, name, currency }) => [
        name,
        typeof record[field] === "number" ? currency || null : null,
      ]),
    ),
  });
  let place = 0;
  for await (const part of inParts(lines, PART_BYTES)) {
    const start = place;
    place += part.lines.length;
    yield part.lines.map((line, index): TableRow => {
      const at = start + index;
      return { key: keys?.[at] ?? String(at + 1), record: withCurrencies(JSON.parse(line) as Item) };
    });
  }
};

const TOO_LONG =
  "Writing the run took longer than one transaction may take, about eight minutes. Collect less in a run, or deliver to a bucket and load its files.";

/** @throws PlaceError, and what `progress` throws */
export const sendRows = async (
  place: TablePlace,
  { id: destinationId, content }: DestinationRecord,
  { id: runId, flowId, finishedAt }: RunRecord,
  rows: Rows,
  progress: Progress,
): Promise<Sent> => {
  // One transaction cannot be continued by another worker.
  const renew = async (): Promise<void> => {
    await progress.renew();
    if (progress.isOutOfTime()) throw new PlaceError("too-slow", TOO_LONG);
  };
  const itemCount = await place.deliver(
    {
      destinationId,
      flowId,
      runId,
      collectedAt: finishedAt,
      content,
      parts: partsOf(rows),
      hasKeys: rows.keys !== undefined,
    },
    renew,
  );
  return itemCount === null ? { itemCount: 0, note: SUPERSEDED } : { itemCount, note: rows.note };
};
