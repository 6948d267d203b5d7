/** Pages of the sites of a story, and what is on them. */
import type { PageOutcome } from "../../../src/contract/runs/runPages.ts";
import type { Item } from "../../../src/contract/runs/runs.ts";
import type {
  CollectionBatch,
  CollectionFailure,
  CollectionPlan,
  Segments,
} from "../../../src/domain/engine.ts";

import type { Login } from "./logins.ts";

/** What is particular about a site, at a page of its own. */
type Trouble = "none" | "fails" | "crashes" | "kills" | "postpones" | "browser";

export interface Site {
  readonly url: string;
  readonly isMonitored: boolean;
  readonly pages: number;
  readonly itemsPerPage: number;
  readonly pageMs: number;
  readonly trouble: Trouble;
  /** The place of the page in the order in which pages are numbered. */
  readonly troubleAt: number;
  /** How long a site that postpones asks to wait. */
  readonly pauseMs: number;
  /** It shares a host with a crawl delay. */
  readonly isSlow: boolean;
  /** Of a flow over a list: how many origins it has, with `pages` each; 0: it has no list. */
  readonly origins: number;
  /** Each URL of the list is the start of a site with one page more. */
  readonly areSites: boolean;
  /** Its pages are found by following links. */
  readonly isCrawled: boolean;
  /** Where one signs in; null: anybody may come in. */
  readonly login: Login | null;
  /** What its flow sets. */
  readonly limits: { readonly maxPages?: number; readonly maxItems?: number };
}

/** A page as it should be collected. */
export interface Expected {
  readonly items: readonly Item[];
  readonly outcome: PageOutcome;
}

/** Opens a page: null where nothing is the matter with it. */
export type OpenPage = (
  address: string,
  place: number,
  state: { readonly hasPaused?: true },
) => Promise<CollectionBatch | CollectionFailure | null>;

/** Collects the next page of a site. */
export type NextPages = (
  site: Site,
  plan: CollectionPlan,
  state: unknown,
  open: OpenPage,
  worker: { readonly segments: Segments | undefined; readonly now: () => number },
) => Promise<CollectionBatch | CollectionFailure>;

export const itemsOn = ({ itemsPerPage }: Site, edition: number, place: number): Item[] =>
  Array.from({ length: itemsPerPage }, (_, i) => {
    const n = (place - 1) * itemsPerPage + i;
    return { id: `item-${n}`, edition: String(edition), price: n % 2 === 0 ? 10 : 10 + edition };
  });

/** What becomes of a page: every third one fails by itself. */
const outcomeOf = ({ itemsPerPage }: Site, url: string, place: number): PageOutcome => {
  const fails = place % 3 === 0;
  const error = { code: "target-failed", message: "Gone.", step: null, httpStatus: 404, retryable: false };
  return { url, status: fails ? "failed" : "completed", items: itemsPerPage, error: fails ? error : null };
};

export const expect = (site: Site, edition: number, url: string, place: number): Expected => ({
  items: itemsOn(site, edition, place),
  outcome: outcomeOf(site, url, place),
});
