/** What the run pipeline asks of the engine: one resumable step at a time, no exceptions but an abort. */
import type { RobotsRule } from "../../contract/common.ts";
import type { FlowMode, FlowRender } from "../../contract/flows.ts";
import type { OutputSchema } from "../../contract/outputSchema.ts";
import type { Pace } from "../../contract/pace.ts";
import type { PageOutcome } from "../../contract/runPages.ts";
import type { Item, LogEntry, RunError } from "../../contract/runs.ts";
import type { Steps } from "../../contract/steps.ts";
import type { compareCollections } from "../../engine/change/index.ts";
import type { HealingReport, Prints } from "../../engine/extract/slots/healing/index.ts";
import type { Origins } from "../../engine/manners/index.ts";
import type { SaveShot } from "../../engine/steps/index.ts";
import type { OpenSecret } from "../flows/secrets.ts";
import type { KeptPage } from "./snapshots/page.ts";

export interface CollectionPlan {
  readonly url: string;
  /** Opened in the place of `url`; absent: `url` is. */
  readonly urls?: readonly string[] | undefined;
  readonly mode: FlowMode;
  readonly render: FlowRender;
  readonly robots: RobotsRule;
  readonly pace: Pace;
  /** Pages of one site at once that the pace `auto` may reach. */
  readonly pagesAtOnce: number;
  readonly steps: Steps;
  readonly outputSchema: OutputSchema | null;
  readonly limits: { readonly maxPages: number; readonly maxItems: number };
  /** Of a shard of a run: whether its limits may grow, and those of the run; absent of a run that is not split. */
  readonly shard?: { readonly mayGrow: boolean; readonly limits: CollectionPlan["limits"] } | undefined;
  /** What the selectors found on the last good run. */
  readonly prints: Prints;
  /** What `{{secret.name}}` stands for. Never kept: what comes out of the engine is masked. */
  readonly secrets: readonly OpenSecret[];
}

/** The engine's own state between two batches: plain JSON, opaque to the pipeline. */
export type CollectionState = unknown;

export interface CollectionBatch {
  readonly items: readonly Item[];
  readonly logs: readonly LogEntry[];
  readonly pages: number;
  /** What became of pages of a list or a crawl. */
  readonly outcomes?: readonly PageOutcome[];
  readonly state: CollectionState;
  readonly done: boolean;
  /** The target asked to be left alone for this long: go on then. */
  readonly resumeAfterMs?: number;
  /** Only a worker with a browser can go on. */
  readonly needsBrowser?: true;
  /** Pages of records were skipped or a limit was reached, in this batch or an earlier one. */
  readonly lacksRecords?: boolean;
  /** So were pages that complete records. */
  readonly lacksValues?: boolean;
  /** Of a collection that is done: what became of its selectors. */
  readonly healing?: HealingReport;
}

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
