/** The outline of a PDF: its headings as the file itself lists them. */
import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

export interface OutlineEntry {
  readonly title: string;
  readonly depth: number;
  readonly page?: number;
}

const MAX_OUTLINE = 2_000;
const MAX_OUTLINE_DEPTH = 6;

interface OutlineNode {
  readonly title: string;
  readonly dest: string | readonly unknown[] | null;
  readonly items?: readonly OutlineNode[];
}

/** The page that a destination within the file is on. */
export const pageOf = async (
  file: PDFDocumentProxy,
  dest: OutlineNode["dest"],
): Promise<number | undefined> => {
  try {
    const explicit = typeof dest === "string" ? await file.getDestination(dest) : dest;
    const ref = explicit?.[0];
    if (typeof ref === "number") return ref + 1;
    return ref
      ? (await file.getPageIndex(ref as Parameters<PDFDocumentProxy["getPageIndex"]>[0])) + 1
      : undefined;
  } catch {
    return undefined;
  }
};

/** The file's own table of contents; empty if it has none. */
export const readOutline = async (file: PDFDocumentProxy): Promise<OutlineEntry[]> => {
  const entries: OutlineEntry[] = [];
  const visit = async (nodes: readonly OutlineNode[], depth: number): Promise<void> => {
    for (const { title, dest, items = [] } of nodes) {
      if (entries.length >= MAX_OUTLINE) return;
      const page = await pageOf(file, dest);
      entries.push({ title, depth, ...(page !== undefined && { page }) });
      if (depth < MAX_OUTLINE_DEPTH) await visit(items, depth + 1);
    }
  };
  await visit(((await file.getOutline().catch(() => null)) ?? []) as OutlineNode[], 1);
  return entries;
};
