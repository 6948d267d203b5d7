export type { KnownPage } from "./conditions.ts";
export { type Cookies, createCookies } from "./cookies.ts";
export { openDocument } from "./documents/openDocument.ts";
export { isTextless, remarksOn } from "./documents/remarks.ts";
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
export {
  browserAgent,
  createPresentation,
  PLAIN,
  type Presentation,
  readPresentation,
  withBaseLanguages,
  writePresentation,
} from "./presentation.ts";
export { readDocument, readingFault } from "./read.ts";
export type { SignalHeaders } from "./signalHeaders.ts";
export { signalHeadersOf } from "./signalHeaders.ts";
export type { ReadFile } from "./uploads.ts";
export { warningsOn } from "./warnings.ts";
