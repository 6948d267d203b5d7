import { QUEUE_OF } from "../../../contract/flows/rendering.ts";
import { createCookies, createPageFetcher, openDocument } from "../../../engine/page/index.ts";
import { createSites } from "../network/sites.ts";
import { createEngine, presentationOf, proxyOf, reportingFiles } from "./createEngine.ts";
import { passwordsOf } from "./passwords.ts";

/** The engine of workers without a browser. */
export const withEngine = () => {
  const { waysOf } = createSites();
  const engine = createEngine((plan, { opening, origins, readFile }) => {
    const { robots, pace, pagesAtOnce } = plan;
    const passwordFor = passwordsOf(plan);
    const { egress, userAgent, mannersFor, ...sites } = waysOf(proxyOf(plan));
    const cookies = createCookies();
    const presentation = presentationOf(plan);
    const fetchFile = reportingFiles(sites.filesAs(presentation), opening);
    return {
      fetchPage: createPageFetcher({
        egress,
        userAgent,
        presentation,
        cookies,
        openDocument,
        readFile,
        passwordFor,
      }),
      fetchFile,
      manners: mannersFor(robots, { rule: pace, ceiling: pagesAtOnce }, { fetchFile, origins }),
      session: cookies,
      close: sites.close,
    };
  });
  return { serves: QUEUE_OF.http, engine };
};
