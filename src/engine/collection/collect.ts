/**
 * A collection can be suspended after any page and resumed by another worker: `collectNext` takes a state and returns
 * the next one, without modifying the one it was given.
 */
import {
  BROWSER_REASONS,
  chooseEngine,
  NeedsBrowser,
  rendersScripts,
  tellMove,
} from "../../contract/rendering.ts";
import { TargetError } from "../egress/index.ts";
import { firstHealedAction, type Healing, reportHealing } from "../extract/slots/healing/index.ts";
import type { Item } from "../steps/index.ts";
import { createArrivals } from "./arrivals.ts";
import { isReady, opensPage } from "./batch.ts";
import { followCrawl, tellCrawl } from "./crawl.ts";
import type { CollectionDeps } from "./deps.ts";
import { CollectionError } from "./errors.ts";
import { feed, mayRefill, refill } from "./feed.ts";
import type { CollectionLog } from "./log.ts";
import { createOpener } from "./open.ts";
import { meetFailure, openAll } from "./openAll.ts";
import { countPages, everyPageFailed, haveAllFailed, NO_PAGES, settlePages } from "./outcomes.ts";
import { type CollectionPlan, listSegments } from "./plan.ts";
import { isClientRendered } from "./shell.ts";
import type { CollectionBatch, CollectionState, PageTallies, Task } from "./state.ts";

/** Followed pages that a browser opens per batch. */
const LIVE_PAGES = 4;
/** Pages per batch, and how many of them may be in flight; each site's pace is stricter. */
const BATCH_PAGES = 256;
const PAGES_AT_ONCE = 32;
/** The next list page is opened early while at least this many more pages and items are allowed. */
const FAR_FROM_LIMITS = 2 * BATCH_PAGES;
/** How many times in a row, and for how long, a target may ask the run to come back later. */
const MAX_POSTPONEMENTS = 5;
const MAX_POSTPONEMENT_MS = 3_600_000;

/**
 * How many tasks this batch takes: a sitemap or a live list page alone, otherwise siblings, up to `maxFetches` pages.
 * Pages of a URL list count as siblings. The next list page is opened together with the records of the previous one,
 * unless a limit might stop the run before it is needed.
 */
const countTasks = (
  frontier: readonly Task[],
  maxFetches: number,
  { opensAhead, isLive }: { readonly opensAhead: boolean; readonly isLive: boolean },
): number => {
  const isSibling = (task: Task) => opensAhead || (task.of !== undefined && !isLive);
  const isAlone = (task: Task | undefined) =>
    task?.kind === "sitemap" || (task?.kind === "page" && !isSibling(task));
  if (isAlone(frontier[0])) return Math.min(1, maxFetches);
  let fetches = 0;
  const end = frontier.findIndex((task) => isAlone(task) || (!isReady(task) && ++fetches > maxFetches));
  return end < 0 ? frontier.length : end;
};

/** Orders fields: the schema's first, null if not found, then any others. */
const toItem = (record: Item, plan: CollectionPlan): Item => ({
  ...Object.fromEntries(Object.keys(plan.outputSchema ?? {}).map((name) => [name, null])),
  ...record,
});

/** The finished records at the front of the frontier. */
const takeReady = (frontier: readonly Task[], maxItems: number) => {
  const ready: Extract<Task, { kind: "record" }>[] = [];
  for (const task of frontier) {
    if (!isReady(task) || ready.length >= maxItems) break;
    ready.push(task);
  }
  return ready;
};

/** Records whose links stay unopened because the page limit is reached. */
const withoutVisits = (frontier: readonly Task[]): Task[] =>
  frontier.flatMap((task): Task[] => (task.kind === "record" ? [{ ...task, visits: [] }] : []));

/** What another worker needs besides the remaining tasks. */
const suspend = async ({ browser, session = browser, manners }: CollectionDeps) => ({
  ...(session && { session: await session.suspend() }),
  ...(manners && { manners: manners.suspend() }),
});

/** What is known about the selectors; the given state is not modified. */
const startHealing = (
  { browser }: CollectionDeps,
  plan: CollectionPlan,
  { tracks = {} }: CollectionState,
): Healing | null => {
  const { prints, steps } = plan;
  const isShell: Healing["isShell"] = (document) =>
    rendersScripts(plan, browser ? "browser" : "http") && isClientRendered(document);
  const actsFrom = firstHealedAction(steps);
  return prints ? { prints, tracks: structuredClone(tracks), isShell, actsFrom } : null;
};

