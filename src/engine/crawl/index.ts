export { patternOf } from "./address.ts";
export {
  absorb,
  type CrawlRules,
  type Frontier,
  isCollected,
  isExhausted,
  type Lead,
  startFrontier,
  takeLeads,
  tellLeft,
  type Unwanted,
  type Visited,
} from "./frontier.ts";
export { canonicalOf, linksOf, wordsHash } from "./links.ts";
