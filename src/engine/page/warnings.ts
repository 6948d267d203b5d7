import { remarksOn } from "./documents/remarks.ts";
import type { Page } from "./page.ts";

/** What a reader should know about a page, as sentences. */
export const warningsOn = ({ document, isCut }: Pick<Page, "document" | "isCut">): readonly string[] => [
  ...(isCut
    ? ["The response ended before its compressed data was complete, so the end of the page may be missing."]
    : []),
  ...remarksOn(document),
];