/** The state of the selectors at the end of the collection. */
const endHealing = ({ steps }: CollectionPlan, healing: Healing | null) =>
  healing && { healing: reportHealing(steps, healing.prints, healing.tracks) };

/** A batch that waits, if the target asked for a pause worth waiting for; otherwise the error. */
const postpone = (error: unknown, state: CollectionState, now: number): CollectionBatch => {
  const cause = error instanceof CollectionError ? error.cause : undefined;
  const resumeAfterMs = cause instanceof TargetError ? cause.retryAfterMs : undefined;
  if (
    resumeAfterMs === undefined ||
    resumeAfterMs > MAX_POSTPONEMENT_MS ||
    state.postponed >= MAX_POSTPONEMENTS
  )
    throw error;
  const message = `${(error as Error).message} It asked to wait ${Math.ceil(resumeAfterMs / 1_000)} s; the run goes on then.`;
  const logs: CollectionLog[] = [{ level: "warn", message, timestamp: new Date(now).toISOString() }];
  return {
    items: [],
    logs,
    pages: 0,
    state: { ...state, postponed: state.postponed + 1 },
    done: false,
    resumeAfterMs,
  };
};

/** A batch that requests a browser and says why. */
const handToBrowser = (reason: string, state: CollectionState, now: number): CollectionBatch => {
  const message = tellMove(reason);
  const logs: CollectionLog[] = [{ level: "info", message, timestamp: new Date(now).toISOString() }];
  return { items: [], logs, pages: 0, state, done: false, needsBrowser: true };
};

/**
 * Collects from the next pages, for about a second.
 * @throws CollectionError if the collection cannot continue · the reason of the aborted `signal`
 */
