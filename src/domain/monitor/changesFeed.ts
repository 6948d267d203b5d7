import type { FileAnswer } from "../../contract/common.ts";
import { notFound } from "../errors.ts";
import type { Caller, Deps } from "../ports.ts";
import { isFresh } from "../shared/etag.ts";
import { atomFeed } from "./atom.ts";
import { showChange } from "./showChange.ts";

const ENTRIES = 50;

/**
 * A monitor's latest changes, for feed readers.
 *
 * @param origin where the service answers, such as `https://api.example.com`
 */
export const readChangesFeed = async (
  { store }: Deps,
  { accountId }: Caller,
  flowId: string,
  origin: string,
  ifNoneMatch: string | undefined,
): Promise<FileAnswer> => {
  const [flow, { records }] = await Promise.all([
    store.flows.get(accountId, flowId),
    store.changes.list(accountId, flowId, { limit: ENTRIES }),
  ]);
  if (!flow) throw notFound("flow", flowId);
  const [newest] = records;
  // The feed contains the flow's name and URL, so it changes with the flow's version.
  const etag = `"${newest?.id ?? "none"}.${records.length}.${flow.version}"`;
  const known = { etag, lastModified: newest?.createdAt ?? flow.createdAt };
  if (isFresh(etag, ifNoneMatch)) return { ...known, notModified: true };
  const self = `${origin}/flows/${flowId}/changes.atom`;
  return {
    ...known,
    bytes: Buffer.from(atomFeed({ flow, changes: records.map((change) => showChange(change)), self })),
    contentType: "application/atom+xml; charset=utf-8",
    name: `${flowId}.atom`,
  };
};
