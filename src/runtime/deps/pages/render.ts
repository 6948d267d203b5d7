import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { RobotsRule } from "../../../contract/common.ts";
import { DomainError } from "../../../contract/errors.ts";
import type { OpenedPage, OpenFault } from "../../../contract/extraction/openPage.ts";
import { TargetError } from "../../../engine/egress/index.ts";
import { type Page, type Presentation, readDocument, writePresentation } from "../../../engine/page/index.ts";
import { openPage } from "./pageOpener.ts";

const inflate = promisify(gunzip);

const toError = ({ of, code, message, retryable, httpStatus, details = [] }: OpenFault): Error =>
  of === "target"
    ? new TargetError(code as TargetError["code"], message, { retryable, httpStatus })
    : new DomainError(code, message, { retryable, details });

interface RenderOptions {
  readonly signal: AbortSignal;
  /** When the caller stops waiting for the page, and for its parsing, in epoch milliseconds. */
  readonly untilMs: number;
  readonly presentation: Presentation;
  readonly robots: RobotsRule;
  /** Whether documents such as PDF files are read (default: they are refused). */
  readonly readsFiles?: boolean;
}

/**
 * The page after its scripts ran, in a browser of another function.
 *
 * @throws DomainError `not-configured` without a browser; otherwise like `FetchPage`
 */
export const renderPage = async (
  url: string,
  { signal, untilMs, presentation, robots, readsFiles = false }: RenderOptions,
): Promise<Page> => {
  const { page, html: packed } = await openPage<OpenedPage>(
    { as: "page", url, robots, readsFiles, untilMs, presentation: writePresentation(presentation) },
    { objects: [], toError, signal },
  );
  const html = (await inflate(Buffer.from(packed, "base64"))).toString();
  const opened = page as Omit<Page, "html" | "document">;
  return {
    ...opened,
    html,
    document: readDocument(html, opened, { status: opened.status, readBy: untilMs }),
  };
};