export const collectNext = async (
  deps: CollectionDeps,
  plan: CollectionPlan,
  state: CollectionState,
): Promise<CollectionBatch> => {
  const { mode, render } = plan;
  if (!deps.browser && chooseEngine({ mode, render }).engine === "browser")
    return handToBrowser(BROWSER_REASONS.flow, state, deps.now());
  await (deps.browser ?? deps.session)?.resume(state.session);
  deps.manners?.resume(state.manners);
  const { maxPages, maxItems } = plan.limits;
  const { mayGrow = false, limits: ofRun = plan.limits } = plan.shard ?? {};
  const endsBadly = (pages: PageTallies) => plan.shard === undefined && haveAllFailed(pages);
  const segments = listSegments(plan);
  const healing = startHealing(deps, plan, state);
  const begun = feed(state, segments, plan);
  const segment = segments[begun.segment - 1];
  const tallies = begun.pageTallies ?? NO_PAGES;
  if (!segment || begun.frontier.length === 0) {
    if (endsBadly(tallies)) throw everyPageFailed(tallies);
    return {
      items: [],
      logs: [],
      pages: 0,
      state: begun,
      done: true,
      lacksRecords: begun.lacksRecords ?? false,
      lacksValues: begun.lacksValues ?? false,
      ...endHealing(plan, healing),
    };
  }

  const pagesLeft = maxPages - begun.pages;
  const itemsLeft = maxItems - begun.items;
  const isLive = deps.browser !== undefined;
  const mayLeave = deps.flights !== undefined && !isLive;
  const opensAhead = mayLeave && Math.min(pagesLeft, itemsLeft) > FAR_FROM_LIMITS;
  const batchPages = isLive ? LIVE_PAGES : BATCH_PAGES;
  const count = countTasks(begun.frontier, Math.min(batchPages, pagesLeft, itemsLeft), {
    opensAhead,
    isLive,
  });
  const batch = begun.frontier.slice(0, count);
  const arrivals = createArrivals(deps);
  const opener = createOpener({ deps, plan, segment, arrivals, itemsLeft, healing });
  const visitedBefore = new Set(begun.visited);
  let opened: Awaited<ReturnType<typeof openAll>>;
  try {
    meetFailure(deps);
    opened = await openAll(batch, (task) => opener.openTask(task, visitedBefore), arrivals, deps.flights, {
      width: isLive ? LIVE_PAGES : PAGES_AT_ONCE,
      mayLeave,
      itemsWanted: itemsLeft,
      hasMore: begun.frontier.length > count || mayRefill(begun, segment, plan),
      now: deps.now,
    });
  } catch (error) {
    if (deps.signal.aborted) throw deps.signal.reason;
    if (error instanceof NeedsBrowser) return handToBrowser(error.message, state, deps.now());
    return postpone(
      error,
      { ...state, ...(deps.manners && { manners: deps.manners.suspend() }) },
      deps.now(),
    );
  }

  const logs = opened.flatMap((result) => result.logs);
  const note = (message: string) =>
    logs.push({ level: "warn", message, timestamp: new Date(deps.now()).toISOString() });
  const isDone = ({ waitMs, isLeft }: Partial<(typeof opened)[number]> = {}) =>
    waitMs === undefined && !isLeft;
  const pages = batch.filter((task, index) => opensPage(task) && isDone(opened[index])).length;
  const crawled = followCrawl(begun.crawl, opened, segment);
  const unfed = [...crawled.opened.flatMap((result) => result.tasks), ...begun.frontier.slice(count)];
  const fed = refill({ ...begun, frontier: unfed, ...crawled.next }, segment, plan);
  const found = fed.frontier;
  const isLastSegment = begun.segment >= segments.length;

  const isOutOfPages = !mayGrow && pages >= pagesLeft && !(isLastSegment && found.every(isReady));
  if (isOutOfPages) note(`Stopped: the limit of ${ofRun.maxPages} pages is reached.`);
  const frontier = isOutOfPages ? withoutVisits(found) : found;
  const ready = takeReady(frontier, itemsLeft);
  const items = ready.map(({ record }) => toItem(record, plan));
  const left = frontier.slice(items.length);
  const { outcomes, underWay } = settlePages(begun.pagesUnderWay ?? {}, {
    opened: batch.flatMap(({ of }, index) =>
      isDone(crawled.opened[index]) ? [{ of, fault: crawled.opened[index]?.fault }] : [],
    ),
    items: ready.map(({ of }) => of),
    pending: found.slice(items.length),
  });
  const pageTallies = countPages(tallies, outcomes);
  const isOver = left.length === 0 && (isLastSegment || isOutOfPages);
  const isOutOfItems = !mayGrow && items.length >= itemsLeft && !isOver;
  if (isOutOfItems) note(`Stopped: the limit of ${ofRun.maxItems} items is reached.`);

  const waits = opened.flatMap(({ waitMs }) => waitMs ?? []);
  const isWaiting = waits.length > 0 && pages === 0 && items.length === 0;
  const isEnd = isOver || isOutOfItems;
  if (isEnd || left.length === 0) for (const line of tellCrawl(fed, segment)) note(line);
  // If every page failed, their outcomes are stored before the run fails.
  const done = isEnd && !endsBadly(pageTallies);
  // If only records are left, the list itself was read to its end; just the pages of its records are missing.
  const leavesRecords = isOutOfPages && !(isLastSegment && found.every(({ kind }) => kind === "record"));
  const leavesValues = isOutOfPages && found.some((task) => task.kind === "record" && !isReady(task));
  const lacksRecords = begun.lacksRecords || opener.lacks("records") || leavesRecords || isOutOfItems;
  const lacksValues = begun.lacksValues || opener.lacks("values") || leavesValues;
  const visited = [...new Set([...begun.visited, ...opened.flatMap((result) => result.visited)])];
  const hasPages = pageTallies.completed + pageTallies.failed + pageTallies.skipped > 0;
  const next: CollectionState = {
    segment: isEnd ? segments.length : begun.segment,
    frontier: isEnd ? [] : left,
    ...(!isEnd && fed.listed !== undefined && { listed: fed.listed }),
    ...(!isEnd && fed.crawl && { crawl: fed.crawl }),
    ...(Object.keys(underWay).length > 0 && { pagesUnderWay: underWay }),
    ...(hasPages && { pageTallies }),
    visited,
    pages: begun.pages + pages,
    items: begun.items + items.length,
    ...(lacksRecords && { lacksRecords }),
    ...(lacksValues && { lacksValues }),
    ...(healing && { tracks: healing.tracks }),
    postponed: isWaiting ? begun.postponed : 0,
    ...(!done && (await suspend(deps))),
  };
  const wait = isWaiting && { resumeAfterMs: Math.min(...waits) };
  const report = done && endHealing(plan, healing);
  const told = outcomes.length > 0 && { outcomes };
  return { items, logs, pages, state: next, done, lacksRecords, lacksValues, ...told, ...wait, ...report };
};
