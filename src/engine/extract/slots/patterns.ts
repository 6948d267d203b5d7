/** Runs a flow's regex patterns on the values of one page, within time limits. */
import { TimeLimitError, withTimeLimit } from "../page/timeLimit.ts";

/** Time limit for all values of a page; doubled each time it is exceeded. */
const PAGE_LIMIT_MS = 1_000;
/** A pattern that spends this long on one value is assumed never to finish. */
const VALUE_LIMIT_MS = 100;
/** Longer values are ignored: patterns are meant for a line or a paragraph. */
const MAX_INPUT = 20_000;

interface Run {
  readonly field: string;
  spentMs: number;
  /** Null unless a search is running. */
  startedAt: number | null;
  isStopped: boolean;
}

export interface Patterns {
  /** @returns a search that returns null if the pattern was stopped */
  add(field: string, search: (text: string) => string | null): (text: string) => string | null;
  /** Calls `read` with each element, in order, under one time limit. Searches outside of it are timed one by one. */
  readEach<E, R>(elements: readonly E[], read: (element: E) => R): R[];
  /** The fields whose pattern took too long and was stopped. */
  stopped(): string[];
}

export const createPatterns = (): Patterns => {
  const runs: Run[] = [];
  let isTimed = false;

  /** Stops any pattern that used up the time. */
  const stopSlow = (limitMs: number): void => {
    const now = performance.now();
    for (const run of runs) {
      const lastMs = run.startedAt === null ? 0 : now - run.startedAt;
      run.spentMs += lastMs;
      run.startedAt = null;
      run.isStopped ||= lastMs >= VALUE_LIMIT_MS || run.spentMs >= limitMs / 2;
    }
  };

  /** Calls `work` and stops slow patterns if it times out. @returns undefined on a timeout */
  const within = <T>(limitMs: number, work: () => T): T | undefined => {
    isTimed = true;
    try {
      return withTimeLimit(limitMs, work);
    } catch (error) {
      if (!(error instanceof TimeLimitError) || error.isFinal) throw error;
      stopSlow(limitMs);
      return undefined;
    } finally {
      isTimed = false;
    }
  };

  return {
    add: (field, search) => {
      const run: Run = { field, spentMs: 0, startedAt: null, isStopped: false };
      runs.push(run);
      const time = (text: string): string | null => {
        run.startedAt = performance.now();
        const found = search(text);
        run.spentMs += performance.now() - run.startedAt;
        run.startedAt = null;
        return found;
      };
      return (text) => {
        if (run.isStopped || text.length > MAX_INPUT) return null;
        return isTimed ? time(text) : (within(VALUE_LIMIT_MS, () => time(text)) ?? null);
      };
    },
    readEach: (elements, read) => {
      if (runs.length === 0) return elements.map(read);
      const results: ReturnType<typeof read>[] = [];
      for (let limitMs = PAGE_LIMIT_MS; results.length < elements.length; limitMs *= 2)
        within(limitMs, () => {
          for (const element of elements.slice(results.length)) results.push(read(element));
        });
      return results;
    },
    stopped: () => [...new Set(runs.filter(({ isStopped }) => isStopped).map(({ field }) => field))],
  };
};
