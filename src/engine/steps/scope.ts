import type { AnyNode } from "domhandler";
import type { Currencies } from "../../contract/currencies.ts";
import type { DescribedSchema, OutputSchema } from "../../contract/outputSchema.ts";
import type { Step } from "../../contract/steps.ts";
import type { Healing } from "../extract/slots/healing/index.ts";
import type { Page } from "../page/index.ts";
import type { LivePage, SaveShot } from "./live.ts";

export type LogLevel = "debug" | "info" | "warn" | "error";
export type Item = Record<string, unknown>;

/** A link that a `follow` step opens. `path` finds the step: `[1, 0]` is `steps[1].steps[0]`. */
export interface Visit {
  readonly url: string;
  readonly path: readonly number[];
}

/** What a page yields, in the order of the page: a record with the links to open for it, or a link of its own. */
export interface Yield {
  record: Item | null;
  readonly visits: Visit[];
  /** Where the record stands on the page. */
  readonly element: AnyNode | null;
}

/** A value that is typed on pages of some sites only, and told to no one. */
export interface TypedSecret {
  readonly name: string;
  readonly value: string;
  readonly origins: readonly string[];
}

/** One page while the steps of a list run on it, one after the other. Steps write to it. */
export interface PageScope {
  page: Page;
  /** The page in a browser, where actions are done; null: the page is static. */
  readonly live: LivePage | null;
  /** Whether an action may have changed the live page since `page` was read. */
  isStale: boolean;
  /** Keeps a screenshot. @returns what became of it, for the run's log */
  readonly saveShot: SaveShot;
  /** The output schema as it was written, and its types alone. */
  readonly asked: DescribedSchema;
  readonly schema: OutputSchema;
  readonly secrets: readonly TypedSecret[];
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: (level: LogLevel, message: string) => void;
  /** Tells that there may be more than what is collected: more records, or more values of those found. */
  readonly notePartial: (what: "records" | "values") => void;
  /** Tells in which currencies the page gives its prices. */
  readonly noteCurrencies: (found: Currencies) => void;
  /** What the run knows of its selectors; null: they are taken as they are. */
  readonly healing: Healing | null;
  /** The first page of its kind: a selector that matches nothing is worth a warning only there. */
  readonly isFirst: boolean;
  /** The record that this page completes; null: the page yields records of its own. */
  readonly completes: Item | null;
  readonly yields: Yield[];
  /** The records of the last `extract` with a selector, which a `follow` after it completes. */
  lastList: readonly Yield[] | null;
  /** Links to open next for the record that this page completes. */
  readonly visits: Visit[];
  /** What `paginate` found. */
  next: { readonly url: string; readonly path: readonly number[] } | null;
  /** How the live page is made to show more, where its pager is no link. */
  more: Paging | null;
  /** Which page of its segment this is, from 1. */
  readonly pageNumber: number;
}

/** A pager that changes the page instead of leading to another one. */
export interface Paging {
  /** Makes the page show more. @returns false where it has no more */
  readonly advance: () => Promise<boolean>;
  /** Pages in all, the present one included. */
  readonly maxPages: number;
  readonly name: string;
}

/** Runs one step type on one page. */
export type RunStep<S> = (step: S, scope: PageScope, path: readonly number[]) => void | Promise<void>;

/** How a step is called in logs and errors. */
export const nameStep = (step: Pick<Step, "label">, path: readonly number[]): string =>
  step.label ?? path.map((index) => `steps[${index}]`).join(".");
