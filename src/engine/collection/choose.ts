/** Chooses the tasks of a batch. */

import type { Visit } from "../steps/index.ts";
import { isReady } from "./batch.ts";
import type { CollectionDeps } from "./deps.ts";
import { type CollectionPlan, needsLivePages } from "./plan.ts";
import type { Task } from "./state.ts";

/** Followed pages that a browser opens per batch. */
const LIVE_PAGES = 4;
/** Pages per batch, and how many of them may be in flight; each site's pace is stricter. */
const BATCH_PAGES = 256;
const PAGES_AT_ONCE = 32;
/** The next list page is opened early while at least this many more pages and items are allowed. */
const FAR_FROM_LIMITS = 2 * BATCH_PAGES;

/** Pages and items that the limits still allow. */
export interface Room {
  readonly pages: number;
  readonly items: number;
}

interface Batch {
  readonly tasks: readonly Task[];
  /** Most concurrent pages, over all sites. */
  readonly width: number;
  /** Whether pages in flight may be left for the next batch. */
  readonly mayLeave: boolean;
}

/** The link that a task opens next. */
const visitOf = (task: Task): Visit | undefined => {
  if (task.kind === "link") return task.visit;
  return task.kind === "record" ? task.visits[0] : undefined;
};

/**
 * How many tasks this batch takes: a sitemap or a live page alone, otherwise siblings, up to `maxFetches` pages.
 * Pages of a URL list count as siblings. The next list page is opened together with the records of the previous one,
 * unless a limit might stop the run before it is needed.
 */
const countTasks = (
  frontier: readonly Task[],
  maxFetches: number,
  {
    opensAhead,
    isLive,
    staysLive,
  }: { readonly opensAhead: boolean; readonly isLive: boolean; readonly staysLive: (task: Task) => boolean },
): number => {
  const isSibling = (task: Task) => opensAhead || (task.of !== undefined && !isLive);
  const isAlone = (task: Task | undefined) =>
    task?.kind === "sitemap" ||
    (task?.kind === "page" && !isSibling(task)) ||
    (task !== undefined && isLive && staysLive(task));
  if (isAlone(frontier[0])) return Math.min(1, maxFetches);
  let fetches = 0;
  const end = frontier.findIndex((task) => isAlone(task) || (!isReady(task) && ++fetches > maxFetches));
  return end < 0 ? frontier.length : end;
};

export const chooseTasks = (
  { browser, flights, isCareful }: CollectionDeps,
  plan: CollectionPlan,
  frontier: readonly Task[],
  { pages, items }: Room,
): Batch => {
  const isLive = browser !== undefined;
  const mayLeave = flights !== undefined && !isLive && !isCareful;
  const staysLive = (task: Task): boolean => {
    const visit = visitOf(task);
    return visit !== undefined && needsLivePages(plan, visit.path);
  };
  const opensAhead = mayLeave && Math.min(pages, items) > FAR_FROM_LIMITS;
  const maxFetches = Math.min(isCareful ? 1 : isLive ? LIVE_PAGES : BATCH_PAGES, pages, items);
  const tasks = frontier.slice(0, countTasks(frontier, maxFetches, { opensAhead, isLive, staysLive }));
  return { tasks, width: isLive ? LIVE_PAGES : PAGES_AT_ONCE, mayLeave };
};
