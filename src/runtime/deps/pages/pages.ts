import type { RobotsRule } from "../../../contract/common.ts";
import { DomainError } from "../../../contract/errors.ts";
import { chooseEngine, rendersScripts } from "../../../contract/flows/rendering.ts";
import { isFileAddress } from "../../../contract/flows/uploads.ts";
import type { PageContent } from "../../../contract/steps/pageOutputs.ts";
import type { DataQuery, Pages, WithPages } from "../../../domain/extract/pages.ts";
import type { Deadline } from "../../../domain/shared/deadline.ts";
import { tellSignIn } from "../../../domain/shared/signIn.ts";
import { refuseBlockPage } from "../../../engine/collection/blockPage.ts";
import { isClientRendered } from "../../../engine/collection/shell.ts";
import { signInUrlOf } from "../../../engine/collection/signIn/signInPage.ts";
import { TargetError } from "../../../engine/egress/index.ts";
import {
  extractMarkdown,
  findLinks,
  type PageMarkdown as Markdown,
  type PageDocument,
  READ_LIMIT_MS,
} from "../../../engine/extract/extract.ts";
import { createGate } from "../../../engine/gate.ts";
import { keepOnPage, readIntent, readQuestion } from "../../../engine/generate/index.ts";
import type { Visiting } from "../../../engine/manners/index.ts";
import {
  createPageFetcher,
  createPresentation,
  type FetchFile,
  type FetchPageOptions,
  openDocument,
  type Page,
  type Presentation,
  warningsOn,
} from "../../../engine/page/index.ts";
import { type Permissions, UseReserved } from "../../../engine/permissions/index.ts";
import { contentOf, tellMissing } from "../../../engine/steps/index.ts";
import { permissionsFor, permitted } from "../network/permitting.ts";
import { createSites } from "../network/sites.ts";
import { type Data, isComplete, readData } from "./pageData.ts";
import { readWithin, toDomainError, toTargetError } from "./pageErrors.ts";
import { renderPage } from "./render.ts";
import { countOpened, openSiblings, tellSiblings } from "./siblings.ts";

interface Times {
  /** For a browser. The rest of the page's time is for its HTML as sent and for a model. */
  readonly renderMs: number;
  /** For one page, from when its turn comes. */
  readonly pageMs: number;
  /** For one uninterruptible piece of work on a page. */
  readonly workMs: number;
}

/** Out of the request's 25 s. */
const ONE_PAGE: Times = { renderMs: 16_000, pageMs: 25_000, workMs: 25_000 };
const ONE_OF_MANY: Times = { renderMs: 8_000, pageMs: 12_000, workMs: 4_000 };

/** Of a request's time, for reading a page and its siblings once they are open. */
const LEFT_FOR_READING_MS = 8_000;

/** Browsers per function at a time. Its memory has room for two rendered pages. */
const BROWSERS = 2;

/** What was read from a page, in the requested form. */
interface Found<T> {
  readonly page: Page;
  readonly found: T;
  readonly warnings: readonly string[];
}

interface Look<T> {
  readonly look: (document: PageDocument) => T;
  readonly isEmpty: (found: T) => boolean;
  /** Whether everything requested has been found. */
  readonly isComplete: (found: T) => boolean;
}

type Options = FetchPageOptions & {
  readonly deadline: Deadline;
  readonly renderMs: number;
  readonly presentation: Presentation;
  readonly robots: RobotsRule;
};

const lookForData = (query: DataQuery): Look<Data> => ({
  look: (document) => readData(document, query, []),
  isEmpty: ({ results }) => results.length === 0,
  isComplete: ({ results }) => isComplete(results, query),
});

const lookForMarkdown = (now: number): Look<Markdown> => ({
  look: (document) => extractMarkdown(document, now),
  isEmpty: ({ markdown }) => markdown === "",
  isComplete: () => false,
});

