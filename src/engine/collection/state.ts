import type { Currencies } from "../../contract/currencies.ts";
import type { PagePermissions } from "../../contract/permissions.ts";
import type { PageOutcome, PageStatus, SiteOutcome } from "../../contract/runs/runPages.ts";
import type { Frontier, Lead } from "../crawl/index.ts";
import type { HealingReport, Tracks } from "../extract/slots/healing/index.ts";
import type { Item, Visit } from "../steps/index.ts";
import type { CollectionLog } from "./log.ts";

/** A sitemap to read, and how many indexes led to it. */
export interface SitemapFile {
  readonly url: string;
  readonly depth: number;
}

/** The page of a list or a crawl that a task belongs to. */
interface OfPage {
  /** The URL whose outcome it counts for; absent: a failure ends the run. */
  readonly of?: string;
  /** How often it has been tried. */
  readonly tries?: number;
}

/** A task. Plain JSON, so that another worker can resume the run. */
export type Task = OfPage & TaskKind;

type TaskKind =
  /** Open a page of the segment. `path` leads to the paginate step that found it. */
  | {
      readonly kind: "page";
      readonly url: string;
      readonly number: number;
      readonly path: readonly number[] | null;
      /** Hash of the records of the page before: a page that repeats them is no next page. */
      readonly after?: string;
    }
  /** Open the record's links one after the other, then emit the record. */
  | { readonly kind: "record"; readonly record: Item; readonly visits: readonly Visit[] }
  /** Read the next sitemap, whose first `offset` pages were queued already. */
  | {
      readonly kind: "sitemap";
      readonly path: readonly number[];
      /** Null: not found yet. */
      readonly files: readonly SitemapFile[] | null;
      readonly filesRead: number;
      readonly offset: number;
      /** Pages queued so far. */
      readonly pages: number;
    }
  /** Open a link whose page yields records of its own. `lead`: found by a crawl, which continues from it. */
  | { readonly kind: "link"; readonly visit: Visit; readonly lead?: Lead };

/** Why a page failed or is incomplete. */
export interface PageFault {
  readonly status: Exclude<PageStatus, "completed">;
  readonly error: NonNullable<PageOutcome["error"]>;
}

/** Pages of a list or a crawl that are in progress. */
export type PagesUnderWay = Readonly<
  Record<
    string,
    { readonly items: number; readonly fault?: PageFault; readonly permissions?: PagePermissions }
  >
>;

/** Finished pages of a list or a crawl, and the first that failed. */
export interface PageTallies {
  readonly completed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly first: PageOutcome | null;
}

/** A site whose turn has come, in the order of the list. */
export interface OpenSite {
  /** Its place in the list. */
  readonly place: number;
  readonly state: CollectionState;
  /** Items that wait for those of earlier sites. */
  readonly held: readonly Item[];
  /** Items that were passed on. */
  readonly given: number;
  /** When it asked to be visited again, in epoch milliseconds. */
  readonly notBeforeMs?: number;
  /** How it ended, apart from its items; absent: it has not. */
  readonly end?: Pick<SiteOutcome, "status" | "error">;
}

export interface SitesState {
  /** How many sites of the list were begun. */
  readonly begun: number;
  /** Those of which something is left to open or to pass on. */
  readonly open: readonly OpenSite[];
  readonly tallies: PageTallies;
}

export interface CollectionState {
  /** Segments started. */
  readonly segment: number;
  /** Remaining tasks of this segment, next first; depth first, so that records come out in page order. */
  readonly frontier: readonly Task[];
  /** List pages of this segment that were opened, so that pagination does not loop. */
  readonly visited: readonly string[];
  readonly pages: number;
  readonly items: number;
  /** How many URLs of the plan's list this segment has queued. */
  readonly listed?: number;
  /** State of the segment's crawl. */
  readonly crawl?: Frontier;
  readonly pagesUnderWay?: PagesUnderWay;
  readonly pageTallies?: PageTallies;
  /** The sites of a list of sites. */
  readonly sites?: SitesState;
  /** What a browser needs to resume; for static pages, their cookies. */
  readonly session?: unknown;
  /** What the selectors matched, and their replacements. */
  readonly tracks?: Tracks;
  /** What was learned about the sites, and when they may be visited again. */
  readonly manners?: unknown;
  /** Pages with records were skipped or a limit was reached: records may be missing. */
  readonly lacksRecords?: boolean;
  /** Pages that complete records were skipped: values of found records may be missing. */
  readonly lacksValues?: boolean;
  /** How many times in a row the target asked the run to come back later. */
  readonly postponed: number;
}

/** Documents, such as PDF files, that were read as pages. */
export interface DocumentCounts {
  readonly read: number;
  /** Those without any text, such as scans. */
  readonly textless: number;
}

export const NO_DOCUMENTS: DocumentCounts = { read: 0, textless: 0 };

/** The result of one batch. */
export interface CollectionBatch {
  readonly items: readonly Item[];
  /** The page of a list or a crawl that each item is from; absent: not known. */
  readonly pagesOfItems?: readonly (string | undefined)[];
  readonly logs: readonly CollectionLog[];
  /** Pages fetched in this batch. */
  readonly pages: number;
  readonly state: CollectionState;
  readonly done: boolean;
  /** Finished pages of a list or a crawl. */
  readonly outcomes?: readonly PageOutcome[];
  /** Finished sites of a list of sites. */
  readonly siteOutcomes?: readonly SiteOutcome[];
  /** Currencies of the prices found in this batch. */
  readonly currencies?: Currencies;
  /** Documents read in this batch. */
  readonly documents?: DocumentCounts;
  /** As in the state. */
  readonly lacksRecords?: boolean;
  readonly lacksValues?: boolean;
  /** For a finished collection: the state of its selectors. */
  readonly healing?: HealingReport;
  /** The target asked for this pause; nothing was collected. */
  readonly resumeAfterMs?: number;
  /** The collection can only continue in a browser; nothing was collected. */
  readonly needsBrowser?: true;
}
