import { findAll, textContent } from "domutils";
import type { PageDocument } from "../../extract/extract.ts";
import { REMARK_NAME } from "./html.ts";

/**
 * What a reader should know about a document, as sentences that start with a code: `no-text: The file has …`. Empty
 * for any other page.
 */
export const remarksOn = ({ format, root }: PageDocument): readonly string[] =>
  format === "document"
    ? findAll(({ name, attribs }) => name === "meta" && attribs.name === REMARK_NAME, root.children).map(
        ({ attribs }) => attribs.content ?? "",
      )
    : [];

/** Whether a document has no text at all, such as a scan. */
export const isTextless = ({ format, root }: PageDocument): boolean =>
  format === "document" &&
  findAll(({ name }) => name === "article", root.children).every(
    (article) => textContent(article).trim() === "",
  );
