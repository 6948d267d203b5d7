import { DomainError } from "../../../contract/errors.ts";
import type { GeneratedFlow } from "../../../contract/extraction/generate.ts";
import type { FlowRender } from "../../../contract/flows/rendering.ts";
import { isFileAddress } from "../../../contract/flows/uploads.ts";
import type { Rules, SourcePage, WithSource } from "../../../domain/generate/source.ts";
import type { Deadline } from "../../../domain/shared/deadline.ts";
import { inParallel } from "../../../domain/shared/inParallel.ts";
import { hasScripts, isClientRendered } from "../../../engine/collection/shell.ts";
import { signInUrlOf } from "../../../engine/collection/signIn/signInPage.ts";
import { parseDocument } from "../../../engine/extract/extract.ts";
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
} from "../../../engine/generate/index.ts";
import {
  createPageFetcher,
  createPresentation,
  openDocument,
  type Page,
  type Presentation,
  type ReadFile,
} from "../../../engine/page/index.ts";
import { permissionsFor, permitted } from "../network/permitting.ts";
import { createSites } from "../network/sites.ts";
import { inspectedSource } from "./inspectedSource.ts";
import { readWithin, toDomainError } from "./pageErrors.ts";
import { renderPage } from "./render.ts";
import { countOpened, openSiblings, type Sibling } from "./siblings.ts";

/** A page of the same kind, or why it could not be opened. */
type AlikePage =
  | { readonly url: string; readonly document: GeneratePage["document"]; readonly sibling?: true }
  | { readonly url: string; readonly problem: string; readonly sibling?: true };

const withProblems = <Flow extends GeneratedFlow | null>(flow: Flow, alike: readonly AlikePage[]): Flow => {
  const problems = alike.flatMap((page) =>
    "problem" in page ? [{ ...page, problem: page.problem.slice(0, 500) }] : [],
  );
  if (!flow?.preview || problems.length === 0) return flow;
  const pages = [
    ...(flow.preview.pages ?? []),
    ...problems.map(({ problem, ...page }) => ({ ...page, recordCount: 0, records: [], problem })),
  ];
  return { ...flow, preview: { ...flow.preview, pages } };
};

const sourceOf = (
  page: GeneratePage & Pick<SourcePage, "signInUrl">,
  alike: readonly AlikePage[],
  deadline: Deadline,
  render: SourcePage<Proposal>["render"],
  siblingPages = 0,
): SourcePage<Proposal> => {
  const { document } = readWithin(deadline, () => collectsFrom(page));
  const others = alike.filter((each) => "document" in each);
  return {
    generate: (prompt, takesLess) =>
      readWithin(deadline, () => {
        const now = Date.now();
        const flow = generateFlow(page, prompt, now, others, takesLess);
        return flow && withProblems(withPreview(page, flow, now, others), alike);
      }),
    generateShown: (examples, prompt) =>
      readWithin(deadline, () => {
        const shown = generateFromExamples(page, examples, prompt, Date.now(), others);
        return { ...shown, flow: withProblems(shown.flow, alike) };
      }),
    render,
    signInUrl: page.signInUrl,
    siblingPages,
    question: (prompt, problems) => readWithin(deadline, () => questionFor(document, prompt, problems)),
    check: (prompt, proposal) =>
      readWithin(deadline, () => {
        const now = Date.now();
        const intent = readIntent(prompt, page.timezone);
        const own = draftStep(document, intent, now, others);
        const { draft, ...checked } = checkProposal(document, proposal, intent, own, now);
        const name = proposal.name.trim() || undefined;
        const flow = draft && assembleFlow(page, intent, draft, name);
        return { flow: flow && withProblems(withPreview(page, flow, now, others), alike), ...checked };
      }),
  };
};

const toAlike = (found: Sibling): AlikePage =>
  "document" in found
    ? { url: found.url, document: found.document, sibling: true }
    : { url: found.url, problem: found.problem, sibling: true };

/** Pages requested from a site at a time. A request only compares a few. */
const ALIKE_AT_ONCE = 2;
/** Part of a request's time that is needed to check examples on 20 pages of 200 KB. */
const LEFT_FOR_READING_MS = 10_000;

/** @throws DomainError for JSON and tables, which have no elements */
const refuseData = ({ document }: Page): void => {
  if (document.data === undefined) return;
  throw new DomainError(
    "target-unsupported",
    "The page is data, not HTML, so there is nothing to write selectors for. A flow without steps collects it as it is.",
  );
};

/** How the pages of a request are opened. Its headers go to the origin of its page. */
interface Ways extends Rules {
  readonly presentation: Presentation;
  /** For pages that nobody named: headers may hold a session. */
  readonly withoutHeaders: Presentation;
}

const waysOf = (rules: Rules, url: string): Ways => {
  const { robots, permissions, request } = rules;
  const { origin } = new URL(url);
  return {
    robots,
    permissions,
    presentation: createPresentation(request, origin),
    withoutHeaders: createPresentation(request && { ...request, headers: undefined }, origin),
  };
};

const renderingOf = ({ presentation, robots }: Ways, { signal, atMs }: Deadline) => ({
  ...{ signal, untilMs: atMs, presentation, robots },
});

