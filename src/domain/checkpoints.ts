import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { RunRecord } from "../store/runs/runs.ts";
import type { CollectionState, Segments } from "./engine.ts";
import { folderOf } from "./files/folders.ts";
import type { WithObjects, WithSeals } from "./ports.ts";

type CheckpointDeps = WithObjects & WithSeals;

/** Larger states are compressed: the pages that a crawl has queued shrink to a tenth. */
const LARGE_CHARS = 4_000;
const COMPRESSED = "zstd:";

const pack = (state: CollectionState): string => {
  const json = JSON.stringify(state);
  return json.length < LARGE_CHARS ? json : COMPRESSED + zstdCompressSync(json).toString("base64");
};

const unpack = (text: string): CollectionState =>
  JSON.parse(
    text.startsWith(COMPRESSED)
      ? zstdDecompressSync(Buffer.from(text.slice(COMPRESSED.length), "base64")).toString("utf8")
      : text,
  );

type OfRun = Pick<RunRecord, "id" | "accountId">;

/** The context that a run's checkpoints are sealed for. */
export const boundTo = ({ id, accountId }: OfRun) => ({ accountId, recordId: `${id}/checkpoint` });

const folderOfRun = ({ id, accountId }: OfRun): string => `${folderOf("tmp/checkpoints", accountId)}${id}/`;

/** Stores the engine's state, sealed because it contains cookies and possibly typed text. @returns the object's key */
export const putCheckpoint = async (
  { objects, seals }: CheckpointDeps,
  run: OfRun,
  name: string,
  state: CollectionState,
): Promise<string> => {
  const objectKey = `${folderOfRun(run)}${name}.sealed`;
  await objects.put(objectKey, await seals.seal(pack(state), boundTo(run)), "text/plain");
  return objectKey;
};

export const readCheckpoint = async (
  { objects, seals }: CheckpointDeps,
  run: OfRun,
  objectKey: string,
): Promise<CollectionState> => unpack(await seals.open(await objects.getText(objectKey), boundTo(run)));

/** The end of a segment's key. */
export const SEGMENT_ENDING = ".segment";

const segmentKey = (run: OfRun, name: string): string => `${folderOfRun(run)}${name}${SEGMENT_ENDING}`;

/** The context that a run's segments are sealed for. */
export const segmentBoundTo = ({ id, accountId }: OfRun) => ({ accountId, recordId: `${id}/segment` });

/**
 * Parts of the engine's state that do not change, apart from it. A checkpoint names those it needs; a segment of a worker
 * that died before its commit is named by none.
 *
 * @param run as claimed: no other worker has its fence, and so its names
 */
export const createSegments = (
  { objects, seals }: CheckpointDeps,
  run: OfRun & Pick<RunRecord, "shard" | "fence">,
): Segments => {
  const { shard, fence } = run;
  const prefix = shard === undefined ? "" : `shard-${shard}-`;
  let written = 0;
  return {
    async put(bytes) {
      written += 1;
      const name = `${prefix}${fence}-${written}`;
      const sealed = await seals.sealBytes(zstdCompressSync(bytes), segmentBoundTo(run));
      await objects.put(segmentKey(run, name), sealed, "application/octet-stream");
      return name;
    },
    get: async (name) =>
      zstdDecompressSync(
        await seals.openBytes(await objects.getBytes(segmentKey(run, name)), segmentBoundTo(run)),
      ),
  };
};