/** The page itself, in the requested forms. */
const readContent = (page: Page, query: DataQuery) => {
  const { readers, missing } = contentOf(page, query, query.now);
  const content: PageContent = Object.fromEntries(
    (query.outputs ?? []).map((output) => [output, readers[output]()]),
  );
  return { content, warnings: tellMissing(page.url, missing) };
};

const MAX_FRAMES = 10;

/** Why a page that arrived intact has no content. */
const remarksOn = (page: Page): string[] => {
  const { html, status, document } = page;
  if (html.trim() === "") return [`The target answered with an empty page (status ${status}).`];
  const frames = findLinks(document, document.root, { selector: "frameset frame", attribute: "src" });
  return frames.length === 0
    ? [...warningsOn(page)]
    : [`The page contains only frames, which are separate pages: ${frames.slice(0, MAX_FRAMES).join(", ")}`];
};

const readStatic = <T>(page: Page, { look }: Look<T>, { deadline }: Options): Found<T> =>
  readWithin(
    deadline,
    () => {
      refuseBlockPage(page.document);
      return { page, found: look(page.document), warnings: remarksOn(page) };
    },
    // As in a run: a page with very many cells would take all of the request's time.
    READ_LIMIT_MS,
  );

/** The rendered page if it has more content; otherwise the page as sent, and why. */
const readRendered = async <T>(
  url: string,
  how: Look<T>,
  asSent: Found<T>,
  options: Options & { readonly permissions: Permissions },
): Promise<Found<T>> => {
  const { deadline, renderMs, presentation, robots, permissions } = options;
  const signal = AbortSignal.any([deadline.signal, AbortSignal.timeout(renderMs)]);
  try {
    const untilMs = Math.min(options.readBy ?? deadline.atMs, Date.now() + renderMs);
    const rendering = await renderPage(url, { signal, untilMs, presentation, robots });
    const page = await permissions.apply(rendering, deadline.signal);
    const rendered = readStatic(page, how, options);
    return how.isEmpty(rendered.found) ? { ...asSent, warnings: rendered.warnings } : rendered;
  } catch (error) {
    // What scripts add may reserve a use, too.
    if (deadline.signal.aborted || error instanceof UseReserved) throw error;
    const isTold = error instanceof TargetError || error instanceof DomainError;
    if (!isTold && !signal.aborted) throw error;
    const why = signal.aborted ? "It did not finish loading in time." : (error as Error).message;
    const warning = `The page is rendered by its scripts and could not be read in a browser: ${why}`;
    return { ...asSent, warnings: [...asSent.warnings, warning] };
  }
};

const SCRIPTED = 'The page is rendered by its scripts, which "render": "static" leaves out.';

const NOTHING = (): void => {};

const signInOf = (asked: string, page: Page): string[] => {
  const url = signInUrlOf(asked, page);
  return url === undefined ? [] : [tellSignIn(url)];
};

