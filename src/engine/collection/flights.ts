/** Pages in flight, which one batch hands to the next. */
import type { Page } from "../page/index.ts";
import type { LivePage } from "../steps/index.ts";
import type { CollectionLog } from "./log.ts";

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

/** What one batch leaves for the next one of the same worker. */
export interface Flights {
  pages: Flight[];
  /** An error that ends the collection before anything more is opened. */
  failure: { readonly error: unknown } | null;
}

export const createFlights = (): Flights => ({ pages: [], failure: null });
