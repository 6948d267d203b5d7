/** The run pipeline's interface to the engine: one resumable step at a time, and no exception except an abort. */
import type { Pace } from "../contract/flows/pace.ts";
import type { RequestOptions } from "../contract/flows/requestOptions.ts";
import type { RunError } from "../contract/runs/runs.ts";
import type { compareCollections, pairRecords } from "../engine/change/index.ts";
import type {
  CollectionBatch as EngineBatch,
  CollectionPlan as EnginePlan,
  SignIns,
} from "../engine/collection/index.ts";
import type { SegmentStore } from "../engine/crawl/index.ts";
import type { HealingReport } from "../engine/extract/slots/healing/index.ts";
import type { Origins } from "../engine/manners/index.ts";
import type { comparePictures, observePictures } from "../engine/picture/index.ts";
import type { SaveShot } from "../engine/steps/index.ts";
import type { OpenSecret } from "./flows/secrets.ts";
import type { Asking } from "./model.ts";
import type { KeptPage } from "./runs/snapshots/page.ts";
import type { ReadFile } from "./uploads/uploadedFile.ts";

type ToldAlways = "robots" | "render" | "prints";

/** The engine's own dependencies, and the factories for its surroundings. */
export type CollectionPlan = EnginePlan & {
  readonly [K in ToldAlways]: NonNullable<EnginePlan[K]>;
} & {
  readonly pace: Pace;
  /** How its requests present themselves; absent: as the service's. */
  readonly request?: RequestOptions | undefined;
  /** The flow's own proxy, as a reference to one of the secrets. */
  readonly proxy?: string | undefined;
  /** Most concurrent pages per site with the pace `auto`. */
  readonly pagesAtOnce: number;
  /** Whether this is a preview, whose author is waiting for it. */
  readonly isPreview?: boolean | undefined;
  /** Values of `{{secret.name}}`. They are never stored: the engine's output is masked. */
  readonly secrets: readonly OpenSecret[];
};

/** The engine's own state between two batches: plain JSON, opaque to the pipeline. */
export type CollectionState = unknown;

export type CollectionBatch = Omit<EngineBatch, "state"> & { readonly state: CollectionState };

export interface CollectionFailure {
  readonly failure: RunError;
}

/** Keeps parts of a state apart from it. */
export type Segments = SegmentStore;

/** Stores pages, or reads the pages that another run stored. */
export type PageArchive = {
  /** Keeps what a crawl knows; absent: its state does. */
  readonly segments?: Segments | undefined;
} & (
  | {
      /** Call when a page is requested. @returns call it when the page has arrived or failed */
      readonly opening?: ((url: string) => () => void) | undefined;
      /** Call before a page of so many characters is read; if its size is not known yet, without them. */
      readonly reading?: ((url: string, chars?: number) => Promise<void>) | undefined;
      /** Whether to open one page at a time, because a worker died. */
      readonly isCareful?: (() => boolean) | undefined;
      readonly keep: (url: string, page: KeptPage) => void;
      /** Stores a screenshot. @returns what happened, for the run's log */
      readonly keepShot: SaveShot;
      /** Coordinates runs that visit the same origin. */
      readonly origins?: Origins | undefined;
      /** Reads files that the account uploaded. */
      readonly readFile?: ReadFile | undefined;
      /** Lets the runs of a flow sign in once. */
      readonly signIns?: SignIns | undefined;
      /** Asks the deployment's language model; absent: there is none. */
      readonly ask?: Asking["ask"] | undefined;
      /** The page as the previous run stored it. */
      readonly recall?: ((url: string) => Promise<KeptPage | null>) | undefined;
    }
  | { readonly replay: (url: string) => Promise<KeptPage | null> }
);

/** The records of a run's first pages. */
export interface FirstReads {
  readonly items: CollectionBatch["items"];
  readonly pages: number;
  /** The pictures among them, by their SHA-256. */
  readonly pictures: ReadonlyMap<string, Buffer>;
}

export interface Engine {
  /** @param session as an earlier run of the flow left it */
  start(plan: CollectionPlan, session?: unknown): CollectionState;
  /** @throws only the reason `signal` was aborted with */
  next(
    plan: CollectionPlan,
    state: CollectionState,
    signal: AbortSignal,
    archive: PageArchive,
  ): Promise<CollectionBatch | CollectionFailure>;
  /**
   * Reads the first pages of a run before it starts, in a session of its own. The run reads them once more, seconds
   * later, and what differs between the two is noise.
   *
   * @returns null if the pages need another engine or could not be read
   * @throws only the reason `signal` was aborted with
   */
  readFirst(
    plan: CollectionPlan,
    state: CollectionState,
    signal: AbortSignal,
    archive: PageArchive,
  ): Promise<FirstReads | null>;
  /** The run's cookies and storage now; undefined if it has opened nothing. */
  session(): Promise<unknown>;
  /**
   * Reports on the selectors of a split run; undefined if they are not watched.
   * @param states the last state of each shard, in order
   */
  reportShards(plan: CollectionPlan, states: readonly CollectionState[]): HealingReport | undefined;
  /** Compares two collections; needs no run. Fails if the comparison would take longer than a worker has. */
  compare(
    ...collections: Parameters<typeof compareCollections>
  ): ReturnType<typeof compareCollections> | CollectionFailure;
  /** Compares the pictures of a run; absent: it takes none. */
  readonly pictures?: {
    /** Finds what a run's records are compared with. */
    readonly pair: typeof pairRecords;
    /** Compares two pictures of a page. */
    readonly compare: typeof comparePictures;
    /** What differs between two reads of a page by itself. */
    readonly observe: typeof observePictures;
  };
  /** Releases what the run held between batches, however it ended. */
  release(): Promise<void>;
}
