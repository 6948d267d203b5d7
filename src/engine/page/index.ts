export {
  checkStatus,
  createPageFetcher,
  createUserAgent,
  type FetchPage,
  type Page,
  type PageFetcherDeps,
  sleepUnlessAborted,
  withRetries,
} from "./page.ts";
