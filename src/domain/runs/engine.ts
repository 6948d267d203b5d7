/** What the run pipeline asks of the engine: one resumable step at a time, no exceptions but an abort. */
import type { Pace } from "../../contract/pace.ts";
import type { RunError } from "../../contract/runs.ts";
import type { compareCollections } from "../../engine/change/index.ts";
import type {
  CollectionBatch as EngineBatch,
  CollectionPlan as EnginePlan,
} from "../../engine/collection/index.ts";
import type { Origins } from "../../engine/manners/index.ts";
import type { SaveShot } from "../../engine/steps/index.ts";
import type { OpenSecret } from "../flows/secrets.ts";
import type { KeptPage } from "./snapshots/page.ts";

type ToldAlways = "robots" | "render" | "prints";

/** All that the engine asks for, and what its surroundings are made by. */
export type CollectionPlan = EnginePlan & {
  readonly [K in ToldAlways]: NonNullable<EnginePlan[K]>;
} & {
  readonly pace: Pace;
  /** Pages of one site at once that the pace `auto` may reach. */
  readonly pagesAtOnce: number;
  /** What `{{secret.name}}` stands for. Never kept: what comes out of the engine is masked. */
  readonly secrets: readonly OpenSecret[];
};

/** The engine's own state between two batches: plain JSON, opaque to the pipeline. */
export type CollectionState = unknown;

export type CollectionBatch = Omit<EngineBatch, "state"> & { readonly state: CollectionState };

export interface CollectionFailure {
  readonly failure: RunError;
}

/** What becomes of pages: they are kept, or come from those that another run kept. */
export type PageArchive =
  | {
      /** A page is asked for. @returns to be called once it is there, or will not be */
      readonly opening?: ((url: string) => () => void) | undefined;
      readonly keep: (url: string, page: KeptPage) => void;
      /** Keeps a picture. @returns what became of it, for the run's log */
      readonly keepShot: SaveShot;
      /** How the run learns of others that visit the same origins. */
      readonly origins?: Origins | undefined;
      /** The page as the run before this one kept it. */
      readonly recall?: ((url: string) => Promise<KeptPage | null>) | undefined;
    }
  | { readonly replay: (url: string) => Promise<KeptPage | null> };

export interface Engine {
  start(plan: CollectionPlan): CollectionState;
  /** @throws whatever `signal` was aborted with, and nothing else */
  next(
    plan: CollectionPlan,
    state: CollectionState,
    signal: AbortSignal,
    archive: PageArchive,
  ): Promise<CollectionBatch | CollectionFailure>;
  /** Compares two collections; works by itself, without a run. A failure: that would take longer than a worker has. */
  compare(
    ...collections: Parameters<typeof compareCollections>
  ): ReturnType<typeof compareCollections> | CollectionFailure;
  /** Gives back what the run held between its batches, whatever became of it. */
  release(): Promise<void>;
}
