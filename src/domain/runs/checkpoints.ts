import type { Seals } from "../../adapters/seal.ts";
import type { RunRecord } from "../../store/runs.ts";
import { folderOf } from "../objectFolders.ts";
import type { WithObjects } from "../ports.ts";
import type { CollectionState } from "./engine.ts";

/** Who can seal does: a browser's session holds cookies, and may hold what was typed. */
type CheckpointDeps = WithObjects & { readonly seals?: Seals | undefined };

type OfRun = Pick<RunRecord, "id" | "accountId">;

const SEALED = ".sealed";

const boundTo = ({ id, accountId }: OfRun) => ({ accountId, recordId: `${id}/checkpoint` });

/** Keeps the engine's state. @returns the key of the object */
export const putCheckpoint = async (
  { objects, seals }: CheckpointDeps,
  run: OfRun,
  name: string,
  state: CollectionState,
): Promise<string> => {
  const path = `${folderOf("tmp/checkpoints", run.accountId)}${run.id}/${name}`;
  const text = JSON.stringify(state);
  const objectKey = path + (seals ? SEALED : ".json");
  if (seals) await objects.put(objectKey, await seals.seal(text, boundTo(run)), "text/plain");
  else await objects.put(objectKey, text, "application/json");
  return objectKey;
};

export const readCheckpoint = async (
  { objects, seals }: CheckpointDeps,
  run: OfRun,
  objectKey: string,
): Promise<CollectionState> => {
  const text = await objects.getText(objectKey);
  if (!objectKey.endsWith(SEALED)) return JSON.parse(text);
  if (!seals) throw new Error(`the checkpoint of run ${run.id} is sealed, and this worker has no key`);
  return JSON.parse(await seals.open(text, boundTo(run)));
};