/** Reads pages once, without storing them. */
export const withPages = (): WithPages => {
  const { egress, userAgent, filesAs, mannersFor } = createSites();
  const inBrowser = createGate(BROWSERS);

  const open: Pages["open"] = (how, { signal, atMs }, isOneOfMany) => {
    const { robots, permissions: policy, render, readFile, request } = how;
    const presentationFor = (url: string) => createPresentation(request, new URL(url).origin);
    const fetchFile: FetchFile = (url, options) => filesAs(presentationFor(url))(url, options);
    const manners = mannersFor(robots, undefined, { fetchFile });
    const permissions = permissionsFor({ robots, policy }, fetchFile, manners);
    const { renderMs, pageMs, workMs } = isOneOfMany ? ONE_OF_MANY : ONE_PAGE;
    /** The deadline for computing work: ends with the request and leaves time for other pages. */
    const workDeadline = (ofPage: AbortSignal): Deadline => ({
      signal: ofPage,
      atMs: Math.min(atMs, Date.now() + workMs),
    });

    const readPage = async <T>(url: string, how: Look<T>, visiting: Visiting): Promise<Found<T>> => {
      const ofPage = AbortSignal.any([signal, AbortSignal.timeout(pageMs)]);
      const presentation = presentationFor(url);
      const fetchPage = createPageFetcher({ egress, userAgent, presentation, openDocument, readFile });
      const options = () => ({
        ...visiting,
        signal: ofPage,
        readBy: Math.min(atMs, Date.now() + pageMs),
        deadline: workDeadline(ofPage),
        renderMs,
        presentation,
        robots,
        mayOpen: (next: string) => manners.check(next, ofPage),
      });
      try {
        const isFile = isFileAddress(url);
        if (chooseEngine({ render }).engine === "browser" && !isFile)
          return await inBrowser(async () => {
            const asked = options();
            return readStatic(
              await permissions.apply(
                await renderPage(url, { ...asked, untilMs: asked.readBy, readsFiles: true }),
                signal,
              ),
              how,
              asked,
            );
          });
        const fetched = await permissions.apply(await fetchPage(url, options()), signal);
        const asSent = readStatic(fetched, how, options());
        if (isFile || !isClientRendered(asSent.page.document) || how.isComplete(asSent.found)) return asSent;
        if (!rendersScripts({ render }, "http"))
          return { ...asSent, warnings: [...asSent.warnings, SCRIPTED] };
        return await inBrowser(() => readRendered(url, how, asSent, { ...options(), permissions }));
      } catch (error) {
        throw toDomainError(error, ofPage);
      }
    };

    const read = async <T>(url: string, how: Look<T>): Promise<Found<T>> => {
      try {
        return await manners.visit(url, (visiting) => readPage(url, how, visiting), { signal, log: NOTHING });
      } catch (error) {
        throw toDomainError(toTargetError(error, url), signal);
      }
    };

    return {
      readData: async (url, query) => {
        const { page, found: alone, warnings } = await read(url, lookForData(query));
        const { document } = page;
        const siblings =
          query.siblings === true && !isFileAddress(url) && document.data === undefined
            ? await openSiblings(document, page.url, {
                manners,
                // Headers may hold a session: siblings are fetched without them.
                fetchPage: permitted(
                  createPageFetcher({
                    egress,
                    userAgent,
                    presentation: createPresentation(
                      request && { ...request, headers: undefined },
                      new URL(url).origin,
                    ),
                  }),
                  permissions,
                ),
                deadline: { signal, atMs },
                leftMs: LEFT_FOR_READING_MS,
              })
            : null;
        const others = siblings?.filter((each) => "document" in each) ?? [];
        const found =
          others.length === 0
            ? alone
            : readWithin(workDeadline(signal), () => readData(document, query, others), READ_LIMIT_MS);
        const { schema, instructions = "", now } = query;
        const content = query.outputs && readWithin(workDeadline(signal), () => readContent(page, query));
        return {
          url: page.url,
          permissions: page.permissions,
          results: found.results,
          ...(found.other && { other: found.other }),
          ...(siblings && { siblings: tellSiblings(siblings), siblingPages: countOpened(siblings) }),
          warnings: [...signInOf(url, page), ...warnings, ...found.warnings, ...(content?.warnings ?? [])],
          isUnderstood: instructions.trim() === "" || readIntent(instructions).fields.length > 0,
          // Structured data needs no outline, because its names say what it contains. Examples already say what is
          // meant.
          content: content?.content,
          question:
            document.data === undefined && !query.examples
              ? readWithin(workDeadline(signal), () => readQuestion(document, query))
              : null,
          keep: (answer) => readWithin(workDeadline(signal), () => keepOnPage(document, answer, schema, now)),
        };
      },
      readMarkdown: async (url, now) => {
        const { page, found, warnings } = await read(url, lookForMarkdown(now));
        return {
          url: page.url,
          permissions: page.permissions,
          warnings: [...signInOf(url, page), ...warnings],
          ...found,
        };
      },
    };
  };
  return { pages: { open } };
};
