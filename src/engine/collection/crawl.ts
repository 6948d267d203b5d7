/** Continues a crawl from its pages: new links are queued, known content is dropped. */
import { absorb, type Frontier, storeFrontier, tellLeft, type Unwanted } from "../crawl/index.ts";
import { nameStep } from "../steps/index.ts";
import type { CollectionDeps } from "./deps.ts";
import type { Opened } from "./open.ts";
import { skipped } from "./outcomes.ts";
import { type CollectionPlan, crawlOf, rulesOf, type Segment } from "./plan.ts";
import type { CollectionState } from "./state.ts";

const REASONS: Readonly<Record<Unwanted, string>> = {
  duplicate: "The page was read under another URL.",
  elsewhere: "The URL redirects to another site.",
};

/** @returns the pages without content seen before, and the crawl's updated state */
export const followCrawl = <T extends Opened>(
  crawl: Frontier | undefined,
  opened: readonly T[],
  segment: Segment,
  plan: CollectionPlan,
): { readonly opened: readonly T[]; readonly next: Pick<CollectionState, "crawl"> } => {
  const step = crawlOf(segment);
  if (!crawl || !step) return { opened, next: {} };
  const visits = opened.flatMap(({ visit }) => visit ?? []);
  const { frontier, unwanted } = absorb(crawl, visits, rulesOf(step, plan));
  const kept = opened.map((each) => {
    const why = each.visit && unwanted.get(each.visit);
    return why !== undefined ? { ...each, tasks: [], fault: skipped(why, REASONS[why]) } : each;
  });
  return { opened: kept, next: { crawl: frontier } };
};

/** Log lines about what a finished segment's crawl left unvisited. */
export const tellCrawl = ({ crawl }: CollectionState, segment: Segment, plan: CollectionPlan): string[] => {
  const step = crawlOf(segment);
  if (!crawl || !step || !segment.opener) return [];
  const name = nameStep(step, segment.opener.path);
  return tellLeft(crawl, rulesOf(step, plan)).map((line) => `${name}: ${line}.`);
};

/** Stores what the crawl has found, so that its state stays small. */
export const storeCrawl = async (
  { segments, now }: CollectionDeps,
  { crawl }: Pick<CollectionState, "crawl">,
): Promise<Pick<CollectionState, "crawl">> =>
  crawl && segments ? { crawl: await storeFrontier(crawl, segments, { now: now() }) } : {};
