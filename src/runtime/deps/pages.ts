import { DomainError } from "../../contract/errors.ts";
import type { Deadline } from "../../domain/deadline.ts";
import type { DataQuery, WithPages } from "../../domain/extract/pages.ts";
import { refuseBlockPage } from "../../engine/collection/blockPage.ts";
import { isClientRendered } from "../../engine/collection/shell.ts";
import { TargetError } from "../../engine/egress/index.ts";
import { type ExtractedData, extractData, findLinks } from "../../engine/extract/extract.ts";
import { isEmpty } from "../../engine/extract/sources/facts.ts";
import { keepOnPage, readIntent, readQuestion } from "../../engine/generate/index.ts";
import { createPageFetcher, type FetchPageOptions, type Page } from "../../engine/page/index.ts";
import { readWithin, toDomainError } from "./pageErrors.ts";
import { renderPage } from "./render.ts";
import { createSites } from "./sites.ts";

/** Of the 25 s that a request has; what is left is for the page as it was sent, and for a model. */
const RENDER_TIMEOUT_MS = 16_000;

interface ReadPage {
  readonly page: Page;
  readonly results: ExtractedData["results"];
  readonly warnings: readonly string[];
}

type Query = Omit<DataQuery, "robots" | "render">;

type Options = FetchPageOptions & { readonly deadline: Deadline };

/** Whether all that is asked for is found already. */
const isComplete = (results: ReadPage["results"], { schema = {} }: Query): boolean => {
  const names = Object.keys(schema);
  return (
    names.length > 0 &&
    results.length > 0 &&
    results.every(({ item }) => names.every((name) => !isEmpty(item[name])))
  );
};

const MAX_FRAMES = 10;

/** What keeps a page that was sent as it should be from saying anything by itself. */
const remarksOn = ({ html, status, document }: Page): string[] => {
  if (html.trim() === "") return [`The target answered with an empty page (status ${status}).`];
  const frames = findLinks(document, document.root, { selector: "frameset frame", attribute: "src" });
  return frames.length === 0
    ? []
    : [`The page only holds frames, which are pages of their own: ${frames.slice(0, MAX_FRAMES).join(", ")}`];
};

const readStatic = (page: Page, query: Query, { deadline }: Options): ReadPage =>
  readWithin(deadline, () => {
    refuseBlockPage(page.document);
    return { page, results: extractData(page.document, query).results, warnings: remarksOn(page) };
  });

/** The page in a browser, where it says more there; else as it was, and why. */
const readRendered = async (
  url: string,
  query: Query,
  asSent: ReadPage,
  options: Options,
): Promise<ReadPage> => {
  const { deadline } = options;
  const signal = AbortSignal.any([deadline.signal, AbortSignal.timeout(RENDER_TIMEOUT_MS)]);
  try {
    const rendered = readStatic(await renderPage(url, { ...options, signal }), query, options);
    return rendered.results.length > 0 ? rendered : { ...asSent, warnings: rendered.warnings };
  } catch (error) {
    if (deadline.signal.aborted) throw error;
    const isTold = error instanceof TargetError || error instanceof DomainError;
    if (!isTold && !signal.aborted) throw error;
    const why = signal.aborted ? "It did not come to rest in time." : (error as Error).message;
    const warning = `The page is filled in by its scripts, and could not be read in a browser: ${why}`;
    return { ...asSent, warnings: [...asSent.warnings, warning] };
  }
};

const SCRIPTED = 'The page is filled in by its scripts, which "render": "static" leaves out.';

/** Pages of the web, read once and not kept. */
export const withPages = (): WithPages => {
  const { egress, userAgent, mannersFor } = createSites();
  const fetchPage = createPageFetcher({ egress, userAgent });
  return {
    pages: {
      read: async (url, { robots = "obey", render = "auto", ...query }, deadline) => {
        const { signal } = deadline;
        const manners = mannersFor(robots);
        const options: Options = {
          signal,
          readBy: deadline.atMs,
          deadline,
          mayOpen: (next: string) => manners.check(next, signal),
        };
        const open = async (): Promise<ReadPage> => {
          if (render === "browser") return readStatic(await renderPage(url, options), query, options);
          const asSent = readStatic(await fetchPage(url, options), query, options);
          if (!isClientRendered(asSent.page.document) || isComplete(asSent.results, query)) return asSent;
          if (render === "static") return { ...asSent, warnings: [...asSent.warnings, SCRIPTED] };
          return readRendered(url, query, asSent, options);
        };
        try {
          await manners.check(url, signal);
          const { page, results, warnings } = await open();
          const { document } = page;
          const { schema, instructions = "", now } = query;
          return {
            url: page.url,
            results,
            warnings,
            isUnderstood: instructions.trim() === "" || readIntent(instructions).fields.length > 0,
            // Data has no outline to show, and names that say what they hold.
            question:
              document.data === undefined ? readWithin(deadline, () => readQuestion(document, query)) : null,
            keep: (answer) => readWithin(deadline, () => keepOnPage(document, answer, schema, now)),
          };
        } catch (error) {
          throw toDomainError(error, signal);
        }
      },
    },
  };
};
