/** Uploaded lists of flows. Each is copied to an object of the flow's own, which outlives the upload. */

import { PLANS } from "../../contract/account/plans.ts";
import { DomainError } from "../../contract/errors.ts";
import { DAY_MS } from "../../contract/units.ts";
import type { FlowList } from "../../store/flows/flowLists.ts";
import type { FlowRecord } from "../../store/flows/flows.ts";
import type { ConditionFailed, Write } from "../../store/table.ts";
import { folderOf } from "../files/folders.ts";
import type { Caller, Deps, WithLists, WithObjects } from "../ports.ts";
import { compress, decompress } from "../shared/gzip.ts";
import { readUpload } from "../uploads/readUpload.ts";
import { checkCount, eachOnce } from "./addresses.ts";

/** By then, any function that was working with the list has ended. */
const UNUSED_MS = 60 * 60 * 1_000;

type OfList = Pick<FlowList, "accountId" | "flowId" | "uploadId">;

const objectKey = ({ accountId, flowId, uploadId }: OfList): string =>
  `${folderOf("flows", accountId)}${flowId}/${uploadId}.gz`;

/** A list that a flow is about to take. */
export interface TakenList {
  readonly uploadId: string;
  /** Number of URLs, without duplicates. */
  readonly count: number;
  /** Writes for the transaction in which the flow takes it. */
  readonly writes: readonly Write[];
}

/**
 * Reads an uploaded list and copies it for the flow. Reuses the copy that an earlier version of the flow made.
 *
 * @throws DomainError as `readUpload` and `checkCount`
 */
export const takeList = async (
  deps: Deps & WithLists,
  caller: Caller,
  flowId: string,
  uploadId: string,
): Promise<TakenList> => {
  const { store, lists, now } = deps;
  const { accountId } = caller;
  const of = { accountId, flowId, uploadId };
  const known = await store.flowLists.get(of);
  if (known?.isKept && !known.isGoing)
    return { uploadId, count: known.count, writes: store.flowLists.keep(of) };
  const urls = eachOnce(await readUpload(deps, caller, uploadId));
  checkCount(await caller.account, urls, uploadId);
  await store.flowLists.announce({ ...of, count: urls.length }, now() + UNUSED_MS);
  await lists.put(objectKey(of), compress(urls.join("\n")), "application/gzip");
  const writes = [...store.uploads.take(accountId, uploadId, { flowId }, now()), ...store.flowLists.keep(of)];
  return { uploadId, count: urls.length, writes };
};

/** @throws DomainError `conflict` if the write was refused because the list was used before */
export const checkNotUsed = (
  { store }: Deps,
  { accountId }: Caller,
  uploadId: string,
  error: ConditionFailed,
): void => {
  if (error.refused(store.uploads.key(accountId, uploadId)))
    throw new DomainError("conflict", `Upload ${uploadId} was used before. Upload the list again.`);
};

/** Releases a flow's list. It is kept until runs of earlier versions expire, so that they can be retried. */
export const leaveList = (
  { store, now }: Deps,
  { accountId, id: flowId, uploadId }: FlowRecord,
  plan: keyof typeof PLANS,
): readonly Write[] =>
  uploadId === null
    ? []
    : store.flowLists.leave(
        { accountId, flowId, uploadId },
        now() + PLANS[plan].retentionDays * DAY_MS + UNUSED_MS,
      );

/** Releases a deleted flow's list, which no run needs any more. */
export const dropList = (
  { store, now }: Deps,
  { accountId, id: flowId, uploadId }: FlowRecord,
): readonly Write[] =>
  uploadId === null ? [] : store.flowLists.leave({ accountId, flowId, uploadId }, now() + UNUSED_MS);

/**
 * The URLs of a flow's list.
 * @throws DomainError `conflict` if the list was erased, because the flow replaced it long ago
 */
export const readFlowList = async ({ objects }: WithObjects, of: OfList): Promise<readonly string[]> => {
  if (!(await objects.exists(objectKey(of))))
    throw new DomainError("conflict", `The flow's list ${of.uploadId} has been deleted.`);
  return decompress(await objects.getBytes(objectKey(of))).split("\n");
};

/** Deletes a due list, unless its flow uses it again. */
export const handOverFlowList = async (
  deps: Deps & WithObjects,
  list: FlowList,
  dueAt: string,
): Promise<void> => {
  const { store, objects } = deps;
  const flow = await store.flows.get(list.accountId, list.flowId);
  if (flow?.uploadId === list.uploadId) return store.flowLists.keepOn(list, dueAt);
  await store.flowLists.giveUp(list, dueAt);
  await objects.remove(objectKey(list));
  await store.commit(store.flowLists.expire(list, dueAt));
};
