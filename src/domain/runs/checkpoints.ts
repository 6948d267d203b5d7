import type { RunRecord } from "../../store/runs.ts";
import { folderOf } from "../objectFolders.ts";
import type { WithObjects, WithSeals } from "../ports.ts";
import type { CollectionState } from "./engine.ts";

type CheckpointDeps = WithObjects & WithSeals;

type OfRun = Pick<RunRecord, "id" | "accountId">;

/** What the checkpoints of a run are sealed for. */
export const boundTo = ({ id, accountId }: OfRun) => ({ accountId, recordId: `${id}/checkpoint` });

/** Keeps the engine's state, sealed: it holds cookies, and may hold what was typed. @returns the key of the object */
export const putCheckpoint = async (
  { objects, seals }: CheckpointDeps,
  run: OfRun,
  name: string,
  state: CollectionState,
): Promise<string> => {
  const objectKey = `${folderOf("tmp/checkpoints", run.accountId)}${run.id}/${name}.sealed`;
  await objects.put(objectKey, await seals.seal(JSON.stringify(state), boundTo(run)), "text/plain");
  return objectKey;
};

export const readCheckpoint = async (
  { objects, seals }: CheckpointDeps,
  run: OfRun,
  objectKey: string,
): Promise<CollectionState> => JSON.parse(await seals.open(await objects.getText(objectKey), boundTo(run)));
