/** A page in the forms that people and language models read, whole or in the parts that selectors choose. */

import { type AnyNode, type Element, isText, type Text } from "domhandler";
import { findAll, getAttributeValue } from "domutils";
import type { AttributeQuery, PageSelection } from "../../../contract/steps/pageOutputs.ts";
import { findContent, findTop } from "../content/content.ts";
import { writeHtml } from "../content/html.ts";
import { writeMarkdown } from "../content/markdown/markdown.ts";
import { findPictures } from "../content/markdown/pictures.ts";
import type { PageDocument } from "../page/document.ts";
import { readAttribute, readElement } from "../page/elements.ts";
import { visibleTexts } from "../page/text.ts";
import { isWithin, withAncestors } from "../page/tree.ts";
import { extractMarkdown } from "../scorer/asMarkdown.ts";
import { readHead } from "../sources/markup/headOf.ts";
import { resolveUrl } from "../values/coerce.ts";
import { compileSelector } from "./select.ts";

/** No page that people read has more; the rest is left out. */
const MAX_ADDRESSES = 10_000;
const MAX_VALUES = 1_000;

const select = (page: PageDocument, selectors: readonly string[]): Set<Element> =>
  new Set(selectors.flatMap((selector) => compileSelector(selector)(page.root)));

/** The outermost of some elements, in page order. */
const outermost = (elements: ReadonlySet<Element>): Element[] =>
  [...elements].filter(({ parent }) => !isWithin(parent, elements));

const addressesIn = (
  elements: readonly Element[],
  isLeftOut: (element: Element) => boolean,
  read: (element: Element) => readonly (string | null | undefined)[],
  baseUrl: string,
): string[] => {
  const urls = new Set<string>();
  for (const element of elements) {
    if (urls.size >= MAX_ADDRESSES) break;
    if (isLeftOut(element)) continue;
    for (const address of read(element)) {
      const url = address ? resolveUrl(address.trim(), baseUrl) : null;
      if (url !== null) urls.add(url);
    }
  }
  return [...urls];
};

const isLinked = ({ name, attribs }: Element): boolean =>
  (name === "a" || name === "area") && attribs.href !== undefined;

const firstOf = (set: string | undefined): string | undefined => set?.trim().split(/\s+/)[0];

/** The addresses of the pictures that an element shows. */
const picturesOf = (element: Element): (string | null | undefined)[] => {
  const { name, attribs } = element;
  if (name === "img") return [readElement(element, "image")];
  if (name === "source" && attribs.srcset !== undefined) return [firstOf(attribs.srcset)];
  if (name === "video") return [attribs.poster];
  if (name === "input" && attribs.type === "image") return [attribs.src];
  if (name === "meta" && /^(?:og|twitter):image(?::src|:url)?$/i.test(attribs.property ?? attribs.name ?? ""))
    return [attribs.content];
  return name === "link" && /(?:^|\s)(?:apple-touch-)?icon(?:\s|$)/i.test(attribs.rel ?? "")
    ? [attribs.href]
    : [];
};

/** One page, read in several forms. */
export interface WholePage {
  markdown(): string;
  html(): string;
  links(): string[];
  images(): string[];
  /** What its head says, with its language and publication date. */
  head(): ReturnType<typeof readHead> & {
    readonly language: string | null;
    readonly publishedAt: string | null;
  };
  /** The values of an attribute, in page order. @throws SelectorLimitError */
  attributes(query: AttributeQuery): string[];
  /** Names the selectors of `includeTags` if they match nothing. */
  readonly missing: readonly string[];
}

/**
 * Opens a page for reading. Without `includeTags`, `markdown` and `html` show the main content or, with
 * `onlyMainContent: false`, all that a reader sees.
 *
 * @param page as returned by `parseDocument`; it is not modified
 * @param now milliseconds since the epoch, the base for "3 days ago"
 * @throws SelectorLimitError if a selector takes too long on this page
 */
export const readWholePage = (
  page: PageDocument,
  { includeTags, excludeTags = [], onlyMainContent = true }: PageSelection,
  now: number,
): WholePage => {
  const { baseUrl, root } = page;
  const top = findTop(page);
  const leftOut: ReadonlySet<AnyNode> = select(page, excludeTags);
  const isLeftOut = (node: AnyNode): boolean => leftOut.size > 0 && isWithin(node, leftOut);
  const included = includeTags === undefined ? null : outermost(select(page, includeTags));
  const isWhole = included === null && leftOut.size === 0;
  let read: ReturnType<typeof extractMarkdown> | undefined;
  const main = () => {
    read ??= extractMarkdown(page, now);
    return read;
  };

  /** The texts to write, and the elements that hold all of them. */
  let chosen: { readonly texts: ReadonlySet<Text>; readonly isMain: boolean } | undefined;
  const choose = () => {
    if (chosen) return chosen;
    const all = () => (included ?? (top ? [top] : [])).flatMap(visibleTexts);
    const content = included === null && onlyMainContent ? [...findContent(page).nodes] : [];
    // A page without main content, such as a menu of links, is shown as a whole.
    const texts = (content.length > 0 ? content : all()).filter((text) => !isLeftOut(text));
    chosen = { texts: new Set(texts), isMain: content.length > 0 };
    return chosen;
  };

  const html = (): string => {
    if (!top) return "";
    const { texts, isMain } = choose();
    if (!isMain) return writeHtml(included ?? [top], baseUrl, (node) => isText(node) || !leftOut.has(node));
    const pictures = [...findPictures(top, texts, baseUrl).keys()].filter((picture) => !isLeftOut(picture));
    const holders = withAncestors([...texts, ...pictures]);
    const keeps = (node: AnyNode): boolean => holders.has(node) || ("name" in node && node.name === "br");
    return writeHtml([top], baseUrl, keeps);
  };

  const scope = included ?? [];
  const search = (test: (element: Element) => boolean): Element[] =>
    included === null ? findAll(test, root.children) : findAll(test, scope);

  return {
    missing: included !== null && included.length === 0 ? (includeTags ?? []) : [],
    markdown: () => {
      if (isWhole && onlyMainContent) return main().markdown;
      if (page.data !== undefined || !top) return main().markdown;
      const { texts } = choose();
      return texts.size > 0 ? writeMarkdown(top, texts, baseUrl) : "";
    },
    html,
    links: () =>
      addressesIn(search(isLinked), isLeftOut, (link) => [getAttributeValue(link, "href")], baseUrl),
    images: () =>
      addressesIn(
        search(() => true),
        isLeftOut,
        picturesOf,
        baseUrl,
      ),
    head: () => {
      const { title, language, date } = main();
      const head = readHead(page);
      return { ...head, title: head.title ?? title, language, publishedAt: date };
    },
    attributes: ({ selector, attribute }) =>
      compileSelector(selector)(root)
        .flatMap((element) => readAttribute(element, attribute) ?? [])
        .slice(0, MAX_VALUES),
  };
};
