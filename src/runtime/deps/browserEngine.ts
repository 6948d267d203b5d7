import { QUEUE_OF } from "../../contract/rendering.ts";
import { isFileAddress } from "../../contract/uploads.ts";
import { createBrowserSession, PARALLEL_TABS } from "../../engine/browser/index.ts";
import { createPageFetcher, openDocument } from "../../engine/page/index.ts";
import { browserSettings } from "./browser.ts";
import { createEngine, tellingFiles } from "./createEngine.ts";
import { createSites } from "./sites.ts";

/** The engine of workers with a browser. Each run gets its own browser process. */
export const withBrowserEngine = () => {
  const settings = browserSettings();
  const { mannersFor, ...sites } = createSites();
  const engine = createEngine(({ steps, robots, pace }, { keepShot, opening, origins, readFile }) => {
    const fetchFile = tellingFiles(sites.fetchFile, opening);
    const session = createBrowserSession(settings, {
      loadsImages: steps.some(({ type }) => type === "screenshot"),
      saveShot: keepShot,
      openFiles: (cookies) =>
        createPageFetcher({ egress: sites.egress, userAgent: sites.userAgent, openDocument, cookies }),
    });
    const { close } = session;
    const openUploaded = createPageFetcher({ ...sites, openDocument, readFile });
    return {
      fetchPage: (url, options) =>
        isFileAddress(url) ? openUploaded(url, options) : session.fetchPage(url, options),
      fetchFile,
      manners: mannersFor(robots, { rule: pace, ceiling: PARALLEL_TABS }, { fetchFile, origins }),
      browser: session,
      close,
    };
  });
  return { serves: QUEUE_OF.browser, engine };
};
