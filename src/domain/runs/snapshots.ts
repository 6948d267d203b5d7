import { createHash } from "node:crypto";
import type { Format } from "../../engine/extract/extract.ts";
import type { FlowVersion } from "../../store/flows.ts";
import type { RunRecord } from "../../store/runs.ts";
import { compress, decompress } from "../gzip.ts";
import { keptFolderOf } from "../objectFolders.ts";
import type { Deps, Log, WithObjects } from "../ports.ts";

/** What is kept at the most. What is over it is still collected, but cannot be read again later. */
const MAX_PAGE_CHARS = 5_000_000;
const MAX_RUN_PAGES = 10_000;
const MAX_RUN_BYTES = 250_000_000;

/** A page as it was when a run collected it. */
export interface KeptPage {
  /** Where it came from, after redirects. */
  readonly url: string;
  readonly status: number;
  readonly html: string;
  readonly fetchedAt: string;
  /** What it was read as (default: HTML). */
  readonly format?: Format | undefined;
  /** How the target named this version of the page. */
  readonly validators?: { readonly etag?: string; readonly lastModified?: string } | undefined;
}

/** The run that kept pages, and for how long. */
type Keeper = Pick<RunRecord, "id" | "accountId" | "retentionDays">;

/** By the address that was asked for: no index is needed to find a page again. */
const snapshotKey = ({ accountId, id, retentionDays }: Keeper, url: string): string => {
  const { href } = new URL(url);
  const name = createHash("sha256").update(href.replace(/#.*$/, "")).digest("hex").slice(0, 32);
  return `${keptFolderOf("snapshots", retentionDays, accountId)}${id}/${name}.json.gz`;
};

/** Keeps the raw pages of a run. A page that cannot be kept is no reason for the run to fail. */
export const createSnapshots = (deps: WithObjects & { readonly log: Log }, run: RunRecord) => {
  let { snapshotPages = 0, snapshotBytes = 0 } = run;
  return {
    async keep(
      url: string,
      { url: from, status, html, fetchedAt, format, validators }: KeptPage,
    ): Promise<void> {
      const isFull = snapshotPages >= MAX_RUN_PAGES || snapshotBytes >= MAX_RUN_BYTES;
      if (isFull || html.length > MAX_PAGE_CHARS) return;
      const page: KeptPage = { url: from, status, html, fetchedAt, format, validators };
      try {
        const body = compress(JSON.stringify(page));
        await deps.objects.put(snapshotKey(run, url), body, "application/gzip");
        snapshotPages += 1;
        snapshotBytes += body.length;
      } catch (error) {
        deps.log.warn("a page was not kept", { runId: run.id, error });
      }
    },

    /** How much is kept of the run so far. */
    totals: () => ({ snapshotPages, snapshotBytes }),
  };
};

/** The page as an earlier run saw it; null where it was not kept. */
export const readSnapshot = async (
  { objects }: WithObjects,
  run: Keeper,
  url: string,
): Promise<KeptPage | null> => {
  const key = snapshotKey(run, url);
  if (!(await objects.exists(key))) return null;
  return JSON.parse(decompress(await objects.getBytes(key))) as KeptPage;
};

/** Of the latest runs of a flow, those that are asked for pages: some keep none. */
const RUNS_ASKED = 5;

/** Gives pages as the flow's last good run kept them, where the flow runs again and again. */
export const findEarlierPages = async (
  deps: WithObjects & Pick<Deps, "store">,
  { accountId, flowId }: RunRecord,
  { mode, schedule }: Pick<FlowVersion, "mode" | "schedule">,
): Promise<((url: string) => Promise<KeptPage | null>) | undefined> => {
  if (mode !== "monitor" && schedule === null) return undefined;
  const filters = { flowId, status: "completed" as const };
  const { records } = await deps.store.runs.list(accountId, filters, { limit: RUNS_ASKED });
  const earlier = records.find(({ snapshotPages = 0 }) => snapshotPages > 0);
  return earlier && ((url) => readSnapshot(deps, earlier, url));
};
