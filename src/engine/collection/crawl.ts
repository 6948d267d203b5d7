/** Continues a crawl from its pages: new links are queued, known content is dropped. */
import { absorb, type Frontier, tellLeft, type Unwanted } from "../crawl/index.ts";
import { nameStep } from "../steps/index.ts";
import type { Opened } from "./open.ts";
import { skipped } from "./outcomes.ts";
import { crawlOf, rulesOf, type Segment } from "./plan.ts";
import type { CollectionState } from "./state.ts";

const REASONS: Readonly<Record<Unwanted, string>> = {
  duplicate: "The page was read under another address.",
  elsewhere: "The address leads to another site.",
};

/** @returns the pages without content seen before, and the crawl's updated state */
export const followCrawl = <T extends Opened>(
  crawl: Frontier | undefined,
  opened: readonly T[],
  segment: Segment,
): { readonly opened: readonly T[]; readonly next: Pick<CollectionState, "crawl"> } => {
  const step = crawlOf(segment);
  if (!crawl || !step) return { opened, next: {} };
  const visits = opened.flatMap(({ visit }) => visit ?? []);
  const { frontier, unwanted } = absorb(crawl, visits, rulesOf(step));
  const kept = opened.map((each) => {
    const why = each.visit && unwanted.get(each.visit);
    return why !== undefined ? { ...each, tasks: [], fault: skipped(why, REASONS[why]) } : each;
  });
  return { opened: kept, next: { crawl: frontier } };
};

/** Log lines about what a finished segment's crawl left unvisited. */
export const tellCrawl = ({ crawl }: CollectionState, segment: Segment): string[] => {
  const step = crawlOf(segment);
  if (!crawl || !step || !segment.opener) return [];
  const name = nameStep(step, segment.opener.path);
  return tellLeft(crawl, rulesOf(step)).map((line) => `${name}: ${line}.`);
};
