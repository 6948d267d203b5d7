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
export { tellPage } from "./links.ts";
