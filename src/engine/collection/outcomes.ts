/** The outcomes of the pages of a list or a crawl, where one failure does not end the others. */
import type { ErrorCode } from "../../contract/errors.ts";
import type { PagePermissions } from "../../contract/permissions.ts";
import { type PageOutcome, tellAllFailed } from "../../contract/runs/runPages.ts";
import { TargetError } from "../egress/index.ts";
import { CollectionError } from "./errors.ts";
import type { PageFault, PagesUnderWay, PageTallies, Task } from "./state.ts";

/** A page that asks for a pause is retried after the others, this many times and within this long. */
const MAX_TRIES = 3;
const MAX_WAIT_MS = 3_600_000;

/** Pages that a crawl skips by design, which are no failures. */
const SKIPPING: ReadonlySet<string> = new Set(["robots-disallowed", "target-unsupported"]);
/** What the flow itself asks to skip, in lists too. */
const isSkipped = (code: string, isCrawled: boolean): boolean =>
  code === "use-reserved" || (isCrawled && SKIPPING.has(code));

const targetErrorOf = (error: CollectionError): TargetError | null =>
  error.cause instanceof TargetError ? error.cause : null;

/** How long the page wants to be left alone; null if it is not retried. */
export const comesAgainAfter = (error: CollectionError, { tries = 1 }: Task): number | null => {
  const waitMs = targetErrorOf(error)?.retryAfterMs;
  return waitMs !== undefined && waitMs <= MAX_WAIT_MS && tries < MAX_TRIES ? waitMs : null;
};

export const faultOf = (
  { code, message, step, httpStatus, retryable }: CollectionError,
  isCrawled: boolean,
): PageFault => ({
  status: isSkipped(code, isCrawled) ? "skipped" : "failed",
  error: { code, message, step: step ?? null, httpStatus: httpStatus ?? null, retryable },
});

export const skipped = (code: string, message: string): PageFault => ({
  status: "skipped",
  error: { code, message, step: null, httpStatus: null, retryable: false },
});

export const NO_PAGES: PageTallies = { completed: 0, failed: 0, skipped: 0, first: null };

/** Page results of a batch. */
interface PageNews {
  /** Pages of which something was opened, with their errors. */
  readonly opened: readonly {
    readonly of: string | undefined;
    readonly fault: PageFault | undefined;
    readonly permissions?: PagePermissions | undefined;
  }[];
  /** The page of each item. */
  readonly items: readonly (string | undefined)[];
  /** What is left to do. */
  readonly pending: readonly Task[];
}

/** The finished pages, and those still in progress. */
export const settlePages = (
  before: PagesUnderWay,
  { opened, items, pending }: PageNews,
): { readonly outcomes: PageOutcome[]; readonly underWay: PagesUnderWay } => {
  const pages = new Map(Object.entries(before));
  for (const { of, fault, permissions } of opened) {
    if (of === undefined) continue;
    const page = pages.get(of) ?? { items: 0 };
    pages.set(of, {
      ...page,
      ...(fault && !page.fault && { fault }),
      ...(permissions && !page.permissions && { permissions }),
    });
  }
  for (const of of items) {
    if (of === undefined) continue;
    const page = pages.get(of) ?? { items: 0 };
    pages.set(of, { ...page, items: page.items + 1 });
  }
  const waiting = new Set(pending.map(({ of }) => of));
  const outcomes = [...pages]
    .filter(([url]) => !waiting.has(url))
    .map(([url, { items: count, fault, permissions }]): PageOutcome => {
      pages.delete(url);
      return {
        url,
        status: fault?.status ?? "completed",
        items: count,
        error: fault?.error ?? null,
        ...(permissions && { permissions }),
      };
    });
  return { outcomes, underWay: Object.fromEntries(pages) };
};

/** Adds pages to the tallies, and keeps the first failure. */
export const countPages = (before: PageTallies, outcomes: readonly PageOutcome[]): PageTallies => {
  const count = (status: PageOutcome["status"]) => outcomes.filter((page) => page.status === status).length;
  return {
    completed: before.completed + count("completed"),
    failed: before.failed + count("failed"),
    skipped: before.skipped + count("skipped"),
    first: before.first ?? outcomes.find(({ status }) => status === "failed") ?? null,
  };
};

/** Whether no page of a list or a crawl could be read. */
export const haveAllFailed = ({ completed, failed }: PageTallies): boolean => failed > 0 && completed === 0;

/** The error of a run in which every page failed. */
export const everyPageFailed = ({ failed, first }: PageTallies): CollectionError => {
  const { url = "", error = null } = first ?? {};
  return new CollectionError(
    (error?.code ?? "target-failed") as ErrorCode,
    tellAllFailed(failed, { url, error }),
    {
      retryable: error?.retryable ?? false,
      url,
      step: error?.step ?? undefined,
      httpStatus: error?.httpStatus ?? undefined,
    },
  );
};
