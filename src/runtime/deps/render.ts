import { DomainError } from "../../contract/errors.ts";
import type { SessionOptions } from "../../engine/browser/index.ts";
import type { FetchPageOptions, Page, Presentation } from "../../engine/page/index.ts";
import { browserSettings } from "./browser.ts";

/**
 * The page after its scripts ran, in a browser that is closed afterwards.
 *
 * @param openFiles creates the fetcher of files such as PDFs; absent: they are refused
 *
 * @throws DomainError `not-configured` without a browser; otherwise like `FetchPage`
 */
export const renderPage = async (
  url: string,
  options: FetchPageOptions,
  openFiles?: SessionOptions["openFiles"],
  presentation?: Presentation,
): Promise<Page> => {
  // Chromium's driver is large and few pages need it, so it is loaded with the first one.
  const { createBrowserSession } = await import("../../engine/browser/index.ts");
  const session = createBrowserSession(browserSettings(presentation), {
    loadsImages: false,
    openFiles,
    saveShot: () => Promise.reject(new DomainError("internal", "No picture is taken here.")),
  });
  try {
    return await session.fetchPage(url, options);
  } finally {
    await session.close();
  }
};
