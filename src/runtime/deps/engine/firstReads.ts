import type { CollectionPlan, FirstReads } from "../../../domain/engine.ts";
import {
  type CollectionDeps,
  CollectionError,
  type CollectionState,
  collectNext,
  createFlights,
} from "../../../engine/collection/index.ts";

/** Enough pages to see what differs by itself; each is one more request to the site. */
const MAX_PAGES = 5;
/** The run reads the pages again afterwards, and both reads should be close together. */
const MAX_MS = 60_000;
const MAX_ITEMS = 500;

/** Collects from a run's first pages. @throws the reason of the aborted `signal` */
export const collectFirst = async (
  deps: CollectionDeps,
  { limits, prints: _, ...rest }: CollectionPlan,
  started: CollectionState,
): Promise<Omit<FirstReads, "pictures"> | null> => {
  const { maxPages, maxItems } = limits;
  const bounded = { maxPages: Math.min(maxPages, MAX_PAGES), maxItems: Math.min(maxItems, MAX_ITEMS) };
  const plan = { ...rest, limits: bounded };
  const untilMs = deps.now() + MAX_MS;
  const items: FirstReads["items"][number][] = [];
  let pages = 0;
  let state = started;
  try {
    while (deps.now() < untilMs) {
      const batch = await collectNext({ ...deps, flights: createFlights() }, plan, state);
      if (batch.needsBrowser) return null;
      items.push(...batch.items);
      pages += batch.pages;
      state = batch.state;
      if (batch.done || batch.resumeAfterMs !== undefined) break;
    }
  } catch (error) {
    // The run itself meets the same failure and reports it.
    if (deps.signal.aborted || !(error instanceof CollectionError)) throw error;
    return null;
  }
  return items.length > 0 ? { items, pages } : null;
};
