import type { PagePack } from "../../../store/runs/runDetail.ts";
import type { RunRecord } from "../../../store/runs/runs.ts";
import type { Log, WithObjects } from "../../ports.ts";
import { sharesOf } from "../../shared/shares.ts";
import { type KeptPage, packPage, pageName, snapshotFolder } from "./page.ts";

/** Storage limits. Pages beyond them are still collected, but cannot be read again later. */
const MAX_PAGE_CHARS = 5_000_000;
const MAX_RUN_PAGES = 10_000;
const MAX_RUN_BYTES = 250_000_000;

/** This many pending pages trigger a commit: their index has to fit one table item. */
const PACK_PAGES = 1_000;
const PACK_BYTES = 8_000_000;

/**
 * Stores a run's raw pages. Those of one commit share an object, each compressed separately so that a byte range reads
 * one. A page that cannot be stored does not fail the run.
 */
export const createSnapshots = (deps: WithObjects & { readonly log: Log }, run: RunRecord) => {
  let { snapshotPages = 0, snapshotBytes = 0 } = run;
  const maxPages = MAX_RUN_PAGES / sharesOf(run);
  const maxBytes = MAX_RUN_BYTES / sharesOf(run);
  let names: string[] = [];
  let members: Buffer[] = [];
  let bytes = 0;

  return {
    /** Stores the page with the next commit. */
    keep(url: string, { url: from, ...kept }: KeptPage): void {
      const { status, html, fetchedAt, format, validators, signals, permissions } = kept;
      const isFull = snapshotPages + names.length >= maxPages || snapshotBytes + bytes >= maxBytes;
      if (isFull || html.length > MAX_PAGE_CHARS) return;
      const page: KeptPage = {
        ...{ url: from, status, html, fetchedAt, format, validators },
        ...{ signals, permissions },
      };
      // Copied, because zlib returns a view of a 16 KB block, twice the size of most pages.
      const member = Buffer.from(packPage(page));
      names.push(pageName(url));
      members.push(member);
      bytes += member.length;
    },

    /** Whether too many pages are pending to keep in memory. */
    commitIsDue: (): boolean => names.length >= PACK_PAGES || bytes >= PACK_BYTES,

    /**
     * Writes the pending pages to an object.
     * @param name of the object, within the run
     * @returns its index, to be committed; undefined if nothing is pending or the write failed
     */
    async pack(name: string): Promise<PagePack | undefined> {
      if (names.length === 0) return undefined;
      const body = Buffer.concat(members, bytes);
      const pack: PagePack = {
        first: snapshotPages,
        objectKey: `${snapshotFolder(run)}${name}.pages`,
        names,
        lengths: members.map(({ length }) => length),
      };
      [names, members, bytes] = [[], [], 0];
      try {
        await deps.objects.put(pack.objectKey, body, "application/octet-stream");
      } catch (error) {
        deps.log.warn("pages were not kept", { runId: run.id, pages: pack.names.length, error });
        return undefined;
      }
      snapshotPages += pack.names.length;
      snapshotBytes += body.length;
      return pack;
    },

    /** How much of the run is stored so far. */
    totals: () => ({ snapshotPages, snapshotBytes }),
  };
};
