export {
  absorb,
  type CrawlRules,
  type Frontier,
  isCollected,
  isExhausted,
  startFrontier,
  takeLeads,
  type Unwanted,
  type Visited,
} from "./frontier.ts";
export { tellLeft } from "./left.ts";
export { readVisitedPage } from "./links.ts";
export { countWaiting, type Lead } from "./queue.ts";
export type { SegmentStore } from "./segments.ts";
export { hasUnread, openFrontier, storeFrontier } from "./stored.ts";
