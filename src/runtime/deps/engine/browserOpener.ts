/** Opens pages in a browser for the requests that need one. */
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { DomainError } from "../../../contract/errors.ts";
import type {
  Opened,
  OpenedPage,
  OpenFault,
  OpenPage,
  StoredShot,
} from "../../../contract/extraction/openPage.ts";
import type { WithObjects } from "../../../domain/ports.ts";
import { putShot } from "../../../domain/screenshots/keepShot.ts";
import { createBrowserSession, type SessionOptions, takeShot } from "../../../engine/browser/index.ts";
import { TargetError } from "../../../engine/egress/index.ts";
import {
  createPageFetcher,
  createPresentation,
  openDocument,
  readPresentation,
} from "../../../engine/page/index.ts";
import { log } from "../base.ts";
import { permitFor } from "../network/permitting.ts";
import { createSites } from "../network/sites.ts";
import { browserSettings } from "./browser.ts";

const deflate = promisify(gzip);

/** Lambda answers with at most 6 MB; the rest is the page's other properties. */
const MAX_PACKED_CHARS = 6_000_000;

type AsPage = Extract<OpenPage, { as: "page" }>;
type AsShot = Extract<OpenPage, { as: "shot" }>;

const late = (cause: unknown): DomainError =>
  new DomainError("timeout", "The target did not answer in time.", { cause });

const faultOf = (error: unknown): OpenFault => {
  if (error instanceof TargetError) {
    const { code, message, retryable, httpStatus } = error;
    return { of: "target", code, message, retryable, httpStatus };
  }
  if (!(error instanceof DomainError)) throw error;
  const { code, message, retryable, details } = error;
  return { of: "domain", code, message, retryable, details };
};

/** What opens pages, and stores pictures where the caller says. */
export const withBrowserOpener = ({ objects }: WithObjects) => {
  const { egress, userAgent, mannersFor, filesAs } = createSites();

  const openAsPage = async (asked: AsPage, signal: AbortSignal): Promise<OpenedPage> => {
    const { url, robots, readsFiles, untilMs } = asked;
    const presentation = readPresentation(asked.presentation);
    const manners = mannersFor(robots, undefined, { fetchFile: filesAs(presentation) });
    const openFiles: SessionOptions["openFiles"] = (cookies) =>
      createPageFetcher({ egress, userAgent, presentation, openDocument, cookies });
    const session = createBrowserSession(browserSettings(presentation), {
      loadsImages: false,
      openFiles: readsFiles ? openFiles : undefined,
      saveShot: () => Promise.reject(new DomainError("internal", "Screenshots cannot be taken here.")),
    });
    try {
      const mayOpen = (next: string) => manners.check(next, signal);
      const opened = await session.fetchPage(url, { signal, readBy: untilMs, mayOpen });
      const { html, document: _, ...page } = opened;
      const packed = (await deflate(html)).toString("base64");
      if (packed.length > MAX_PACKED_CHARS)
        throw new TargetError("target-failed", "The page is too large.", { retryable: false });
      return { page, html: packed };
    } finally {
      await session.close();
    }
  };

  const openAsShot = async (
    { request, path, untilMs }: AsShot,
    signal: AbortSignal,
  ): Promise<{ readonly shot: StoredShot }> => {
    const presentation = createPresentation(request.request, new URL(request.url).origin);
    const fetchFile = filesAs(presentation);
    const manners = mannersFor(request.robots, undefined, { fetchFile });
    await manners.check(request.url, signal);
    const permit = permitFor(request, fetchFile, manners, signal);
    const shot = await takeShot(browserSettings(presentation), request, untilMs - Date.now(), permit);
    const objectKey = await putShot({ objects }, path, shot);
    return { shot: { objectKey, width: shot.width, height: shot.height } };
  };

  return {
    opener: {
      open: async (asked: OpenPage): Promise<Opened> => {
        const signal = AbortSignal.timeout(Math.max(0, asked.untilMs - Date.now()));
        try {
          return await (asked.as === "page" ? openAsPage(asked, signal) : openAsShot(asked, signal));
        } catch (error) {
          if (error === signal.reason) return { fault: faultOf(late(error)) };
          if (!(error instanceof TargetError || error instanceof DomainError))
            log.error("a page could not be opened", { error });
          return { fault: faultOf(error) };
        }
      },
    },
  };
};
