/** The URLs given to a run: in the table, or in an object if there are too many. */
import { fitsRequest } from "../../contract/common.ts";
import { PLANS } from "../../contract/plans.ts";
import type { AccountRecord } from "../../store/accounts.ts";
import type { RunRecord } from "../../store/runs.ts";
import { keptFolderOf } from "../files/folders.ts";
import type { Deps, WithLists, WithObjects } from "../ports.ts";
import { compress, decompress } from "../shared/gzip.ts";

/** URLs of a run to be queued: the list itself, or the object that holds it. */
export interface KeptList {
  readonly count: number;
  readonly urls?: readonly string[];
  readonly key?: string;
}

/**
 * Stores URLs that do not fit in the run itself. If no run is created from them, they expire with the plan's retention.
 */
export const keepList = async (
  { lists }: WithLists,
  { id: accountId, plan }: Pick<AccountRecord, "id" | "plan">,
  runId: string,
  urls: readonly string[],
): Promise<KeptList> => {
  const count = urls.length;
  if (fitsRequest(urls)) return { count, urls };
  const key = `${keptFolderOf("lists", PLANS[plan].retentionDays, accountId)}${runId}/urls.gz`;
  await lists.put(key, compress(urls.join("\n")), "application/gzip");
  return { count, key };
};

/** The URLs given to a run; null if it was given none. */
export const readList = async (
  { store, objects }: Pick<Deps, "store"> & WithObjects,
  run: RunRecord,
): Promise<readonly string[] | null> => {
  if (run.urlCount === undefined) return null;
  if (run.urlsKey === undefined) return store.runs.getUrls(run);
  return decompress(await objects.getBytes(run.urlsKey)).split("\n");
};
