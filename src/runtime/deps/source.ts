import type { RobotsRule } from "../../contract/common.ts";
import { DomainError } from "../../contract/errors.ts";
import type { Deadline } from "../../domain/deadline.ts";
import type { SourcePage, WithSource } from "../../domain/generate/source.ts";
import { hasScripts, isClientRendered } from "../../engine/collection/shell.ts";
import {
  assembleFlow,
  checkProposal,
  collectsFrom,
  draftStep,
  type GeneratePage,
  generateFlow,
  generateFromExamples,
  type Proposal,
  questionFor,
  readIntent,
  resultsAddress,
  withPreview,
} from "../../engine/generate/index.ts";
import { createPageFetcher, type Page } from "../../engine/page/index.ts";
import { readWithin, toDomainError } from "./pageErrors.ts";
import { renderPage } from "./render.ts";
import { createSites } from "./sites.ts";

const sourceOf = (
  page: GeneratePage,
  deadline: Deadline,
  render: SourcePage<Proposal>["render"],
): SourcePage<Proposal> => {
  const { document } = readWithin(deadline, () => collectsFrom(page));
  return {
    generate: (prompt) =>
      readWithin(deadline, () => {
        const now = Date.now();
        const flow = generateFlow(page, prompt, now);
        return flow && withPreview(page, flow, now);
      }),
    generateShown: (examples, prompt) =>
      readWithin(deadline, () => generateFromExamples(page, examples, prompt, Date.now())),
    render,
    question: (prompt, problems) => readWithin(deadline, () => questionFor(document, prompt, problems)),
    check: (prompt, proposal) =>
      readWithin(deadline, () => {
        const now = Date.now();
        const intent = readIntent(prompt);
        const own = draftStep(document, intent, now);
        const { draft, ...checked } = checkProposal(document, proposal, intent, own, now);
        const name = proposal.name.trim() || undefined;
        const flow = draft && assembleFlow(page, intent, draft, name);
        return { flow: flow && withPreview(page, flow, now), ...checked };
      }),
  };
};

/** @throws DomainError for JSON and tables, which have no elements */
const refuseData = ({ document }: Page): void => {
  if (document.data === undefined) return;
  throw new DomainError(
    "target-unsupported",
    "The page is data and no markup: there is nothing to write selectors for. A flow without steps collects it as it is.",
  );
};

/** Pages to write flows for. */
export const withSource = (): WithSource => {
  const { egress, userAgent, mannersFor } = createSites();
  const fetchPage = createPageFetcher({ egress, userAgent });
  const optionsFor = (robots: RobotsRule, { signal, atMs }: Deadline) => {
    const manners = mannersFor(robots);
    return { signal, readBy: atMs, mayOpen: (next: string) => manners.check(next, signal) };
  };
  const openPage = async (url: string, robots: RobotsRule, deadline: Deadline) => {
    const options = optionsFor(robots, deadline);
    await options.mayOpen(url);
    const page = await fetchPage(url, options);
    refuseData(page);
    const isRendered = readWithin(deadline, () => isClientRendered(page.document));
    const { document } = isRendered ? await renderPage(url, options) : page;
    return { url, document, isRendered };
  };
  /** Where the sentence's search leads; null where that cannot be seen: the flow says so then. */
  const openResults = async (page: GeneratePage, prompt: string, robots: RobotsRule, deadline: Deadline) => {
    const url = readWithin(deadline, () => resultsAddress(page.document, prompt));
    if (url === null) return null;
    try {
      return await openPage(url, robots, deadline);
    } catch (error) {
      if (deadline.signal.aborted) throw error;
      return null;
    }
  };
  /** The page in a browser, where it was not opened in one and has scripts that may have more to show. */
  const renderAgain = async (
    { url, document, isRendered }: GeneratePage,
    robots: RobotsRule,
    deadline: Deadline,
  ): Promise<SourcePage<Proposal> | null> => {
    if (isRendered || !hasScripts(document)) return null;
    try {
      const page = await renderPage(url, optionsFor(robots, deadline));
      return sourceOf({ url, document: page.document, isRendered: true }, deadline, async () => null);
    } catch (error) {
      const { signal } = deadline;
      if (signal.aborted) throw toDomainError(error, signal);
      return null;
    }
  };
  return {
    source: {
      open: async (url, prompt, robots, deadline) => {
        try {
          const page = await openPage(url, robots, deadline);
          const results = await openResults(page, prompt, robots, deadline);
          return sourceOf({ ...page, results }, deadline, () =>
            renderAgain(page, robots, deadline),
          ) as SourcePage;
        } catch (error) {
          throw toDomainError(error, deadline.signal);
        }
      },
    },
  };
};
