/** Runs a batch's tasks: several at once, results in order, for a limited time. */
import { TooEarly } from "../manners/index.ts";
import type { Opened } from "./open.ts";
import type { Task } from "./state.ts";

/**
 * After this long a batch starts no more pages, so that its results are committed and limits and cancellation are
 * checked.
 */
const BATCH_MS = 1_000;
/** Tasks a batch completes before it yields to newly found pages: every batch has a fixed cost. */
const DONE_SHARE = 1 / 4;

type Outcome =
  | { readonly kind: "opened"; readonly opened: Opened }
  | { readonly kind: "failed"; readonly error: unknown }
  /** Not started. */
  | { readonly kind: "waiting" }
  /** Started and not finished. */
  | { readonly kind: "underWay" };

interface BatchOptions {
  /** Most concurrent pages, over all sites. */
  readonly width: number;
  /** Whether pages in flight may be left for the next batch. */
  readonly mayLeave: boolean;
  /** Once this many items are collected, nothing more is started. */
  readonly itemsWanted: number;
  /** Whether there are more pages after these. */
  readonly hasMore: boolean;
  readonly now: () => number;
}

export const isReady = (task: Task | undefined): task is Extract<Task, { kind: "record" }> =>
  task?.kind === "record" && task.visits.length === 0;

export const opensPage = (task: Task): boolean => task.kind !== "sitemap" && !isReady(task);

/** @returns the outcome of each task, in order; never rejects */
export const openBatch = (
  tasks: readonly Task[],
  open: (task: Task) => Promise<Opened>,
  { width, mayLeave, itemsWanted, hasMore, now }: BatchOptions,
): Promise<Outcome[]> => {
  const outcomes: Outcome[] = tasks.map((task) =>
    isReady(task)
      ? { kind: "opened", opened: { tasks: [task], logs: [], visited: [] } }
      : { kind: "waiting" },
  );
  const queue = tasks.flatMap((task, index) => (isReady(task) ? [] : [{ task, index }]));
  const endsAtMs = now() + BATCH_MS;
  const total = queue.length;
  let running = 0;
  let done = 0;
  let items = tasks.length - total;
  let hasFailed = false;
  let isLate = false;
  let findsMore = hasMore;

  return new Promise((resolve) => {
    const isOver = () => hasFailed || isLate || now() >= endsAtMs || items >= itemsWanted;
    const mayEnd = () =>
      running === 0 ||
      (mayLeave && done > 0 && (isOver() || (queue.length === 0 && findsMore && done >= total * DONE_SHARE)));

    const finish = (index: number, outcome: Outcome): void => {
      outcomes[index] = outcome;
      running -= 1;
      if (outcome.kind === "failed") hasFailed = true;
      if (outcome.kind !== "opened" || outcome.opened.waitMs !== undefined) return;
      done += 1;
      items += outcome.opened.tasks.filter(isReady).length;
      findsMore ||= outcome.opened.tasks.some(opensPage);
    };

    const begin = async ({ task, index }: (typeof queue)[number]): Promise<void> => {
      running += 1;
      outcomes[index] = { kind: "underWay" };
      const outcome = await open(task).then(
        (opened): Outcome => ({ kind: "opened", opened }),
        (error: unknown): Outcome =>
          error instanceof TooEarly
            ? { kind: "opened", opened: { tasks: [task], logs: [], visited: [], waitMs: error.waitMs } }
            : { kind: "failed", error },
      );
      finish(index, outcome);
      look();
    };

    const look = (): void => {
      while (running < width && !isOver()) {
        const next = queue.shift();
        if (!next) break;
        void begin(next);
      }
      if (!mayEnd()) return;
      clearTimeout(timer);
      // Later results belong to the next batch: these outcomes are final.
      resolve([...outcomes]);
    };

    // A timer and the clock may differ by a millisecond; either ends the batch.
    const timer = setTimeout(() => {
      isLate = true;
      look();
    }, BATCH_MS);
    look();
  });
};
