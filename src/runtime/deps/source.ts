import { DomainError } from "../../contract/errors.ts";
import type { SourcePage, WithSource } from "../../domain/generate/source.ts";
import { createBrowserSession } from "../../engine/browser/index.ts";
import { isClientRendered } from "../../engine/collection/shell.ts";
import {
  assembleFlow,
  checkProposal,
  type GeneratePage,
  generateFlow,
  type Proposal,
  questionFor,
  readIntent,
} from "../../engine/generate/index.ts";
import { createPageFetcher, type Page } from "../../engine/page/index.ts";
import { browserSettings } from "./browser.ts";
import { toDomainError } from "./pageErrors.ts";
import { createSites } from "./sites.ts";

const sourceOf = (page: GeneratePage): SourcePage<Proposal> => ({
  generate: (prompt) => generateFlow(page, prompt, Date.now()),
  question: (prompt, problems) => questionFor(page.document, prompt, problems),
  check: (prompt, proposal) => {
    const { draft, problems } = checkProposal(page.document, proposal, Date.now());
    const { name, description } = proposal;
    const told = {
      ...(name.trim() !== "" && { name: name.trim() }),
      ...(description !== "" && { description }),
    };
    return { flow: draft && assembleFlow(page, readIntent(prompt), draft, told), problems };
  },
});

/** The page as its scripts leave it, in a browser that is gone afterwards. */
const render = async (url: string, signal: AbortSignal): Promise<Page> => {
  const session = createBrowserSession(browserSettings(), {
    loadsImages: false,
    saveShot: () => Promise.reject(new DomainError("internal", "No picture is taken here.")),
  });
  try {
    return await session.fetchPage(url, { signal });
  } finally {
    await session.close();
  }
};

/** Pages to write flows for. */
export const withSource = (): WithSource => {
  const { egress, userAgent, mannersFor } = createSites();
  const fetchPage = createPageFetcher({ egress, userAgent });
  return {
    source: {
      open: async (url, robots, signal) => {
        try {
          const manners = mannersFor(robots);
          await manners.check(url, signal);
          const page = await fetchPage(url, { signal, mayOpen: (next) => manners.check(next, signal) });
          const isRendered = isClientRendered(page.document);
          const { document } = isRendered ? await render(url, signal) : page;
          return sourceOf({ url, document, isRendered }) as SourcePage;
        } catch (error) {
          throw toDomainError(error, signal);
        }
      },
    },
  };
};
