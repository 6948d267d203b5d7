/**
 * Deliveries to places that take files. The parts of a run are written first and its manifest last: a reader of the
 * files in a manifest sees each run completely and once, even if a delivery crashed and was repeated.
 */
import type { DestinationRecord } from "../../store/destinations.ts";
import type { RunRecord } from "../../store/runs.ts";
import { ENCODINGS } from "./encode.ts";
import { factsOfFile, type Manifest, type ManifestPart, manifestText } from "./manifest.ts";
import { parquetTypesOf } from "./parquet.ts";
import { inFiles, partName } from "./parts.ts";
import type { FilePlace } from "./ports.ts";
import type { Progress } from "./progress.ts";
import type { Rows } from "./rows.ts";

/** Bytes of NDJSON in a part: small enough to send in one request. */
const PART_BYTES = 8_000_000;

interface DeliveredManifest extends Manifest {
  readonly destinationId: string;
  readonly content: string;
}

/** The outcome of sending a run's data. */
export interface Sent {
  readonly itemCount: number;
  readonly note: string | null;
}

export const SUPERSEDED = "A newer run was delivered before.";

const parse = (bytes: Buffer | null): DeliveredManifest | null => {
  if (!bytes) return null;
  try {
    return JSON.parse(bytes.toString()) as DeliveredManifest;
  } catch {
    // Somebody else's file is replaced.
    return null;
  }
};

/** `latest` has one manifest that each run replaces; otherwise each run has its own. */
const manifestPath = ({ content }: DestinationRecord, { id, flowId }: RunRecord): string =>
  content === "latest" ? `${flowId}/latest/manifest.json` : `${flowId}/${content}/${id}/manifest.json`;

/** @throws PlaceError, and what `progress` throws */
export const sendFiles = async (
  place: FilePlace,
  destination: DestinationRecord,
  run: RunRecord,
  rows: Rows,
  progress: Progress,
): Promise<Sent> => {
  const { content, format, id: destinationId } = destination;
  const { flowId, id: runId } = run;
  const manifestAt = manifestPath(destination, run);
  const isLatest = content === "latest";
  const before = isLatest ? parse(await place.get(manifestAt)) : null;
  // Ids of runs sort by time.
  if (before && before.runId > runId) return { itemCount: 0, note: SUPERSEDED };
  const { contentType } = ENCODINGS[format];
  const types = format === "parquet" ? await parquetTypesOf(rows.lines, progress.renew) : {};
  const table = { columns: rows.columns, currencies: rows.currencies, types };
  const parts: ManifestPart[] = [];
  for await (const { number, items, body } of inFiles(rows.lines, { format, maxBytes: PART_BYTES, table })) {
    const path = `${flowId}/${content}/${runId}/${partName(number, format)}`;
    const isNew = number > progress.arrived;
    if (isNew) await place.put(path, body, contentType);
    parts.push({ path, ...factsOfFile(items, body) });
    await (isNew ? progress.note(number) : progress.renew());
  }
  const itemCount = parts.reduce((sum, { items }) => sum + items, 0);
  if (itemCount === 0 && !isLatest) return { itemCount, note: rows.note };
  const manifest: DeliveredManifest = {
    version: 1,
    destinationId,
    flowId,
    runId,
    content,
    format,
    collectedAt: run.finishedAt,
    itemCount,
    fields: rows.columns,
    parts,
  };
  if (isLatest && (parse(await place.get(manifestAt))?.runId ?? "") > runId)
    return { itemCount: 0, note: SUPERSEDED };
  await place.put(manifestAt, Buffer.from(manifestText(manifest)), "application/json");
  await removeParts(place, before, flowId, runId);
  return { itemCount, note: rows.note };
};

/** Removes the files that the replaced manifest of `latest` named. */
const removeParts = async (
  place: FilePlace,
  before: DeliveredManifest | null,
  flowId: string,
  runId: string,
): Promise<void> => {
  if (!before || before.runId === runId) return;
  for (const { path } of before.parts ?? []) {
    // A manifest that others have written must not make the service remove other files.
    if (new RegExp(`^${flowId}/latest/[\\w-]+/part-\\d+\\.\\w+$`).test(path)) await place.remove(path);
  }
};

/** Writes a file as a delivery does, and removes it again. */
export const testFiles = async (place: FilePlace, { id }: DestinationRecord): Promise<void> => {
  const path = `gleaner-test-${id}.json`;
  await place.put(
    path,
    Buffer.from(`${JSON.stringify({ test: true, destinationId: id })}\n`),
    "application/json",
  );
  await place.remove(path);
};
