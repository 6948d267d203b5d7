import type { InspectRequest } from "../../contract/inspections.ts";
import type { WithInspector } from "../../domain/inspections/perform.ts";
import { createMask } from "../../domain/runs/mask.ts";
import { inspectPage, type LaidOut } from "../../engine/browser/index.ts";
import { describeInspected, readMarked } from "../../engine/generate/index.ts";
import { createPageFetcher } from "../../engine/page/index.ts";
import { browserSettings } from "./browser.ts";
import { readWithin, toDomainError } from "./pageErrors.ts";
import { createSites } from "./sites.ts";

/** Opens pages for people to pick elements from. */
export const withInspector = (): WithInspector => {
  const settings = browserSettings();
  const { egress, userAgent, mannersFor } = createSites();
  const fetchPage = createPageFetcher({ egress, userAgent });

  /** The page as a flow without a browser would read it; null if it is not needed or cannot be fetched. */
  const fetchPlain = async (
    { url, render, robots, steps = [] }: InspectRequest,
    signal: AbortSignal,
  ): Promise<{ html: string; url: string } | null> => {
    if (render !== "auto" || steps.length > 0) return null;
    const manners = mannersFor(robots);
    try {
      const page = await fetchPage(url, { signal, mayOpen: (next) => manners.check(next, signal) });
      return { html: page.html, url: page.url };
    } catch {
      return null;
    }
  };

  const inspect: WithInspector["inspector"]["inspect"] = async (request, secrets, untilMs) => {
    const signal = AbortSignal.timeout(Math.max(0, untilMs - Date.now()));
    const manners = mannersFor(request.robots);
    const mayOpen = (next: string) => manners.check(next, signal);
    const { text } = createMask(secrets.map(({ value }) => value));
    try {
      await mayOpen(request.url);
      const [{ page, picture }, plain] = await Promise.all([
        inspectPage(settings, { request, secrets, mayOpen, timeoutMs: untilMs - Date.now() }),
        fetchPlain(request, signal),
      ]);
      const layout: LaidOut = {
        ...page,
        url: text(page.url),
        html: text(page.html),
        frames: page.frames.map(text),
      };
      const shown = readWithin({ atMs: untilMs, signal }, () =>
        describeInspected(
          readMarked(layout.html, layout.url),
          layout,
          Math.min(layout.height, picture?.height ?? layout.height),
          Date.now(),
        ),
      );
      return { shown, kept: { html: layout.html, url: layout.url, plain }, picture };
    } catch (error) {
      throw toDomainError(error, signal);
    }
  };
  return { inspector: { inspect } };
};
