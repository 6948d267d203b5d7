/**
 * Deliveries to places that take files. The parts of a run are written first and its manifest last: a reader of the
 * files in a manifest sees each run completely and once, even if a delivery crashed and was repeated.
 */
import type { ReachedPlace } from "../../store/deliveries/destinationDeliveries.ts";
import type { DestinationRecord } from "../../store/deliveries/destinations.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import { ENCODINGS } from "./encode.ts";
import { type FileFacts, factsOfFile, type Manifest, type ManifestPart, manifestText } from "./manifest.ts";
import { type ParquetTypes, parquetTypesOf } from "./parquet.ts";
import { inFiles, partName } from "./parts.ts";
import type { FilePlace } from "./ports.ts";
import type { Progress } from "./progress.ts";
import { type PlacedLine, type Rows, rowsLeft } from "./rows.ts";

/** Bytes of NDJSON in a part: small enough to send in one request. */
const PART_BYTES = 8_000_000;
/** Of the facts of files and fields that a delivery notes, in an item of the table, which has at most 400 KB. */
const MAX_NOTED_BYTES = 150_000;

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

/** Where a part of a run is written. */
export const partPath = (
  { content, format }: Pick<DestinationRecord, "content" | "format">,
  { id, flowId }: Pick<RunRecord, "id" | "flowId">,
  number: number,
): string => `${flowId}/${content}/${id}/${partName(number, format)}`;

const typesOf = async (rows: Rows, { reached, renew }: Progress): Promise<ParquetTypes> =>
  (reached?.types as ParquetTypes | undefined) ?? parquetTypesOf(rows.lines, renew);

/** What the next worker needs to continue after these files; undefined if it has to read the run from its start. */
const reachedBy = (
  { place }: PlacedLine,
  files: readonly FileFacts[],
  types: ParquetTypes,
): ReachedPlace | undefined => {
  if (place === undefined) return undefined;
  const items = files.reduce((sum, file) => sum + file.items, 0);
  const reached = { place: place + 1, items, files: [...files], types };
  return Buffer.byteLength(JSON.stringify(reached)) > MAX_NOTED_BYTES ? undefined : reached;
};

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
  const { reached, arrived } = progress;
  const types = format === "parquet" ? await typesOf(rows, progress) : {};
  const table = { columns: rows.columns, currencies: rows.currencies, types };
  const pathOf = (number: number): string => partPath(destination, run, number);
  const files: FileFacts[] = [...(reached?.files ?? [])];
  const left = rowsLeft(rows, reached);
  for await (const { items, body, last } of inFiles(left, { format, maxBytes: PART_BYTES, table })) {
    const number = files.length + 1;
    const isNew = number > arrived;
    if (isNew) await place.put(pathOf(number), body, contentType);
    files.push(factsOfFile(items, body));
    await (isNew ? progress.note(number, reachedBy(last, files, types)) : progress.renew());
  }
  const parts = files.map((facts, index): ManifestPart => ({ path: pathOf(index + 1), ...facts }));
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
