import type { AnyNode } from "domhandler";
import type { Currencies } from "../../contract/currencies.ts";
import type { DescribedSchema, OutputSchema } from "../../contract/fields/outputSchema.ts";
import type { Step } from "../../contract/steps/steps.ts";
import type { Healing } from "../extract/slots/healing/index.ts";
import type { Page } from "../page/index.ts";
import type { LivePage, PictureOptions, SaveShot } from "./live.ts";

export type LogLevel = "debug" | "info" | "warn" | "error";
export type Item = Record<string, unknown>;

/** A link that a `follow` step opens. `path` finds the step: `[1, 0]` is `steps[1].steps[0]`. */
export interface Visit {
  readonly url: string;
  readonly path: readonly number[];
}

/** What a page yields, in page order: a record with the links to open for it, or just links. */
export interface Yield {
  record: Item | null;
  readonly visits: Visit[];
  /** The record's element on the page. */
  readonly element: AnyNode | null;
}

/** A value that is only typed on pages of certain sites, and never logged. */
export interface TypedSecret {
  readonly name: string;
  readonly value: string;
  readonly origins: readonly string[];
}

/** What a model is asked for. */
export interface WantedOfPage {
  /** Empty: the model chooses the fields. */
  readonly schema: DescribedSchema;
  readonly instructions: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What a model added. */
export interface ReadByModel {
  readonly items: readonly Item[];
  /** Fields with values that only the model found. */
  readonly fields: readonly string[];
  /** Why it gave no answer, if so. */
  readonly failure?: string;
}

/** Fills what was not found on a page. @returns null if nothing is missing that a model could read */
export type AskModel = (
  page: Page,
  wanted: WantedOfPage,
  found: readonly Item[],
) => Promise<ReadByModel | null>;

/** A page and the state of the steps that run on it, one after the other. Steps write to it. */
export interface PageScope {
  page: Page;
  /** The page in a browser, where actions run; null if the page is static. */
  readonly live: LivePage | null;
  /** Whether a static page can be opened again in a browser. */
  readonly mayRender: boolean;
  /** Whether an action may have changed the live page since `page` was read. */
  isStale: boolean;
  /** Stores a screenshot. @returns a message for the run's log */
  readonly saveShot: SaveShot;
  /** The output schema as written, and its types alone. */
  readonly asked: DescribedSchema;
  readonly schema: OutputSchema;
  readonly secrets: readonly TypedSecret[];
  /** Null if there is no model. */
  readonly askModel: AskModel | null;
  /** How pictures are taken. */
  readonly pictures: PictureOptions;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: (level: LogLevel, message: string) => void;
  /** Notes that records, or values of the found records, may be missing. */
  readonly notePartial: (what: "records" | "values") => void;
  /** Notes the currencies of the page's prices. */
  readonly noteCurrencies: (found: Currencies) => void;
  /** State for healing selectors; null to use them unchanged. */
  readonly healing: Healing | null;
  /** Whether the records are compared with those of earlier runs. */
  readonly isWatched: boolean;
  /** The first page of its kind, the only one where a selector without matches is logged as a warning. */
  readonly isFirst: boolean;
  /** The record that this page completes; null if the page yields records of its own. */
  readonly completes: Item | null;
  readonly yields: Yield[];
  /** The records of the last `extract` with a selector, which a `follow` after it completes. */
  lastList: readonly Yield[] | null;
  /** Links to open next for the record that this page completes. */
  readonly visits: Visit[];
  /** The next page that `paginate` found. */
  next: {
    readonly url: string;
    readonly path: readonly number[];
    /** What the page itself declares to be next (`rel=next`), if that is another page. */
    readonly declared?: string;
  } | null;
  /** How to make the live page show more if its pager is not a link. */
  more: Paging | null;
  /** The page's number in its segment, from 1. */
  readonly pageNumber: number;
}

/** The part of a scope that steps write to, before any has run. */
export const untouched = () => ({
  isStale: false,
  yields: [] as Yield[],
  lastList: null,
  visits: [] as Visit[],
  next: null,
  more: null,
});

/** A pager that changes the page instead of linking to another one. */
export interface Paging {
  /** Makes the page show more. @returns false if there is no more */
  readonly advance: () => Promise<boolean>;
  /**
   * For lists that hold only what is in view: from the top, shows the next part, which overlaps the last.
   * @returns false at the end
   */
  readonly bitByBit?: (isFirst: boolean) => Promise<boolean>;
  /** Max pages, including the current one. */
  readonly maxPages: number;
  readonly name: string;
}

/** Runs one step type on one page. */
export type RunStep<S> = (step: S, scope: PageScope, path: readonly number[]) => void | Promise<void>;

/** The name of a step in logs and errors. */
export const nameStep = (step: Pick<Step, "label">, path: readonly number[]): string =>
  step.label ?? path.map((index) => `steps[${index}]`).join(".");
