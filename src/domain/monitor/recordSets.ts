import { createHash } from "node:crypto";
import type { Item } from "../../contract/runs/runs.ts";
import type { RecordSet } from "../../engine/change/index.ts";
import type { RecordSetEntry } from "../../store/monitors/records.ts";
import { eraseFolder } from "../files/folders.ts";
import type { WithObjects } from "../ports.ts";
import { compress, decompress } from "../shared/gzip.ts";
import { inParallel } from "../shared/inParallel.ts";
import { workAhead } from "../shared/workAhead.ts";

/** Records per object, so that reading a page of records needs one or two objects. */
const CHUNK_RECORDS = 1_000;
const PARALLEL = 8;

type Keyed = RecordSet["records"][number];

const chunkKey = (folder: string, chunk: number): string => `${folder}/${chunk}.ndjson.gz`;

const toLine = ({ key, record }: Keyed): string => JSON.stringify([key, record]);

/** Equal records in the same order have the same digest. */
export const digestOf = ({ records }: Pick<RecordSet, "records">): string => {
  const hash = createHash("sha256");
  for (const keyed of records) hash.update(`${toLine(keyed)}\n`);
  return hash.digest("base64url");
};

/** Stores the records of a set in a folder. */
export const putRecords = async (
  { objects }: WithObjects,
  folder: string,
  { records }: Pick<RecordSet, "records">,
): Promise<void> => {
  const chunks = Array.from({ length: Math.ceil(records.length / CHUNK_RECORDS) }, (_, chunk) => chunk);
  await inParallel(chunks, PARALLEL, async (chunk) => {
    const part = records.slice(chunk * CHUNK_RECORDS, (chunk + 1) * CHUNK_RECORDS);
    const body = compress(part.map((keyed) => `${toLine(keyed)}\n`).join(""));
    await objects.put(chunkKey(folder, chunk), body, "application/gzip");
  });
};

const readChunk = async ({ objects }: WithObjects, folder: string, chunk: number): Promise<Keyed[]> => {
  const text = decompress(await objects.getBytes(chunkKey(folder, chunk)));
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => {
      const [key, record] = JSON.parse(line) as [string, Item];
      return { key, record };
    });
};

/** Up to `count` records of a set, starting at record `start`. */
export const readRecords = async (
  deps: WithObjects,
  { folder, total }: RecordSetEntry,
  start = 0,
  count = total,
): Promise<Keyed[]> => {
  const end = Math.min(start + count, total);
  const first = Math.floor(start / CHUNK_RECORDS);
  const length = Math.max(0, Math.ceil(end / CHUNK_RECORDS) - first);
  const chunks = Array.from({ length }, (_, offset) => first + offset);
  const parts = await inParallel(chunks, PARALLEL, (chunk) => readChunk(deps, folder, chunk));
  return parts.flat().slice(start - first * CHUNK_RECORDS, end - first * CHUNK_RECORDS);
};

/** Objects read ahead of the consumer. */
const CHUNKS_AHEAD = 4;

/**
 * All records of a set in order, of which a few thousand are held at a time.
 *
 * @param renew called after each object that is read, whatever becomes of its records; what it throws ends the reading
 */
export const eachRecord = async function* (
  deps: WithObjects,
  { folder, total }: RecordSetEntry,
  renew: () => Promise<void>,
): AsyncGenerator<Keyed> {
  const chunks = async function* () {
    for (let chunk = 0; chunk * CHUNK_RECORDS < total; chunk += 1) yield chunk;
  };
  const bounds = { width: CHUNKS_AHEAD, maxWeight: CHUNKS_AHEAD, weigh: () => 1 };
  for await (const records of workAhead(chunks(), bounds, (chunk) => readChunk(deps, folder, chunk))) {
    await renew();
    yield* records;
  }
};

/** Deletes the stored records of a set, and their pictures. */
export const removeRecords = async (
  deps: WithObjects,
  { folder }: Pick<RecordSetEntry, "folder">,
): Promise<void> => {
  while ((await eraseFolder(deps, `${folder}/`)) > 0);
};
