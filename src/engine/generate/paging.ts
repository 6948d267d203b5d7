/** The step that goes on to the next page. */
import { type Element, isTag } from "domhandler";
import { findAll } from "domutils";
import type { PaginateStep } from "../../contract/steps.ts";
import { type PageDocument, resolveUrl, textOf } from "../extract/index.ts";
import { writeSelector } from "../extract/selectors/index.ts";
import { findNextPage } from "../steps/pager.ts";
import { MORE_WORDS } from "../steps/pagerWords.ts";
import type { Intent } from "./intent.ts";

const DEFAULT_MAX_PAGES = 100;
/** A selector that names what it is for: one by position would lead to page 3 from page 2. */
const SAYS_NEXT = /next|weiter|suivant|siguiente|succ|volgende|older/i;

const linksTo = (page: PageDocument, url: string): Element[] =>
  findAll(
    ({ name, attribs }) => (name === "a" || name === "link") && attribs.href !== undefined,
    page.root.children,
  ).filter(({ attribs }) => resolveUrl(attribs.href?.trim() ?? "", page.baseUrl) === url);

/** The selector of the one link that says that it leads on; null: it is left to be found at each page. */
const nextSelector = (page: PageDocument, url: string): string | null => {
  const links = linksTo(page, url);
  for (const link of links.filter(({ name }) => name === "a")) {
    const written = writeSelector(page.root, [link]);
    if (written?.fit === 1 && SAYS_NEXT.test(written.css) && !/:nth/.test(written.css)) return written.css;
  }
  return links.some(({ name, attribs }) => name === "link" && attribs.rel === "next")
    ? 'link[rel="next"]@href'
    : null;
};

const hasMoreButton = (page: PageDocument): boolean =>
  findAll(
    ({ name, attribs }) => name === "button" || attribs.role === "button" || name === "a",
    page.root.children,
  ).some(
    (element) =>
      isTag(element) &&
      MORE_WORDS.includes(textOf(element).toLowerCase()) &&
      (element.name !== "a" || /^(?:#|javascript:|$)/.test(element.attribs.href ?? "")),
  );

/** How the list goes on, or null where it is all on one page. */
export const draftPaging = (
  page: PageDocument,
  pageUrl: string,
  { limits, scrolls, interacts }: Intent,
): PaginateStep | null => {
  if (limits.maxPages === 1) return null;
  const maxPages = limits.maxPages ?? DEFAULT_MAX_PAGES;
  const url = findNextPage(page, pageUrl) ?? relNext(page);
  if (url !== null && !scrolls) {
    const selector = nextSelector(page, url);
    return selector === null ? { type: "paginate", maxPages } : { type: "paginate", selector, maxPages };
  }
  if (scrolls) return { type: "paginate", method: "scroll", maxPages };
  if (hasMoreButton(page) && (interacts || limits.everyPage))
    return { type: "paginate", method: "load-more", maxPages };
  return limits.everyPage || limits.maxPages !== null ? { type: "paginate", maxPages } : null;
};

const relNext = (page: PageDocument): string | null => {
  const [link] = findAll(
    ({ name, attribs }) => (name === "link" || name === "a") && attribs.rel === "next",
    page.root.children,
  );
  return link ? resolveUrl(link.attribs.href?.trim() ?? "", page.baseUrl) : null;
};
