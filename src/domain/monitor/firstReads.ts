/** The records of a run's first pages, kept until the run has read them a second time. */
import type { Item } from "../../contract/runs/runs.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import { putCheckpoint, readCheckpoint } from "../checkpoints.ts";
import type { FirstReads } from "../engine.ts";
import { folderOf } from "../files/folders.ts";
import type { WithObjects, WithSeals } from "../ports.ts";

type ReadDeps = WithObjects & WithSeals;
type OfRun = Pick<RunRecord, "id" | "accountId">;

const NAME = "first-reads";
const keyOf = ({ id, accountId }: OfRun): string =>
  `${folderOf("tmp/checkpoints", accountId)}${id}/${NAME}.sealed`;

/** The object of a picture that was taken of a page's first read. */
export const firstPicture = ({ id, accountId }: OfRun, digest: string): string =>
  `${folderOf("tmp/checkpoints", accountId)}${id}/${digest}.png`;

export const keepFirstReads = async (
  deps: ReadDeps,
  run: OfRun,
  items: readonly Item[],
  pictures: FirstReads["pictures"],
): Promise<void> => {
  for (const [digest, bytes] of pictures)
    await deps.objects.put(firstPicture(run, digest), bytes, "image/png");
  await putCheckpoint(deps, run, NAME, items);
};

export const hasFirstReads = ({ objects }: WithObjects, run: OfRun): Promise<boolean> =>
  objects.exists(keyOf(run));

/** Undefined if the pages were not read twice. */
export const readFirstReads = async (deps: ReadDeps, run: OfRun): Promise<readonly Item[] | undefined> =>
  (await hasFirstReads(deps, run))
    ? ((await readCheckpoint(deps, run, keyOf(run))) as readonly Item[])
    : undefined;
