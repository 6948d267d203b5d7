/** Pages on their way: what one batch hands to the next. */
import type { Page } from "../page/index.ts";
import type { LivePage } from "../steps/index.ts";
import type { CollectionLog } from "./log.ts";

/** What was opened for a page: the page as read, and the live one behind it, if any. */
export interface OpenedPage {
  readonly page: Page;
  readonly live: LivePage | null;
}

export interface Arrival {
  readonly opened: OpenedPage;
  /** How long the site took, its turn not included. */
  readonly ms: number;
}

/** A page on its way. */
export interface Flight {
  readonly url: string;
  readonly arrival: Promise<Arrival>;
  /** What is to be said of it once it has arrived. */
  readonly logs: readonly CollectionLog[];
}

/** What one batch leaves for the next one of the same worker. */
export interface Flights {
  pages: Flight[];
  /** What ends the collection: met before anything more is opened. */
  failure: { readonly error: unknown } | null;
}

export const createFlights = (): Flights => ({ pages: [], failure: null });
