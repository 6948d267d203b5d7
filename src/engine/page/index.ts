export type { KnownPage } from "./conditions.ts";
export { createCookies } from "./cookies.ts";
export { createFileFetcher, type FetchFile, type TextFile } from "./file.ts";
export {
  checkStatus,
  createPageFetcher,
  createUserAgent,
  type FetchPage,
  type FetchPageOptions,
  type Page,
  PRODUCT,
  sleepUnlessAborted,
  withRetries,
} from "./page.ts";
export { readDocument, readingFault } from "./read.ts";
