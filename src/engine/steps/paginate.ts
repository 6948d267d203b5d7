import { parseSelectorAndAttribute } from "../../contract/fields/fields.ts";
import { BROWSER_REASONS, NeedsBrowser } from "../../contract/flows/rendering.ts";
import { parseActionSelector } from "../../contract/steps/actionSelectors.ts";
import type { PaginateStep } from "../../contract/steps/steps.ts";
import { findLinks } from "../extract/extract.ts";
import { healTarget } from "../extract/slots/healing/index.ts";
import type { LivePage } from "./live.ts";
import { isOfList, moreButtons } from "./moreButtons.ts";
import { findNextPage } from "./pager.ts";
import { MORE_WORDS, NEXT_WORDS, OF_LISTS, SLIDER } from "./pagerWords.ts";
import { nameStep, type PageScope, type Paging, type RunStep } from "./scope.ts";

const DEFAULT_MAX_PAGES = 100;
/** Max time for a page to show more. */
const GROW_TIMEOUT_MS = 15_000;
const NEXT_BUTTONS = [...NEXT_WORDS];
const REL_NEXT = { selector: 'a[rel~="next" i], link[rel~="next" i]', attribute: "href" };

/** A link selector's element as a browser selector; null if only our own reader supports it. */
const elementOf = (selector: string) => {
  try {
    return parseActionSelector(parseSelectorAndAttribute(selector).selector);
  } catch {
    return null;
  }
};

/** Clicks the button, if it exists and is enabled. */
const clickMore =
  (live: LivePage, by: string | readonly string[], outside?: RegExp): Paging["advance"] =>
  async () => {
    const button = typeof by === "string" ? elementOf(by) : await live.findButton(by, outside);
    if (!button || !(await live.offers(button))) return false;
    await live.click(button, GROW_TIMEOUT_MS);
    return true;
  };

/** Always true: what the steps find next shows whether the scroll added anything. */
const scrollDown =
  (live: LivePage): Paging["advance"] =>
  async () => {
    await live.scroll("bottom", GROW_TIMEOUT_MS);
    return true;
  };

/** The same, part by part from the top. */
const scrollParts =
  (live: LivePage): NonNullable<Paging["bitByBit"]> =>
  async (isFirst) => {
    if (isFirst) await live.scroll("top", GROW_TIMEOUT_MS);
    if (isFirst || (await live.scrollOn(GROW_TIMEOUT_MS))) return true;
    // The list may only now learn that it has more.
    await live.waitForQuiet(GROW_TIMEOUT_MS);
    return live.scrollOn(GROW_TIMEOUT_MS);
  };

/**
 * The step with its selector healed. The pager is only expected on the first page: the last one correctly
 * has none.
 */
const mended = (step: PaginateStep, scope: PageScope, path: readonly number[]): PaginateStep => {
  const { healing, page, pageNumber, isFirst, log } = scope;
  if (!healing || step.selector === undefined) return step;
  const { selector, attribute } = parseSelectorAndAttribute(step.selector);
  const isKnownThere = pageNumber === 1 && isFirst;
  const where = { document: page.document, url: page.url, selector };
  const healed = healTarget(healing, path, where, isKnownThere);
  for (const news of healed.news) log("warn", `${nameStep(step, path)}: ${news} on ${page.url}`);
  return { ...step, selector: attribute === null ? healed.selector : `${healed.selector}@${attribute}` };
};

const nextLink = (step: PaginateStep, { page }: PageScope): string | null => {
  const { document } = page;
  const link = step.selector === undefined ? REL_NEXT : parseSelectorAndAttribute(step.selector);
  const [url] = findLinks(document, document.root, link);
  return url ?? (step.selector === undefined ? findNextPage(document, page.url) : null);
};

/** How to make a live page show more if it has no link to the next page. */
const pagingOf = async (
  step: PaginateStep,
  live: LivePage,
): Promise<Pick<Paging, "advance" | "bitByBit"> | null> => {
  const { method, selector } = step;
  const scrolling = { advance: scrollDown(live), bitByBit: scrollParts(live) };
  if (method === "scroll") return scrolling;
  if (method === "load-more" || selector !== undefined)
    return { advance: clickMore(live, selector ?? MORE_WORDS) };
  if (await live.findButton(MORE_WORDS)) return { advance: clickMore(live, MORE_WORDS) };
  if (await live.findButton(NEXT_BUTTONS, SLIDER)) return { advance: clickMore(live, NEXT_BUTTONS, SLIDER) };
  return method === "next" ? null : scrolling;
};

/** @throws NeedsBrowser if a static page shows more of its list at the press of a button */
const meetButton = (name: string, { page, pageNumber, isFirst, mayRender, yields, log }: PageScope): void => {
  if (pageNumber !== 1 || !isFirst) return;
  const buttons = moreButtons(page.document);
  const growing = buttons.find((button) => OF_LISTS.test(button.label) && isOfList(button, yields));
  if (growing && mayRender) throw new NeedsBrowser(BROWSER_REASONS.growing(name));
  const [button] = growing ? [growing] : buttons;
  if (!button) return;
  const why = growing
    ? 'only a browser can do that, and the flow\'s `render` is "static"'
    : "nothing says that it extends the list";
  log(
    growing ? "warn" : "debug",
    `${name}: the button "${button.label}" on ${page.url} was not pressed: ${why}`,
  );
};

export const runPaginate: RunStep<PaginateStep> = async (given, scope, path) => {
  const step = mended(given, scope, path);
  const { page, pageNumber, live, log } = scope;
  const { method = step.selector === undefined ? "auto" : "next", maxPages = DEFAULT_MAX_PAGES } = step;
  const name = nameStep(step, path);
  const leads = method === "auto" || method === "next";
  const url = leads ? nextLink(step, scope) : null;
  if (url !== null && pageNumber >= maxPages) {
    log("info", `${name}: stopped after ${maxPages} pages`);
    scope.notePartial("records");
  } else if (url !== null) {
    log("debug", `${name}: page ${pageNumber + 1} is ${url}, found on ${page.url}`);
    const [declared] = findLinks(page.document, page.document.root, REL_NEXT);
    scope.next = { url, path, ...(declared !== undefined && declared !== url && { declared }) };
  } else if (!leads && !live) throw new NeedsBrowser(BROWSER_REASONS.growing(name));
  else {
    if (!live && step.selector === undefined) meetButton(name, scope);
    const paging = live && (await pagingOf({ ...step, method }, live));
    if (paging) scope.more = { ...paging, maxPages, name };
    else log("debug", `${name}: no next page on ${page.url}`);
  }
};
