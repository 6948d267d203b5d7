/** The step that continues to the next page. */
import { type Element, isTag } from "domhandler";
import { findAll } from "domutils";
import { parseSelectorAndAttribute } from "../../../contract/fields/fields.ts";
import type { PaginateStep } from "../../../contract/steps/steps.ts";
import { compileSelector, type PageDocument, resolveUrl, textOf } from "../../extract/extract.ts";
import { isButton } from "../../extract/page/references.ts";
import { outward } from "../../extract/page/tree.ts";
import { moreButtons } from "../../steps/moreButtons.ts";
import { findNextPage } from "../../steps/pager.ts";
import { MORE_WORDS, NEXT_WORDS, OF_LISTS, SLIDER } from "../../steps/pagerWords.ts";
import type { Intent } from "../intent.ts";
import words from "../vocabulary/paging.json" with { type: "json" };
import {
  addressOf,
  exactSelector,
  isClickable,
  isCounted,
  listClickable,
  selectorByText,
} from "./controls.ts";

const DEFAULT_MAX_PAGES = 100;
/** How often a list is scrolled that may have more, or may be complete. */
const MAX_SCREENS = 20;
/** Selectors that are named after the next page. */
const SAYS_NEXT = new RegExp(words.next.join("|"), "i");

/** How a list continues. */
export interface Paging {
  readonly step: PaginateStep | null;
  /** Notes for the flow's owner. */
  readonly notes: readonly string[];
}

const linksTo = (page: PageDocument, url: string): Element[] =>
  findAll((element) => addressOf(element, page) === url, page.root.children);

const relNext = (page: PageDocument, isNext: (element: Element) => boolean): string | null => {
  const [link] = findAll(
    (element) => isNext(element) && element.attribs.rel === "next" && element.attribs.href !== undefined,
    page.root.children,
  );
  return link ? resolveUrl(link.attribs.href?.trim() ?? "", page.baseUrl) : null;
};

/** The selector of a link named after the next page; null to detect the link on each page. */
const nextSelector = (page: PageDocument, url: string): string | null => {
  for (const link of linksTo(page, url)) {
    const css = exactSelector(page, link) ?? "";
    if (SAYS_NEXT.test(css) && !isCounted(css)) return css;
  }
  return relNext(page, ({ name }) => name === "link") === url ? 'link[rel="next"]@href' : null;
};

/** Buttons to the next page that scripts handle: they say so, and nothing else. */
const nextButtons = (page: PageDocument): Element[] =>
  listClickable(page)
    .filter(
      ({ element, says }) =>
        isButton(element) && NEXT_WORDS.has(says.replace(/^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu, "")),
    )
    .map(({ element }) => element)
    .filter((element) => !outward(element).some(isSlider));
const isSlider = ({ attribs }: Element): boolean => SLIDER.test(`${attribs.class ?? ""} ${attribs.id ?? ""}`);

/** The step that presses the page's only button to the next page; null if there is none. */
const byButton = (page: PageDocument): Partial<PaginateStep> | null => {
  const [button, ...others] = nextButtons(page);
  if (!button || others.length > 1) return null;
  const exact = exactSelector(page, button);
  const selector = exact !== null && !isCounted(exact) ? exact : selectorByText(page, button);
  return selector === null ? null : { method: "next", selector };
};

/** The step for a list that is not seen yet. */
export const pagingUnseen = ({ limits }: Intent): Paging => ({
  step: limits.maxPages === 1 ? null : stepBy({ optional: true }, limits.maxPages ?? DEFAULT_MAX_PAGES),
  notes: [],
});

/** The URL of the next page; null if none is found. */
const nextPageOf = (page: PageDocument, pageUrl: string): string | null =>
  findNextPage(page, pageUrl) ?? relNext(page, ({ name }) => name === "link" || name === "a");

/** The page's links and buttons to the next page or to more records. */
export const nextControls = (page: PageDocument, pageUrl: string): Element[] => {
  const url = nextPageOf(page, pageUrl);
  return [...(url === null ? [] : linksTo(page, url)), ...moreButtons(page).map(({ element }) => element)];
};

/** The URL that a paginate step leads to from this page; null if it acts on the page, or finds none. */
export const nextUrlOf = (
  page: PageDocument,
  pageUrl: string,
  { selector, method }: PaginateStep,
): string | null => {
  if (method === "scroll" || method === "load-more") return null;
  if (selector === undefined) return nextPageOf(page, pageUrl);
  const [control] = compileSelector(parseSelectorAndAttribute(selector).selector)(page.root);
  return control && isTag(control) ? resolveUrl(control.attribs.href?.trim() ?? "", page.baseUrl) : null;
};

const stepBy = (how: Partial<PaginateStep>, maxPages = DEFAULT_MAX_PAGES): PaginateStep => ({
  type: "paginate",
  ...how,
  maxPages,
});

/** The paginate step for a picked element; null if nothing distinguishes it from others. */
export const stepThrough = (page: PageDocument, pageUrl: string, picked: Element): PaginateStep | null => {
  const control = outward(picked).find(isClickable) ?? picked;
  const address = addressOf(control, page);
  const exact = exactSelector(page, control);
  const selector = exact !== null && !isCounted(exact) ? exact : selectorByText(page, control);
  if (selector !== null && address !== null) return stepBy({ selector });
  if (selector !== null) {
    const isMore = MORE_WORDS.includes(textOf(control).toLowerCase());
    return stepBy({ method: isMore ? "load-more" : "next", selector });
  }
  const isFound = address !== null && findNextPage(page, pageUrl) === address;
  return isFound ? stepBy({ optional: true }) : null;
};

const UNSEEN = "No next-page link was found. Runs collect this page only, unless one appears.";
const SCROLLS = `Scripts fill in the list: each run scrolls on while more appears, up to ${MAX_SCREENS} times. Change \`maxPages\` for more or fewer.`;
const BUTTON = 'The page has a "load more" button. To click it in a browser, ask to load more.';

/**
 * How the list continues; null if it is all on one page.
 *
 * @param isRendered whether scripts fill in the page: a list may then grow when it is scrolled, which no control shows
 */
export const draftPaging = (
  page: PageDocument,
  pageUrl: string,
  intent: Intent,
  isRendered: boolean,
): Paging | null => {
  const { limits, scrolls, loadsMore, interacts } = intent;
  if (limits.maxPages === 1) return null;
  const by = (how: Partial<PaginateStep>, ...notes: string[]): Paging => ({
    step: stepBy(how, limits.maxPages ?? DEFAULT_MAX_PAGES),
    notes,
  });
  if (scrolls) return by({ method: "scroll" });
  const more = moreButtons(page);
  if (loadsMore || (more.length > 0 && interacts && limits.everyPage)) return by({ method: "load-more" });
  const url = nextPageOf(page, pageUrl);
  if (url !== null) {
    const selector = nextSelector(page, url);
    // A link named after the next page must work; one guessed by its page number can lead nowhere.
    return by(selector === null ? { optional: true } : { selector });
  }
  const button = byButton(page);
  if (button) return by(button);
  const growsList = more.some(({ label }) => OF_LISTS.test(label));
  if (growsList || (more.length > 0 && (interacts || limits.everyPage))) return by({ method: "load-more" });
  if (limits.everyPage || limits.maxPages !== null) return by({ optional: true }, UNSEEN);
  if (more.length > 0) return { step: null, notes: [BUTTON] };
  // A monitor compares what a page shows: more of an endless list is only older.
  if (!isRendered || intent.monitoring) return null;
  return { step: stepBy({ method: "scroll", optional: true }, MAX_SCREENS), notes: [SCROLLS] };
};
