/** The items of a batch, the remaining tasks, and which limit ends the collection. */
import type { PageOutcome } from "../../contract/runs/runPages.ts";
import { isReady, opensPage } from "./batch.ts";
import type { Room } from "./choose.ts";
import { followCrawl, tellCrawl } from "./crawl.ts";
import { hasMoreStored, refill } from "./feed.ts";
import type { OpenedTask } from "./openAll.ts";
import { settlePages } from "./outcomes.ts";
import type { CollectionPlan, Segment } from "./plan.ts";
import type { CollectionState, PagesUnderWay, Task } from "./state.ts";

type Ready = Extract<Task, { kind: "record" }>;

/** A batch whose tasks were opened. */
export interface Round {
  readonly plan: CollectionPlan;
  readonly segment: Segment;
  readonly isLastSegment: boolean;
  /** The state it began with, its segment's next pages queued. */
  readonly current: CollectionState;
  readonly room: Room;
  readonly tasks: readonly Task[];
  /** The result of each task. */
  readonly opened: readonly OpenedTask[];
}

export interface Settled {
  /** Pages fetched. */
  readonly pages: number;
  /** Finished records. */
  readonly ready: readonly Ready[];
  /** The state with everything that was found, before records are taken from it. */
  readonly fed: CollectionState;
  /** Remaining tasks. */
  readonly left: readonly Task[];
  /** Whether the segment has nothing more to open. */
  readonly isDrained: boolean;
  readonly isOutOfPages: boolean;
  readonly isOutOfItems: boolean;
  /** Whether nothing more is collected. */
  readonly isEnd: boolean;
  readonly outcomes: readonly PageOutcome[];
  readonly underWay: PagesUnderWay;
}

const isDone = ({ waitMs, isLeft }: Partial<OpenedTask> = {}): boolean => waitMs === undefined && !isLeft;

/** The finished records at the front of the frontier. */
const takeReady = (frontier: readonly Task[], maxItems: number): Ready[] => {
  const ready: Ready[] = [];
  for (const task of frontier) {
    if (!isReady(task) || ready.length >= maxItems) break;
    ready.push(task);
  }
  return ready;
};

/** Records whose links stay unopened because the page limit is reached. */
const withoutVisits = (frontier: readonly Task[]): Task[] =>
  frontier.flatMap((task): Task[] => (task.kind === "record" ? [{ ...task, visits: [] }] : []));

export const settle = ({ plan, segment, isLastSegment, current, room, tasks, opened }: Round): Settled => {
  const { mayGrow = false } = plan.shard ?? {};
  const pages = tasks.filter((task, index) => opensPage(task) && isDone(opened[index])).length;
  const crawled = followCrawl(current.crawl, opened, segment, plan);
  const unfed = [
    ...crawled.opened.flatMap((result) => result.tasks),
    ...current.frontier.slice(tasks.length),
  ];
  const fed = refill({ ...current, frontier: unfed, ...crawled.next }, segment, plan);
  const found = fed.frontier;
  const isOutOfPages = !mayGrow && pages >= room.pages && !(isLastSegment && found.every(isReady));
  const frontier = isOutOfPages ? withoutVisits(found) : found;
  const ready = takeReady(frontier, room.items);
  const left = frontier.slice(ready.length);
  const isDrained = left.length === 0 && !hasMoreStored(fed, segment, plan);
  const isOver = isOutOfPages ? left.length === 0 : isDrained && isLastSegment;
  const isOutOfItems = !mayGrow && ready.length >= room.items && !isOver;
  const settledPages = settlePages(current.pagesUnderWay ?? {}, {
    opened: tasks.flatMap(({ of }, index) =>
      isDone(crawled.opened[index])
        ? [{ of, fault: crawled.opened[index]?.fault, permissions: crawled.opened[index]?.permissions }]
        : [],
    ),
    items: ready.map(({ of }) => of),
    pending: found.slice(ready.length),
  });
  const isEnd = isOver || isOutOfItems;
  return { pages, ready, fed, left, isDrained, isOutOfPages, isOutOfItems, isEnd, ...settledPages };
};

/** Log entries about the limits that a batch has reached, and about what its crawl leaves unvisited. */
export const tellSettled = (
  { plan, segment }: Round,
  { fed, isDrained, isOutOfPages, isOutOfItems, isEnd }: Settled,
): string[] => {
  const { limits = plan.limits } = plan.shard ?? {};
  // The outcome of a site says which limit ended it.
  if (plan.isSite) return isEnd || isDrained ? tellCrawl(fed, segment, plan) : [];
  return [
    ...(isOutOfPages ? [`Stopped: the limit of ${limits.maxPages} pages is reached.`] : []),
    ...(isOutOfItems ? [`Stopped: the limit of ${limits.maxItems} items is reached.`] : []),
    ...(isEnd || isDrained ? tellCrawl(fed, segment, plan) : []),
  ];
};

/** What may be missing because of a limit: whole records, or values of records. */
export const lacksByLimit = (
  { isLastSegment }: Round,
  { fed: { frontier }, isOutOfPages, isOutOfItems }: Settled,
): { readonly records: boolean; readonly values: boolean } => {
  // If only records are left, the list itself was read to its end; just the pages of its records are missing.
  const isListRead = isLastSegment && frontier.every(({ kind }) => kind === "record");
  return {
    records: (isOutOfPages && !isListRead) || isOutOfItems,
    values: isOutOfPages && frontier.some((task) => task.kind === "record" && !isReady(task)),
  };
};

/** How long the sites want to be left alone, if the batch has collected nothing else. */
export const waitOf = ({ opened }: Round, { pages, ready }: Settled): number | undefined => {
  const waits = opened.flatMap(({ waitMs }) => waitMs ?? []);
  return waits.length > 0 && pages === 0 && ready.length === 0 ? Math.min(...waits) : undefined;
};

/** The state after a batch, without what other parts add for the next worker. */
export const nextState = (
  { current, opened }: Round,
  { pages, ready, fed, left, isEnd, underWay }: Settled,
  segments: number,
): Omit<CollectionState, "postponed"> => ({
  segment: isEnd ? segments : current.segment,
  frontier: isEnd ? [] : left,
  ...(!isEnd && fed.listed !== undefined && { listed: fed.listed }),
  ...(!isEnd && fed.crawl && { crawl: fed.crawl }),
  ...(Object.keys(underWay).length > 0 && { pagesUnderWay: underWay }),
  visited: [...new Set([...current.visited, ...opened.flatMap((result) => result.visited)])],
  pages: current.pages + pages,
  items: current.items + ready.length,
});
