export {
  checkStatus,
  createPageFetcher,
  createUserAgent,
  type FetchPage,
  type Page,
  sleepUnlessAborted,
  withRetries,
} from "./page.ts";
