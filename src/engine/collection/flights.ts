/** Pages in flight, which one batch hands to the next. */
import type { Page } from "../page/index.ts";
import type { LivePage } from "../steps/index.ts";
import type { CollectionLog } from "./log.ts";
import type { CollectionBatch } from "./state.ts";

/** The opened page: its content, and the live page behind it, if any. */
export interface OpenedPage {
  readonly page: Page;
  readonly live: LivePage | null;
}

export interface Arrival {
  readonly opened: OpenedPage;
  /** Response time of the site, without the wait for its turn. */
  readonly ms: number;
}

/** A page in flight. */
export interface Flight {
  readonly url: string;
  readonly arrival: Promise<Arrival>;
  /** Log entries to write once it has arrived. */
  readonly logs: readonly CollectionLog[];
}

/** A batch of one of several sites, or why the site cannot be continued. */
export type SiteResult = CollectionBatch | { readonly error: unknown };

/** A call that collects from one of several sites. */
export interface SiteCall {
  /** Pages that it may fetch. */
  readonly room: number;
  /** Resolves when `result` is there. */
  readonly ended: Promise<void>;
  result?: SiteResult;
}

/** What one batch leaves for the next one of the same worker. */
export interface Flights {
  pages: Flight[];
  /** An error that ends the collection before anything more is opened. */
  failure: { readonly error: unknown } | null;
  /** Of a list of sites, by place in the list: those being read, and the pages in flight of each. */
  readonly calls: Map<number, SiteCall>;
  readonly ofSites: Map<number, Flights>;
}

export const createFlights = (): Flights => ({
  pages: [],
  failure: null,
  calls: new Map(),
  ofSites: new Map(),
});
