import type { PageOutcome, PageStatus } from "../../contract/runPages.ts";
import type { Frontier, Lead } from "../crawl/index.ts";
import type { HealingReport, Tracks } from "../extract/slots/healing/index.ts";
import type { Item, Visit } from "../steps/index.ts";
import type { CollectionLog } from "./log.ts";

/** A sitemap to read, and how many indexes led to it. */
export interface SitemapFile {
  readonly url: string;
  readonly depth: number;
}

/** What a task of a list or a crawl belongs to. */
interface OfPage {
  /** The address whose outcome it counts for; absent: a failure is the run's. */
  readonly of?: string;
  /** How often it has been tried. */
  readonly tries?: number;
}

/** Something left to do. Plain JSON: a run is put down and taken up by another worker. */
export type Task = OfPage & TaskKind;

type TaskKind =
  /** Open a page of the segment. `path` leads to the paginate step that found it. */
  | {
      readonly kind: "page";
      readonly url: string;
      readonly number: number;
      readonly path: readonly number[] | null;
    }
  /** Open the record's links one after the other, then hand the record out. */
  | { readonly kind: "record"; readonly record: Item; readonly visits: readonly Visit[] }
  /** Read the next sitemap, of which the first `offset` pages were queued already. */
  | {
      readonly kind: "sitemap";
      readonly path: readonly number[];
      /** Null: it is still to be found. */
      readonly files: readonly SitemapFile[] | null;
      readonly filesRead: number;
      readonly offset: number;
      /** Pages queued in all. */
      readonly pages: number;
    }
  /** Open a link whose page yields records of its own. `lead`: a crawl has found it, and goes on from it. */
  | { readonly kind: "link"; readonly visit: Visit; readonly lead?: Lead };

/** Why a page did not go well. */
export interface PageFault {
  readonly status: Exclude<PageStatus, "completed">;
  readonly error: NonNullable<PageOutcome["error"]>;
}

/** Pages of a list or a crawl on which something is left to be done. */
export type PagesUnderWay = Readonly<Record<string, { readonly items: number; readonly fault?: PageFault }>>;

/** Pages of a list or a crawl that are done, and the first one that failed. */
export interface PageTallies {
  readonly completed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly first: PageOutcome | null;
}

export interface CollectionState {
  /** Segments begun. */
  readonly segment: number;
  /** What is left of this segment, next first; depth first, so that records come out in page order. */
  readonly frontier: readonly Task[];
  /** List pages of this segment that were opened: pagination must not go round in circles. */
  readonly visited: readonly string[];
  readonly pages: number;
  readonly items: number;
  /** Addresses of the plan's list that this segment has taken up. */
  readonly listed?: number;
  /** What the segment's crawl knows. */
  readonly crawl?: Frontier;
  readonly pagesUnderWay?: PagesUnderWay;
  readonly pageTallies?: PageTallies;
  /** What a browser needs to go on where another was put down; of static pages, their cookies. */
  readonly session?: unknown;
  /** What was seen of the selectors, and what was put in their place. */
  readonly tracks?: Tracks;
  /** What was learnt of the sites, and when they may be visited again. */
  readonly manners?: unknown;
  /** Pages of records were skipped or a limit was reached: records may be missing. */
  readonly lacksRecords?: boolean;
  /** Pages that complete records were: values of records that were found may be missing. */
  readonly lacksValues?: boolean;
  /** How often in a row the target asked us to come back later. */
  readonly postponed: number;
}

/** What one call collected. */
export interface CollectionBatch {
  readonly items: readonly Item[];
  readonly logs: readonly CollectionLog[];
  /** Pages fetched by this call. */
  readonly pages: number;
  readonly state: CollectionState;
  readonly done: boolean;
  /** Pages of a list or a crawl that are done. */
  readonly outcomes?: readonly PageOutcome[];
  /** As in the state. */
  readonly lacksRecords?: boolean;
  readonly lacksValues?: boolean;
  /** Of a collection that is done: what became of its selectors. */
  readonly healing?: HealingReport;
  /** The target asked us to come back after this long; nothing was collected. */
  readonly resumeAfterMs?: number;
  /** The collection can go on in a browser only; nothing was collected. */
  readonly needsBrowser?: true;
}
