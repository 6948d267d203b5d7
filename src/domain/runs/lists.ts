/** The URLs that a run opens. Those given to it are in the table, or in an object if there are too many. */

import { PLANS } from "../../contract/account/plans.ts";
import { fitsRequest } from "../../contract/common.ts";
import type { AccountRecord } from "../../store/account/accounts.ts";
import type { FlowVersion } from "../../store/flows/flows.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import { keptFolderOf } from "../files/folders.ts";
import { eachOnce } from "../flows/addresses.ts";
import { readFlowList } from "../flows/flowLists.ts";
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

/**
 * The URLs that a run opens instead of its flow's `url`: its own list, otherwise the flow's; null if there is none.
 * @param flow the run's version of the flow, with its inputs filled in
 * @throws DomainError as `readFlowList`
 */
export const listOf = async (
  deps: Pick<Deps, "store"> & WithObjects,
  run: RunRecord,
  { urls, uploadId }: Pick<FlowVersion, "urls" | "uploadId">,
): Promise<readonly string[] | null> => {
  const given = await readList(deps, run);
  if (given) return given;
  if (uploadId === null) return urls.length > 0 ? eachOnce(urls) : null;
  return readFlowList(deps, { accountId: run.accountId, flowId: run.flowId, uploadId });
};
