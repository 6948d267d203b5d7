import { QUEUE_OF } from "../../../contract/flows/rendering.ts";
import { isFileAddress } from "../../../contract/flows/uploads.ts";
import { takesPicture } from "../../../contract/steps/pictures.ts";
import { createBrowserSession, PARALLEL_TABS } from "../../../engine/browser/index.ts";
import { createPageFetcher, openDocument } from "../../../engine/page/index.ts";
import { createSites } from "../network/sites.ts";
import { browserSettings } from "./browser.ts";
import { createEngine, presentationOf, proxyOf, reportingFiles } from "./createEngine.ts";
import { passwordsOf } from "./passwords.ts";

/** The engine of workers with a browser. Each run gets its own browser process. */
export const withBrowserEngine = () => {
  const { waysOf } = createSites();
  const engine = createEngine((plan, { keepShot, opening, origins, readFile }) => {
    const { steps, robots, pace } = plan;
    const passwordFor = passwordsOf(plan);
    const { mannersFor, ...sites } = waysOf(proxyOf(plan));
    const presentation = presentationOf(plan);
    const fetchFile = reportingFiles(sites.filesAs(presentation), opening);
    const session = createBrowserSession(browserSettings(presentation, sites.readRoute), {
      loadsImages: steps.some((step) => step.type === "screenshot" || takesPicture(step)),
      saveShot: keepShot,
      isImpatient: plan.isPreview,
      openFiles: (cookies) =>
        createPageFetcher({ ...sites, presentation, openDocument, cookies, passwordFor }),
    });
    const close = async (): Promise<void> => {
      await session.close();
      await sites.close();
    };
    const openUploaded = createPageFetcher({ ...sites, openDocument, readFile, passwordFor });
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
