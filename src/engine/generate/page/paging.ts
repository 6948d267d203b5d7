/** The step that continues to the next page. */
import { type Element, isTag } from "domhandler";
import { findAll } from "domutils";
import type { PaginateStep } from "../../../contract/steps.ts";
import { type PageDocument, resolveUrl, textOf } from "../../extract/extract.ts";
import { writeSelector } from "../../extract/slots/selectors/index.ts";
import { findNextPage } from "../../steps/pager.ts";
import { MORE_WORDS } from "../../steps/pagerWords.ts";
import type { Intent } from "../sentence/intent.ts";

export const DEFAULT_MAX_PAGES = 100;
/** A selector that names what it is for: one by position would lead to page 3 from page 2. */
const SAYS_NEXT = /next|weiter|suivant|siguiente|succ|volgende|older/i;

/** How a list continues. */
export interface Paging {
  readonly step: PaginateStep | null;
  /** What the flow's owner must know. */
  readonly notes: readonly string[];
}

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

/** Said by what adds to a list, and not by what unfolds a text. */
const OF_LISTS =
  /load|result|item|product|laden|ergebnis|charger|résultat|cargar|resultado|caric|carreg|ladda|hämta|ładuj|загрузить|加载|載入/i;

/** The page's buttons that show more; empty: it has none. */
const moreButtons = (page: PageDocument): Element[] =>
  findAll(
    ({ name, attribs }) => name === "button" || attribs.role === "button" || name === "a",
    page.root.children,
  ).filter(
    (element) =>
      isTag(element) &&
      MORE_WORDS.includes(textOf(element).toLowerCase()) &&
      (element.name !== "a" || /^(?:#|javascript:|$)/.test(element.attribs.href ?? "")),
  );

const relNext = (page: PageDocument): string | null => {
  const [link] = findAll(
    ({ name, attribs }) => (name === "link" || name === "a") && attribs.rel === "next",
    page.root.children,
  );
  return link ? resolveUrl(link.attribs.href?.trim() ?? "", page.baseUrl) : null;
};

/** The page after this one; null where none is known. */
const nextPageOf = (page: PageDocument, pageUrl: string): string | null =>
  findNextPage(page, pageUrl) ?? relNext(page);

/** The links and buttons of the page that lead on from it. */
export const nextControls = (page: PageDocument, pageUrl: string): Element[] => {
  const url = nextPageOf(page, pageUrl);
  const links = url === null ? [] : linksTo(page, url).filter(({ name }) => name === "a");
  return [...links, ...moreButtons(page)];
};

const UNSEEN =
  "The page shows no way on to further pages: each run looks for one, and takes what is there without it.";
const BUTTON = "The page shows more where a button is pressed: ask to load more, and a browser does it.";

/** How the list continues, or null where it is all on one page. */
export const draftPaging = (page: PageDocument, pageUrl: string, intent: Intent): Paging | null => {
  const { limits, scrolls, loadsMore, interacts } = intent;
  if (limits.maxPages === 1) return null;
  const maxPages = limits.maxPages ?? DEFAULT_MAX_PAGES;
  if (scrolls) return { step: { type: "paginate", method: "scroll", maxPages }, notes: [] };
  const more = moreButtons(page);
  if (loadsMore || (more.length > 0 && interacts && limits.everyPage))
    return { step: { type: "paginate", method: "load-more", maxPages }, notes: [] };
  const url = nextPageOf(page, pageUrl);
  if (url !== null) {
    const selector = nextSelector(page, url);
    // A link that says that it leads on must do so; one that is guessed by its number may lead nowhere.
    return selector === null
      ? { step: { type: "paginate", maxPages, optional: true }, notes: [] }
      : { step: { type: "paginate", selector, maxPages }, notes: [] };
  }
  if (
    more.some((element) => OF_LISTS.test(textOf(element))) ||
    (more.length > 0 && (interacts || limits.everyPage))
  )
    return { step: { type: "paginate", method: "load-more", maxPages }, notes: [] };
  if (limits.everyPage || limits.maxPages !== null)
    return { step: { type: "paginate", maxPages, optional: true }, notes: [UNSEEN] };
  return more.length > 0 ? { step: null, notes: [BUTTON] } : null;
};
