import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { RunRecord } from "../../store/runs.ts";
import { folderOf } from "../files/folders.ts";
import type { WithObjects, WithSeals } from "../ports.ts";
import type { CollectionState } from "./engine.ts";

type CheckpointDeps = WithObjects & WithSeals;

/** Larger states are compressed: 100,000 URLs of a crawl shrink to an eighth. */
const LARGE_CHARS = 64_000;
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

/** Stores the engine's state, sealed because it contains cookies and possibly typed text. @returns the object's key */
export const putCheckpoint = async (
  { objects, seals }: CheckpointDeps,
  run: OfRun,
  name: string,
  state: CollectionState,
): Promise<string> => {
  const objectKey = `${folderOf("tmp/checkpoints", run.accountId)}${run.id}/${name}.sealed`;
  await objects.put(objectKey, await seals.seal(pack(state), boundTo(run)), "text/plain");
  return objectKey;
};

export const readCheckpoint = async (
  { objects, seals }: CheckpointDeps,
  run: OfRun,
  objectKey: string,
): Promise<CollectionState> => unpack(await seals.open(await objects.getText(objectKey), boundTo(run)));
