import type { WithPages } from "../../domain/extract/pages.ts";
import { extractData } from "../../engine/extract/index.ts";
import { keepOnPage, readIntent, readQuestion } from "../../engine/generate/index.ts";
import { createPageFetcher } from "../../engine/page/index.ts";
import { toDomainError } from "./pageErrors.ts";
import { createSites } from "./sites.ts";

/** Pages of the web, read once and not kept. */
export const withPages = (): WithPages => {
  const { egress, userAgent, mannersFor } = createSites();
  const fetchPage = createPageFetcher({ egress, userAgent });
  return {
    pages: {
      read: async (url, { robots = "obey", ...query }, signal) => {
        try {
          const manners = mannersFor(robots);
          await manners.check(url, signal);
          const page = await fetchPage(url, { signal, mayOpen: (next) => manners.check(next, signal) });
          const { document } = page;
          const { schema, instructions = "", now } = query;
          return {
            url: page.url,
            results: extractData(document, query).results,
            isUnderstood: instructions.trim() === "" || readIntent(instructions).fields.length > 0,
            question: readQuestion(document, query),
            keep: (answer) => keepOnPage(document, answer, schema, now),
          };
        } catch (error) {
          throw toDomainError(error, signal);
        }
      },
    },
  };
};