/** Pages for which flows are written. */
export const withSource = (): WithSource => {
  const { egress, userAgent, filesAs, mannersFor } = createSites();
  const fetcherWith = (presentation: Presentation, readFile?: ReadFile) =>
    createPageFetcher({ egress, userAgent, presentation, openDocument, readFile });
  const optionsFor = ({ robots, permissions: policy, presentation }: Ways, { signal, atMs }: Deadline) => {
    const fetchFile = filesAs(presentation);
    const manners = mannersFor(robots, undefined, { fetchFile });
    const permissions = permissionsFor({ robots, policy }, fetchFile, manners);
    const mayOpen = (next: string) => manners.check(next, signal);
    return { manners, permissions, options: { signal, readBy: atMs, mayOpen } };
  };
  const openPage = async (
    url: string,
    ways: Ways,
    deadline: Deadline,
    fetchPage = fetcherWith(ways.presentation),
    render: FlowRender = "auto",
  ) => {
    const { options, permissions } = optionsFor(ways, deadline);
    await options.mayOpen(url);
    const page = await permissions.apply(await fetchPage(url, options), deadline.signal);
    refuseData(page);
    const isRendered =
      !isFileAddress(url) &&
      (render === "browser" ||
        (render === "auto" && readWithin(deadline, () => isClientRendered(page.document))));
    const shown = isRendered
      ? await permissions.apply(await renderPage(url, renderingOf(ways, deadline)), deadline.signal)
      : page;
    const { document } = shown;
    return { url, document, isRendered, signInUrl: readWithin(deadline, () => signInUrlOf(url, shown)) };
  };
  /** Where the prompt's search leads; null if unknown, which the flow then mentions. */
  const openResults = async (page: GeneratePage, prompt: string, ways: Ways, deadline: Deadline) => {
    const url = readWithin(deadline, () => resultsAddress(page.document, prompt));
    if (url === null) return null;
    try {
      return await openPage(url, ways, deadline);
    } catch (error) {
      if (deadline.signal.aborted) throw error;
      return null;
    }
  };
  /** Pages of the same kind, as many as there is time for. */
  const openAlike = (
    urls: readonly string[],
    ways: Ways,
    deadline: Deadline,
    fetchPage = fetcherWith(ways.presentation),
  ): Promise<AlikePage[]> => {
    const until = deadline.atMs - LEFT_FOR_READING_MS;
    return inParallel(urls, ALIKE_AT_ONCE, async (url): Promise<AlikePage> => {
      if (Date.now() > until) return { url, problem: "there was no time to open it" };
      try {
        const { document } = await openPage(url, ways, deadline, fetchPage);
        return { url, document };
      } catch (error) {
        const domainError = toDomainError(error, deadline.signal);
        if (deadline.signal.aborted) throw domainError;
        return { url, problem: domainError instanceof Error ? domainError.message : String(domainError) };
      }
    });
  };
  /** Further pages of the template of the page that is collected from. */
  const openFound = (page: GeneratePage, ways: Ways, deadline: Deadline) => {
    const { url, document } = collectsFrom(page);
    const { manners, permissions } = optionsFor(ways, deadline);
    const fetchPage = permitted(fetcherWith(ways.withoutHeaders), permissions);
    return openSiblings(document, url, { manners, fetchPage, deadline, leftMs: LEFT_FOR_READING_MS });
  };
  /** The page in a browser, if it was fetched without one and has scripts that may add content. */
  const renderAgain = async (
    { url, timezone, document, isRendered }: GeneratePage,
    alike: readonly AlikePage[],
    ways: Ways,
    deadline: Deadline,
  ): Promise<SourcePage<Proposal> | null> => {
    if (isRendered || isFileAddress(url) || !hasScripts(document)) return null;
    try {
      const { permissions } = optionsFor(ways, deadline);
      const rendered = await renderPage(url, renderingOf(ways, deadline));
      const page = await permissions.apply(rendered, deadline.signal);
      const again = { url, timezone, document: page.document, isRendered: true };
      return sourceOf(again, alike, deadline, async () => null);
    } catch (error) {
      const { signal } = deadline;
      if (signal.aborted) throw toDomainError(error, signal);
      return null;
    }
  };
  return {
    source: {
      open: async ({ url, prompt, timezone, rules, render, alike: urls, siblings, readFile }, deadline) => {
        const ways = waysOf(rules, url);
        const fetchPage = fetcherWith(ways.presentation, readFile);
        try {
          const page = { ...(await openPage(url, ways, deadline, fetchPage, render)), timezone };
          const results = await openResults(page, prompt, ways, deadline);
          const isAlone = siblings && urls.length === 0 && !page.isRendered && !isFileAddress(url);
          const found = isAlone ? await openFound({ ...page, results }, ways, deadline) : [];
          const given = await openAlike(urls, ways, deadline, fetchPage);
          const alike = [...given, ...found.map(toAlike)];
          return sourceOf(
            { ...page, results },
            alike,
            deadline,
            async () => (render === "static" ? null : renderAgain(page, given, ways, deadline)),
            countOpened(found),
          ) as SourcePage;
        } catch (error) {
          throw toDomainError(error, deadline.signal);
        }
      },
      openInspected: async (inspected, urls, deadline) => {
        try {
          const given = await openAlike(urls, waysOf(inspected.request, inspected.request.url), deadline);
          const kept = urls.length > 0 ? [] : (inspected.kept.siblings ?? []);
          const found = readWithin(deadline, () =>
            kept.map(({ url, html }) => ({
              url,
              document: parseDocument(html, { url }),
              sibling: true as const,
            })),
          );
          const alike: AlikePage[] = [...given, ...found];
          const others = alike.filter((each) => "document" in each);
          return inspectedSource(inspected, others, deadline, (page) =>
            sourceOf(page, alike, deadline, async () => null),
          );
        } catch (error) {
          throw toDomainError(error, deadline.signal);
        }
      },
    },
  };
};
