import { DomainError } from "../../contract/errors.ts";
import { createBrowserSession } from "../../engine/browser/index.ts";
import type { FetchPageOptions, Page } from "../../engine/page/index.ts";
import { browserSettings } from "./browser.ts";

/**
 * The page as its scripts leave it, in a browser that is gone afterwards.
 * @throws DomainError `not-configured` without a browser · as `FetchPage`
 */
export const renderPage = async (url: string, options: FetchPageOptions): Promise<Page> => {
  const session = createBrowserSession(browserSettings(), {
    loadsImages: false,
    saveShot: () => Promise.reject(new DomainError("internal", "No picture is taken here.")),
  });
  try {
    return await session.fetchPage(url, options);
  } finally {
    await session.close();
  }
};
