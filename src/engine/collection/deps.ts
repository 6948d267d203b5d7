/** What a collection asks of its surroundings. */
import type { Manners } from "../manners/index.ts";
import type { FetchFile, FetchPage, FetchPageOptions, KnownPage } from "../page/index.ts";
import type { LivePage, SaveShot } from "../steps/index.ts";
import type { Flights } from "./flights.ts";

/** What a run holds beside its state, and another worker needs to go on. */
export interface CollectionSession {
  /** Takes up where another worker put it down. */
  resume(session: unknown): Promise<void>;
  /** Plain JSON. */
  suspend(): Promise<unknown>;
}

/** The browser of one run: its pages share one profile, and so its cookies. */
export interface CollectionBrowser extends CollectionSession {
  /** Opens the run's one live page at an address. `mayOpen` is asked before each page that it goes to. */
  openLive(
    url: string,
    options: Pick<FetchPageOptions, "timeoutMs" | "mayOpen"> & { readonly signal: AbortSignal },
  ): Promise<LivePage>;
  readonly saveShot: SaveShot;
}

export interface CollectionDeps {
  readonly fetchPage: FetchPage;
  /** Gets what is no page: sitemaps, and what robots.txt says of them. Absent: there are none. */
  readonly fetchFile?: FetchFile | undefined;
  /** How the run behaves towards sites; absent: none is visited. */
  readonly manners?: Manners | undefined;
  /** What one batch leaves for the next; absent: each waits for all of its own pages. */
  readonly flights?: Flights | undefined;
  /** Told of each page that is asked for, or acted on. @returns to be called once it is there, or will not be */
  readonly opening?: ((url: string) => () => void) | undefined;
  /** Keeps a page as it was when it was opened at an address. */
  readonly keepPage?: ((url: string, page: KnownPage) => void) | undefined;
  /** The page as the run before this one kept it. */
  readonly recallPage?: ((url: string) => Promise<KnownPage | null>) | undefined;
  /** Absent: pages are fetched and never run. */
  readonly browser?: CollectionBrowser | undefined;
  /** What goes along with fetched pages. */
  readonly session?: CollectionSession | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}
