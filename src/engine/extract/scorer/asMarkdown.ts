/** A whole page as Markdown, for people and language models. */
import { selectAll } from "css-select";
import type { AnyNode, Element } from "domhandler";
import { findTop } from "../content/content.ts";
import { writeMarkdown } from "../content/markdown/markdown.ts";
import { writeRows } from "../content/markdown/tables.ts";
import {
  escapeText,
  writeCodeBlock,
  writeHeading,
  writeLink,
  writeParagraph,
} from "../content/markdown/text.ts";
import type { PageDocument } from "../page/document.ts";
import { textOf, visibleTexts } from "../page/text.ts";
import { readLanguageTag } from "../values/languages.ts";
import { extractPlain } from "./fromData.ts";
import { type ExtractedData, extractDocument } from "./fromPage.ts";

/** A page's main content; fields are null if the page does not state them. */
export interface PageMarkdown {
  readonly title: string | null;
  /** As the page or its response declares it, `de-AT`, or else that of the text. */
  readonly language: string | null;
  /** Publication date, ISO 8601, from metadata or a byline. */
  readonly date: string | null;
  /** CommonMark with GitHub tables; URLs are absolute. */
  readonly markdown: string;
}

type Item = ExtractedData["results"][number]["item"];

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

const isFlat = (items: readonly Item[]): boolean =>
  items.every((item) => Object.values(item).every((value) => typeof value !== "object" || value === null));

const MAX_COLUMNS = 50;

const writeTable = (items: readonly Item[]): string => {
  const names = [...new Set(items.flatMap(Object.keys))].slice(0, MAX_COLUMNS);
  const cell = (value: unknown): string =>
    value === null || value === undefined ? "" : escapeText(String(value)).replace(/\|/g, "\\|").trim();
  return writeRows([names.map(cell), ...items.map((item) => names.map((name) => cell(item[name])))]);
};

const writeEntry = ({ title, url, date, description, content }: Item): string => {
  const heading = writeParagraph(escapeText(text(title) ?? text(url) ?? ""));
  const address = text(url);
  return [
    ...writeHeading(2, address === null ? heading : writeLink(heading, address)),
    ...[date, content ?? description]
      .flatMap((value) => text(value) ?? [])
      .map((each) => writeParagraph(escapeText(each))),
  ].join("\n\n");
};

/** Writes feeds as entries, tables as tables, and all other data as JSON. */
const writeData = ({ format, data }: PageDocument, items: readonly Item[]): string => {
  if (format === "xml" && items.some(({ title, url }) => text(title) !== null && text(url) !== null))
    return items.map(writeEntry).join("\n\n");
  if (format !== "json" && items.length > 0 && isFlat(items)) return writeTable(items);
  return writeCodeBlock(JSON.stringify(data ?? items, null, 2), "json");
};

/** The selected parts of a page, in their order on it. */
const writeParts = (page: PageDocument, selector: string): string => {
  const top = findTop(page);
  const texts = selectAll<AnyNode, Element>(selector, page.root).flatMap(visibleTexts);
  return top && texts.length > 0 ? writeMarkdown(top, new Set(texts), page.baseUrl) : "";
};

/**
 * The main content of a page as Markdown, without navigation, ads and the like, plus its title, date and language.
 *
 * @param page as returned by `parseDocument`; it is not modified
 * @param now milliseconds since the epoch, the base for "3 days ago"
 * @param selector the parts of the page to write instead of its main content
 */
export const extractMarkdown = (page: PageDocument, now: number, selector?: string): PageMarkdown => {
  const plain = extractPlain(page, { now });
  if (plain) {
    const items = plain.results.map(({ item }) => item);
    return {
      title: null,
      language: readLanguageTag(page.language),
      date: null,
      markdown: writeData(page, items),
    };
  }
  const { title, date, language, markdown } = extractDocument(page, now);
  const head = { title: text(title), language, date };
  if (selector !== undefined) return { ...head, markdown: writeParts(page, selector) };
  const top = findTop(page);
  return {
    ...head,
    // For a page without main content, such as a menu of links, all of its text is better than nothing.
    markdown: text(markdown) ?? (top ? writeParagraph(escapeText(textOf(top))) : ""),
  };
};
