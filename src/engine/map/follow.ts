/** Follows the links of a site level by level, as a crawl does, without collecting anything. */
import {
  absorb,
  type CrawlRules,
  countWaiting,
  startFrontier,
  takeLeads,
  type Visited,
} from "../crawl/index.ts";
import { TargetError } from "../egress/index.ts";

const PAGES_AT_ONCE = 4;
/** As deep as there is time for. */
const RULES: CrawlRules = { depth: 20, maxPages: 1_000 };

interface Following {
  /** Opens a page and notes its links. */
  readonly read: (url: string) => Promise<Visited["page"]>;
  /** Whether the time is up or enough was found. */
  readonly isOver: () => boolean;
  /** Whether an error is a fault of this service; others leave out one page. */
  readonly isOurs: (error: unknown) => boolean;
}

/**
 * Follows the links of a page that was read, nearest first.
 *
 * @returns how many known pages were not opened
 */
export const followLinks = async (
  start: string,
  first: Visited["page"],
  { read, isOver, isOurs }: Following,
): Promise<number> => {
  /** A page that cannot be read has no links; it stays on the map. */
  const visit = async (lead: Visited["lead"]): Promise<Visited> => {
    try {
      return { lead, page: await read(lead.url) };
    } catch (error) {
      if (isOurs(error)) throw error;
      const isFile = error instanceof TargetError && error.code === "target-unsupported";
      return { lead, page: null, isFile };
    }
  };
  let { leads, frontier } = takeLeads(startFrontier(start), RULES, 1);
  let visits: readonly Visited[] = leads.map((lead) => ({ lead, page: first }));
  for (;;) {
    ({ frontier } = absorb(frontier, visits, RULES));
    if (isOver()) return countWaiting(frontier.queue);
    ({ leads, frontier } = takeLeads(frontier, RULES, PAGES_AT_ONCE));
    if (leads.length === 0) return countWaiting(frontier.queue);
    visits = await Promise.all(leads.map(visit));
  }
};
