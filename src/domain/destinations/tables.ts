/** Deliveries to tables: one transaction for each, so that readers see a run whole or not at all. */

import type { TableRow } from "../../contract/deliveries/tableDelivery.ts";
import { PlaceError } from "../../contract/placeError.ts";
import type { Item } from "../../contract/runs/runs.ts";
import type { DestinationRecord } from "../../store/deliveries/destinations.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import { currencyColumns } from "../items/csv.ts";
import { type Sent, SUPERSEDED } from "./files.ts";
import { inParts } from "./parts.ts";
import type { TablePlace } from "./ports.ts";
import type { Progress } from "./progress.ts";
import type { KeyedLine, Rows } from "./rows.ts";

/** Bytes of NDJSON in one statement: more does not make deliveries faster, and is held in memory several times. */
const PART_BYTES = 2_000_000;

/** Rows without a key get their place in the run, from 1. */
const withKeys = async function* ({ lines, keyed }: Rows): AsyncGenerator<KeyedLine> {
  if (keyed) return yield* keyed;
  let place = 0;
  for await (const line of lines) {
    place += 1;
    yield { key: String(place), line };
  }
};

const partsOf = async function* (rows: Rows): AsyncGenerator<readonly TableRow[]> {
  const { columns, currencies } = rows;
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
  for await (const { lines } of inParts(withKeys(rows), PART_BYTES))
    yield lines.map(({ key, line }): TableRow => ({ key, record: withCurrencies(JSON.parse(line) as Item) }));
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
      hasKeys: rows.keyed !== undefined,
    },
    renew,
  );
  return itemCount === null ? { itemCount: 0, note: SUPERSEDED } : { itemCount, note: rows.note };
};
