import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { RunRecord } from "../../store/runs.ts";
import type { Log, WithObjects } from "../ports.ts";

const compress = promisify(gzip);
const decompress = promisify(gunzip);

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
}

/** By the address that was asked for: no index is needed to find a page again. */
const snapshotKey = (accountId: string, runId: string, url: string): string => {
  const { href } = new URL(url);
  const name = createHash("sha256").update(href.replace(/#.*$/, "")).digest("hex").slice(0, 32);
  return `snapshots/${accountId}/${runId}/${name}.json.gz`;
};

/** Keeps the raw pages of a run. A page that cannot be kept is no reason for the run to fail. */
export const createSnapshots = (deps: WithObjects & { readonly log: Log }, run: RunRecord) => {
  let { snapshotPages = 0, snapshotBytes = 0 } = run;
  return {
    async keep(url: string, { url: from, status, html, fetchedAt }: KeptPage): Promise<void> {
      const isFull = snapshotPages >= MAX_RUN_PAGES || snapshotBytes >= MAX_RUN_BYTES;
      if (isFull || html.length > MAX_PAGE_CHARS) return;
      const page: KeptPage = { url: from, status, html, fetchedAt };
      try {
        const body = await compress(JSON.stringify(page));
        await deps.objects.put(snapshotKey(run.accountId, run.id, url), body, "application/gzip");
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
  accountId: string,
  runId: string,
  url: string,
): Promise<KeptPage | null> => {
  const key = snapshotKey(accountId, runId, url);
  if (!(await objects.exists(key))) return null;
  const text = (await decompress(await objects.getBytes(key))).toString("utf8");
  return JSON.parse(text) as KeptPage;
};
