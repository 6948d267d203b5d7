import type { InspectRequest } from "../../../contract/extraction/inspections.ts";
import type { WithInspector } from "../../../domain/inspections/perform.ts";
import type { Deadline } from "../../../domain/shared/deadline.ts";
import { createMask } from "../../../domain/shared/mask.ts";
import { inspectPage, type LaidOut } from "../../../engine/browser/index.ts";
import { askAbout, describeInspected, type MarkedPage, readMarked } from "../../../engine/generate/index.ts";
import type { Manners } from "../../../engine/manners/index.ts";
import { createPageFetcher, createPresentation, type Presentation } from "../../../engine/page/index.ts";
import { browserSettings } from "../engine/browser.ts";
import { permitFor } from "../network/permitting.ts";
import { createSites } from "../network/sites.ts";
import { readWithin, toDomainError } from "./pageErrors.ts";
import { countOpened, openSiblings, type Sibling, tellSiblings } from "./siblings.ts";

/** Of an inspection's time, after its siblings are open. */
const LEFT_FOR_KEEPING_MS = 5_000;

/** Opens pages for people to pick elements from. */
export const withInspector = (): WithInspector => {
  const { egress, userAgent, filesAs, mannersFor } = createSites();
  const fetcherAs = (presentation: Presentation) => createPageFetcher({ egress, userAgent, presentation });

  /** The page as a flow without a browser would read it; null if it is not needed or cannot be fetched. */
  const fetchPlain = async (
    { url, render, steps = [] }: InspectRequest,
    presentation: Presentation,
    manners: Manners,
    signal: AbortSignal,
  ): Promise<{ html: string; url: string } | null> => {
    if (render !== "auto" || steps.length > 0) return null;
    try {
      const page = await fetcherAs(presentation)(url, {
        signal,
        mayOpen: (next) => manners.check(next, signal),
      });
      return { html: page.html, url: page.url };
    } catch {
      return null;
    }
  };

  /** Further pages of the template. None after steps: what those show may belong to a session. */
  const openOthers = (
    { siblings, request, steps = [] }: InspectRequest,
    { document }: MarkedPage,
    url: string,
    manners: Manners,
    deadline: Deadline,
  ): Promise<Sibling[]> =>
    siblings === false || steps.length > 0
      ? Promise.resolve([])
      : openSiblings(document, url, {
          manners,
          // Headers may hold a session.
          fetchPage: fetcherAs(
            createPresentation(request && { ...request, headers: undefined }, new URL(url).origin),
          ),
          deadline,
          leftMs: LEFT_FOR_KEEPING_MS,
        });

  const inspect: WithInspector["inspector"]["inspect"] = async (request, secrets, untilMs) => {
    const signal = AbortSignal.timeout(Math.max(0, untilMs - Date.now()));
    const presentation = createPresentation(request.request, new URL(request.url).origin);
    const fetchFile = filesAs(presentation);
    const manners = mannersFor(request.robots, undefined, { fetchFile });
    const mayOpen = (next: string) => manners.check(next, signal);
    const { text } = createMask(secrets.map(({ value }) => value));
    try {
      await mayOpen(request.url);
      const [{ page, picture }, plain] = await Promise.all([
        inspectPage(browserSettings(presentation), {
          ...{ request, secrets, mayOpen, timeoutMs: untilMs - Date.now() },
          permit: permitFor(request, fetchFile, manners, signal),
        }),
        fetchPlain(request, presentation, manners, signal),
      ]);
      const layout: LaidOut = {
        ...page,
        url: text(page.url),
        html: text(page.html),
        frames: page.frames.map(text),
      };
      const marked = readWithin({ atMs: untilMs, signal }, () => readMarked(layout.html, layout.url));
      const shown = readWithin({ atMs: untilMs, signal }, () => {
        const height = Math.min(layout.height, picture?.height ?? layout.height);
        const questions = askAbout(marked, Date.now()) ?? [];
        const described = describeInspected(marked, layout, height, Date.now());
        return { ...described, ...(questions.length > 0 && { questions }) };
      });
      const siblings = await openOthers(request, marked, layout.url, manners, { signal, atMs: untilMs });
      const opened = siblings.flatMap((each) =>
        "document" in each ? [{ html: each.html, url: each.url }] : [],
      );
      return {
        shown: { ...shown, ...(siblings.length > 0 && { siblings: tellSiblings(siblings) }) },
        kept: { html: layout.html, url: layout.url, plain, siblings: opened },
        picture,
        siblingPages: countOpened(siblings),
      };
    } catch (error) {
      throw toDomainError(error, signal);
    }
  };
  return { inspector: { inspect } };
};
