import { QUEUE_OF } from "../../contract/rendering.ts";
import { createCookies, createPageFetcher } from "../../engine/page/index.ts";
import { createEngine } from "./createEngine.ts";
import { createSites } from "./sites.ts";

/** The engine of the workers without a browser. */
export const withEngine = () => {
  const { egress, userAgent, fetchFile, mannersFor } = createSites();
  const engine = createEngine(({ robots, pace, pagesAtOnce }, _keepShot, origins) => {
    const cookies = createCookies();
    return {
      fetchPage: createPageFetcher({ egress, userAgent, cookies }),
      fetchFile,
      manners: mannersFor(robots, { rule: pace, ceiling: pagesAtOnce }, origins),
      session: cookies,
      close: async () => {},
    };
  });
  return { serves: QUEUE_OF.http, engine };
};
