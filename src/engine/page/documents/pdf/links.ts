/** Reads the links of a page, which a PDF keeps apart from its text. */
import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { pageOf } from "./outline.ts";
import type { LinkBox } from "./pieces.ts";
import { boxOf } from "./rules.ts";

interface Annotation {
  readonly subtype?: string;
  readonly url?: string;
  readonly unsafeUrl?: string;
  /** A place within the file. */
  readonly dest?: string | readonly unknown[] | null;
  readonly rect: readonly number[];
}

const MAX_LINKS = 1_000;

/** Links of a page; those within the file lead to `#page=3`, as PDF Open Parameters (Adobe) name a page. */
export const readLinks = async (
  file: PDFDocumentProxy,
  page: PDFPageProxy,
  view: readonly number[],
): Promise<LinkBox[]> => {
  const annotations = (await page.getAnnotations()) as Annotation[];
  const links: LinkBox[] = [];
  for (const { subtype, url, unsafeUrl, dest, rect } of annotations.slice(0, MAX_LINKS)) {
    if (subtype !== "Link") continue;
    const target = dest ? await pageOf(file, dest) : undefined;
    const href = url ?? unsafeUrl ?? (target === undefined ? undefined : `#page=${target}`);
    if (href !== undefined) links.push({ ...boxOf(view, rect), href });
  }
  return links;
};
