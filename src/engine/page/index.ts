export {
  createPageFetcher,
  createUserAgent,
  type FetchPage,
  type Page,
  type PageFetcherDeps,
} from "./page.ts";
