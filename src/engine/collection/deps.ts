/** What a collection needs from its environment. */
import type { SegmentStore } from "../crawl/index.ts";
import type { Manners } from "../manners/index.ts";
import type { FetchFile, FetchPage, FetchPageOptions, KnownPage } from "../page/index.ts";
import type { AskModel, LivePage, SaveShot } from "../steps/index.ts";
import type { Flights } from "./flights.ts";
import type { SignIns } from "./signIn/signIns.ts";

/** What a run holds besides its state, and the next worker needs. */
export interface CollectionSession {
  /** Resumes a session that another worker suspended. */
  resume(session: unknown): Promise<void>;
  /** Plain JSON. */
  suspend(): Promise<unknown>;
}

/** The browser of one run: its pages share one profile, and therefore cookies. */
export interface CollectionBrowser extends CollectionSession {
  /** Opens the run's one live page. `mayOpen` is called before each navigation. */
  openLive(
    url: string,
    options: Pick<FetchPageOptions, "timeoutMs" | "mayOpen"> & { readonly signal: AbortSignal },
  ): Promise<LivePage>;
  readonly saveShot: SaveShot;
  /** Exchanges cookies and storage for those of another session. */
  replace(session: unknown): Promise<void>;
  /** Notes the number of the sign-in that the cookies are from; `suspend` returns it. */
  noteLogin(login: number): void;
}

export interface CollectionDeps {
  readonly fetchPage: FetchPage;
  /** Fetches files such as sitemaps and robots.txt; absent if there are none. */
  readonly fetchFile?: FetchFile | undefined;
  /** How the run behaves towards sites; absent: it visits none. */
  readonly manners?: Manners | undefined;
  /** Pages in flight between batches; absent: each batch waits for all of its own. */
  readonly flights?: Flights | undefined;
  /** Called for each page that is requested or acted on. @returns a callback for when it has arrived or failed */
  readonly opening?: ((url: string) => () => void) | undefined;
  /** Called before a page is requested, and with its size before its steps run, in case the worker crashes there. */
  readonly reading?: ((url: string, chars?: number) => Promise<void>) | undefined;
  /** Open one page at a time. */
  readonly isCareful?: boolean | undefined;
  /** Stores a page under the URL that was requested. */
  readonly keepPage?: ((url: string, page: KnownPage) => void) | undefined;
  /** The page as the previous run stored it. */
  readonly recallPage?: ((url: string) => Promise<KnownPage | null>) | undefined;
  /** Keeps what a crawl knows; absent: its state does. */
  readonly segments?: SegmentStore | undefined;
  /** Absent: pages are fetched and their scripts do not run. */
  readonly browser?: CollectionBrowser | undefined;
  /** State that fetched pages need. */
  readonly session?: CollectionSession | undefined;
  /** Lets the runs of a flow sign in once; absent: this run signs in by itself. */
  readonly signIns?: SignIns | undefined;
  /** Reads what steps with `useModel` did not find; absent: nobody does. */
  readonly askModel?: AskModel | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}
