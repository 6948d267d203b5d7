/** What the batches of several sites come to, as one batch. */
import { joinCurrencies } from "../../../contract/currencies.ts";
import type { SiteOutcome } from "../../../contract/runs/runPages.ts";
import { counted } from "../../../contract/wording.ts";
import type { SiteResult } from "../flights.ts";
import type { CollectionLog } from "../log.ts";
import type { CollectionBatch } from "../state.ts";

/** The calls of a batch. */
export interface Round {
  /** By place in the list: calls that have ended. */
  readonly ended: ReadonlyMap<number, SiteResult>;
  /** The run may fetch no more pages: all sites pass on what they have. */
  readonly isLast: boolean;
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, n) => sum + n, 0);

/** What runs on one site log as news is too much of many: it is kept for a closer look. */
const quiet = ({ level, ...log }: CollectionLog): CollectionLog => ({
  ...log,
  level: level === "info" ? "debug" : level,
});

/** The log line of a finished site. Skipped ones are many, and their outcomes say why. */
export const tellSite = (
  { url, status, pages, items, error }: SiteOutcome,
  nowMs: number,
): CollectionLog[] => {
  if (status === "skipped") return [];
  const counts = `${counted(items, "item")} from ${counted(pages, "page")}`;
  return [
    {
      level: error ? "warn" : "debug",
      message: error ? `${url}: failed with ${counts}: ${error.message}` : `${url}: ${counts}.`,
      timestamp: new Date(nowMs).toISOString(),
    },
  ];
};

/** The log line of a run that a limit ends. */
export const tellStop = (limit: string, nowMs: number): CollectionLog => ({
  level: "warn",
  message: `Stopped: the limit of ${limit} is reached.`,
  timestamp: new Date(nowMs).toISOString(),
});

/** The sum of batches, apart from their items and states. */
export const joinBatches = (
  results: readonly SiteResult[],
  lacks: { readonly lacksRecords: boolean; readonly lacksValues: boolean },
): Omit<CollectionBatch, "items" | "state" | "done"> & {
  readonly lacksRecords: boolean;
  readonly lacksValues: boolean;
} => {
  const batches = results.flatMap((result) => ("error" in result ? [] : [result]));
  const outcomes = batches.flatMap((batch) => batch.outcomes ?? []);
  const currencies = batches.map((batch) => batch.currencies ?? {}).reduce(joinCurrencies, {});
  const documents = batches.flatMap((batch) => batch.documents ?? []);
  return {
    logs: batches.flatMap(({ logs, needsBrowser }) => (needsBrowser ? logs : logs.map(quiet))),
    pages: sumOf(batches.map(({ pages }) => pages)),
    lacksRecords: lacks.lacksRecords || batches.some((batch) => batch.lacksRecords),
    lacksValues: lacks.lacksValues || batches.some((batch) => batch.lacksValues),
    ...(outcomes.length > 0 && { outcomes }),
    ...(Object.keys(currencies).length > 0 && { currencies }),
    ...(documents.length > 0 && {
      documents: {
        read: sumOf(documents.map(({ read }) => read)),
        textless: sumOf(documents.map(({ textless }) => textless)),
      },
    }),
    ...(batches.some(({ needsBrowser }) => needsBrowser) && { needsBrowser: true as const }),
  };
};
