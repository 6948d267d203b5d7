import { QUEUE_OF } from "../../contract/rendering.ts";
import { createCookies, createPageFetcher, openDocument } from "../../engine/page/index.ts";
import { createEngine, tellingFiles } from "./createEngine.ts";
import { createSites } from "./sites.ts";

/** The engine of workers without a browser. */
export const withEngine = () => {
  const { egress, userAgent, mannersFor, ...sites } = createSites();
  const engine = createEngine(({ robots, pace, pagesAtOnce }, { opening, origins, readFile }) => {
    const cookies = createCookies();
    const fetchFile = tellingFiles(sites.fetchFile, opening);
    return {
      fetchPage: createPageFetcher({ egress, userAgent, cookies, openDocument, readFile }),
      fetchFile,
      manners: mannersFor(robots, { rule: pace, ceiling: pagesAtOnce }, { fetchFile, origins }),
      session: cookies,
      close: async () => {},
    };
  });
  return { serves: QUEUE_OF.http, engine };
};
