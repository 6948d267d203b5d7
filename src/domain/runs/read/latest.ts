/** The items of a flow's last good run, at a stable URL. */
import type { FileAnswer, Redirect } from "../../../contract/common.ts";
import { DomainError } from "../../../contract/errors.ts";
import type { ExportFormat, Formulas } from "../../../contract/runs/runs.ts";
import type { FlowRecord } from "../../../store/flows/flows.ts";
import type { RunRecord } from "../../../store/runs/runs.ts";
import { notFound } from "../../errors.ts";
import { exportOf } from "../../items/items.ts";
import type { Caller, Deps, WithObjects } from "../../ports.ts";
import { isFresh } from "../../shared/etag.ts";
import { isGood } from "../end/good.ts";

/** Completed runs read at a time while looking for a good one, which is usually the latest. */
const RUNS_PER_PAGE = [3, 17, 60, 120];

/** Larger files are served as a link: a function's response is limited to 6 MB, and base64 makes this 5.3 MB. */
const MAX_DIRECT_BYTES = 4_000_000;

const lastGoodRun = async ({ store }: Deps, { accountId, id: flowId }: FlowRecord): Promise<RunRecord> => {
  const filters = { flowId, status: "completed" } as const;
  let afterId: string | undefined;
  for (const limit of RUNS_PER_PAGE) {
    const { records, lastId } = await store.runs.list(accountId, filters, { limit, afterId });
    const good = records.find(isGood);
    if (good) return good;
    if (lastId === undefined) break;
    afterId = lastId;
  }
  throw new DomainError(
    "not-found",
    "This flow has no good run yet: one that completed with items and without warnings. Run it, then try again.",
  );
};

/**
 * All items of the last good run as one file, or a link to the file if it is large.
 *
 * @throws DomainError `not-found` if there is no flow, or no good run yet
 */
export const readLatestItems = async (
  deps: Deps & WithObjects,
  { accountId }: Caller,
  flowId: string,
  { format, formulas }: { readonly format: ExportFormat; readonly formulas?: Formulas | undefined },
  { isHead, ifNoneMatch }: { readonly isHead: boolean; readonly ifNoneMatch: string | undefined },
): Promise<FileAnswer | Redirect> => {
  const { store, objects } = deps;
  const flow = await store.flows.get(accountId, flowId);
  if (!flow) throw notFound("flow", flowId);
  const run = await lastGoodRun(deps, flow);
  const file = exportOf(deps, run, format, formulas);
  const isRaw = formulas === "keep" ? "-keep" : "";
  const known = { etag: `"${run.id}.${format}${isRaw}"`, lastModified: run.finishedAt ?? run.startedAt };
  if (isFresh(known.etag, ifNoneMatch)) return { ...known, notModified: true };
  const read = () => objects.getRange(file.objectKey, 0, MAX_DIRECT_BYTES + 1);
  const bytes = (await read()) ?? (await file.write().then(read));
  if (!bytes) throw new Error(`the export of run ${run.id} was written and is not there`);
  if (bytes.length > MAX_DIRECT_BYTES) return { redirectTo: await file.link(isHead) };
  return { ...known, bytes, contentType: file.contentType, name: `${flowId}.${format}` };
};
