import { QUEUE_OF } from "../../contract/rendering.ts";
import { createBrowserSession, PARALLEL_TABS } from "../../engine/browser/index.ts";
import { browserSettings } from "./browser.ts";
import { createEngine } from "./createEngine.ts";
import { createSites } from "./sites.ts";

/** The engine of the workers with a browser: a process of its own for each run. */
export const withBrowserEngine = () => {
  const settings = browserSettings();
  const { fetchFile, mannersFor } = createSites();
  const engine = createEngine(({ steps, robots, pace }, saveShot, origins) => {
    const session = createBrowserSession(settings, {
      loadsImages: steps.some(({ type }) => type === "screenshot"),
      saveShot,
    });
    const { fetchPage, close } = session;
    return {
      fetchPage,
      fetchFile,
      manners: mannersFor(robots, { rule: pace, ceiling: PARALLEL_TABS }, origins),
      browser: session,
      close,
    };
  });
  return { serves: QUEUE_OF.browser, engine };
};
