/** The source of a segment's tasks: its own page, a list of URLs, a sitemap, or a crawl. */
import { hasUnread, isExhausted, openFrontier, startFrontier, takeLeads } from "../crawl/index.ts";
import { opensPage } from "./batch.ts";
import type { CollectionDeps } from "./deps.ts";
import { type CollectionPlan, crawlOf, findsPages, normaliseUrl, rulesOf, type Segment } from "./plan.ts";
import type { CollectionState, Task } from "./state.ts";

/** Most pages queued in the frontier from a longer list or crawl: enough for a batch. */
const WAITING_PAGES = 256;

export const startCollection = (_plan?: CollectionPlan): CollectionState => ({
  segment: 0,
  frontier: [],
  visited: [],
  pages: 0,
  items: 0,
  postponed: 0,
});

/** Whether a segment opens the plan's list of URLs; not if its step names a URL of its own. */
const isListed = (segment: Segment, { urls }: CollectionPlan): boolean => {
  const step = segment.opener?.step;
  const isNamed = step !== undefined && "url" in step && step.url !== undefined;
  return urls !== undefined && (!isNamed || findsPages(segment));
};

/** A segment's first tasks. */
const begin = (state: CollectionState, segment: Segment, plan: CollectionPlan): CollectionState => {
  const { listed: _, crawl: __, ...rest } = state;
  const started = { ...rest, segment: state.segment + 1, frontier: [], visited: [] };
  const { opener, url } = segment;
  if (isListed(segment, plan)) return { ...started, listed: 0 };
  if (crawlOf(segment)) return { ...started, crawl: startFrontier(url) };
  const first: Task =
    opener?.step.type === "sitemap"
      ? { kind: "sitemap", path: opener.path, files: null, filesRead: 0, offset: 0, pages: 0 }
      : { kind: "page", url, number: 1, path: null };
  return { ...started, frontier: [first], visited: [normaliseUrl(url)] };
};

/** One URL of the plan's list. */
const listedTask = (url: string, segment: Segment): Task =>
  segment.opener && findsPages(segment)
    ? { kind: "link", visit: { url, path: segment.opener.path }, of: url }
    : { kind: "page", url, number: 1, path: null, of: url };

/** Refills the frontier from the list or crawl when it runs low. */
export const refill = (
  state: CollectionState,
  segment: Segment | undefined,
  plan: CollectionPlan,
): CollectionState => {
  const { urls = [] } = plan;
  const { frontier, listed, crawl } = state;
  const room = WAITING_PAGES - frontier.filter(opensPage).length;
  if (!segment || room <= 0) return state;
  if (listed !== undefined && listed < urls.length) {
    const next = urls.slice(listed, listed + room).map((url) => listedTask(url, segment));
    return { ...state, listed: listed + next.length, frontier: [...frontier, ...next] };
  }
  const step = crawlOf(segment);
  const path = segment.opener?.path;
  if (!crawl || !step || !path) return state;
  const taken = takeLeads(crawl, rulesOf(step, plan), room);
  const found = taken.leads.map(
    (lead): Task => ({ kind: "link", visit: { url: lead.url, path }, lead, of: lead.url }),
  );
  return { ...state, crawl: taken.frontier, frontier: [...frontier, ...found] };
};

/** Whether the segment's list or crawl may have more pages than the frontier holds. */
export const mayRefill = ({ listed, crawl }: CollectionState, segment: Segment, plan: CollectionPlan) => {
  if (listed !== undefined) return listed < (plan.urls?.length ?? 0);
  const step = crawlOf(segment);
  return crawl !== undefined && step !== null && !isExhausted(crawl, rulesOf(step, plan));
};

/** Whether the segment's crawl has more pages, which have to be read from the store before they can be queued. */
export const hasMoreStored = (
  state: CollectionState,
  segment: Segment | undefined,
  plan: CollectionPlan,
): boolean =>
  state.crawl !== undefined &&
  segment !== undefined &&
  hasUnread(state.crawl) &&
  mayRefill(state, segment, plan);

/** Moves on to the next segment while the frontier is empty, until all are done or a crawl has to be read first. */
const feedAtOnce = (
  state: CollectionState,
  segments: readonly Segment[],
  plan: CollectionPlan,
): CollectionState => {
  const at = segments[state.segment - 1];
  let next = refill(state, at, plan);
  if (next.frontier.length === 0 && hasMoreStored(next, at, plan)) return next;
  for (let segment = segments[next.segment]; next.frontier.length === 0 && segment; ) {
    next = refill(begin(next, segment, plan), segment, plan);
    segment = segments[next.segment];
  }
  return next;
};

/** Queues what a batch opens, or nothing if the collection is done. */
export const feed = async (
  { segments: store }: Pick<CollectionDeps, "segments">,
  state: CollectionState,
  segments: readonly Segment[],
  plan: CollectionPlan,
): Promise<CollectionState> => {
  for (let next = state; ; ) {
    const crawl = next.crawl && (await openFrontier(next.crawl, store));
    next = feedAtOnce({ ...next, ...(crawl && { crawl }) }, segments, plan);
    // All pages that were read of a crawl are left out, for example as a trap: it reads further ones.
    if (next.frontier.length > 0 || !hasMoreStored(next, segments[next.segment - 1], plan)) return next;
  }
};
