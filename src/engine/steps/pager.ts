/**
 * Finds the next page of a list on an unknown page, by the text, position and numbers of links. Anything that
 * could also be a carousel, a calendar or a chain of articles is not a pager.
 */

import type { Element } from "domhandler";
import { findAll, getAttributeValue, textContent } from "domutils";
import { holds, outward, type PageDocument, resolveUrl, shortText } from "../extract/extract.ts";
import { saysWhen } from "../extract/values/dateWords.ts";
import { TO } from "../extract/values/ranges.ts";
import { normalForm } from "../extract/vocabulary/normalForm.ts";
import { rememberedFor } from "../extract/vocabulary/remember.ts";
import { MORE_WORDS, NEXT_SYMBOLS, NEXT_WORDS, OF_LISTS, SLIDER } from "./pagerWords.ts";

interface Link {
  readonly element: Element;
  readonly url: string;
  /** The link's visible text, label, title, or the alt text of its image. */
  readonly says: string;
  /** The number, if the text is nothing else. */
  readonly number: number | null;
}

const PAGER =
  /(?:^|[\s_-])(?:pag(?:er|ing|es|inat\w*|e-?(?:nav|numbers?|links?))|wp-pagenavi|nav-links)(?=$|[\s_-])/i;
const PAGER_LABEL = /pagin|seite|pages?\b|página|pagine|ページ|页/i;
const NOT_A_PAGER = new RegExp(
  `${SLIDER.source}|lightbox|testimonial|breadcrumb|post-navigation|comment-?(?:nav|pag)`,
  "i",
);
const OFF = /(?:^|[\s_-])(?:disabled|inactive)(?=$|[\s_-])/i;
const CURRENT = /(?:^|[\s_-])(?:current|active|selected|is-current|is-active)(?=$|[\s_-])/i;
const NEXT_NAME = /(?:^|[\s_-])(?:next|pager-next|nextpage|next-page|page-next)(?=$|[\s_-])/i;
/** Where a URL contains the number or offset of a page. */
const PAGE_PLACE =
  /(?:[?&](?:page|p|pg|paged|pageno|pagenumber|start|offset|from|seite|pagina)=|\/(?:page|p|seite|pagina|page-)[/-]?)\d+/i;
/** Where a URL says after which record a page begins. It need not be a number, and says nothing unless the link does. */
const CURSOR_PLACE = /[?&](?:_?next|after|before|cursor|skip|continue|(?:page_?)?token)=[^&#]/i;
const MAX_ANCESTORS = 5;

const attribute = (element: Element, name: string): string => getAttributeValue(element, name) ?? "";
const names = (element: Element): string => `${attribute(element, "class")} ${attribute(element, "id")}`;

const ancestors = (element: Element): Element[] => {
  const found: Element[] = [];
  for (let node = element.parent; node && found.length < MAX_ANCESTORS; node = node.parent)
    if (node.type === "tag") found.push(node);
  return found;
};

const isPager = (element: Element): boolean =>
  PAGER.test(names(element)) ||
  (element.name === "nav" && PAGER_LABEL.test(attribute(element, "aria-label"))) ||
  attribute(element, "role") === "pagination";

export const normalise = (text: string): string =>
  normalForm(text, "NFKC")
    .toLowerCase()
    .replace(/[\s\u00a0]+/g, " ")
    .trim();

/** The text of a link or button, or the attribute that takes its place. */
export const labelOf = (element: Element): string => {
  const own = textContent(element).trim();
  if (own !== "") return own.replace(/\s+/g, " ");
  const images = findAll((child) => child.name === "img" || child.name === "svg", element.children);
  const described = [element, ...images].flatMap((each) =>
    ["aria-label", "title", "alt", "value"].map((name) => attribute(each, name).trim()),
  );
  return described.find((text) => text !== "") ?? "";
};
const says = (element: Element): string => normalise(labelOf(element));

const samePage = (a: string, b: string): boolean => a.split("#")[0] === b.split("#")[0];

/** Links to other pages of the site that can belong to a pager and are not disabled. */
const listLinks = (page: PageDocument, pageUrl: string): Link[] =>
  findAll((element) => element.name === "a" && attribute(element, "href") !== "", page.root.children).flatMap(
    (element): Link[] => {
      const url = resolveUrl(attribute(element, "href").trim(), page.baseUrl);
      if (url === null || samePage(url, pageUrl) || new URL(url).host !== new URL(pageUrl).host) return [];
      const around = [element, ...ancestors(element)];
      if (around.some((each) => NOT_A_PAGER.test(names(each)))) return [];
      const isOff = around
        .slice(0, 2)
        .some((each) => OFF.test(names(each)) || attribute(each, "aria-disabled") === "true");
      if (isOff) return [];
      const text = says(element);
      return [{ element, url, says: text, number: /^\d{1,5}$/.test(text) ? Number(text) : null }];
    },
  );

/** "next page »" as "next page". */
const bare = (text: string): string => text.replace(/^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu, "");

const saysNext = (link: Link): boolean => {
  const label = normalise(attribute(link.element, "aria-label"));
  return [bare(link.says), bare(label)].some((text) => NEXT_WORDS.has(text)) || NEXT_SYMBOLS.has(link.says);
};

/** Boxes beside the page's list. */
const BESIDE: ReadonlySet<string> = new Set(["nav", "footer", "aside", "dialog"]);
/** "Load more" with the address of a page: what its script would add, for those who run none. */
const saysMore = ({ element, says: label, url }: Link): boolean =>
  MORE_WORDS.includes(bare(label)) &&
  OF_LISTS.test(label) &&
  PAGE_PLACE.test(url) &&
  !outward(element).some(({ name }) => BESIDE.has(name));

/** The only such link, to a later part of the same list. Records can have one each, to pages of their own. */
const findMore = (links: readonly Link[], pageUrl: string): Link | undefined => {
  const { pathname } = new URL(pageUrl);
  const found = links.filter((link) => saysMore(link) && new URL(link.url).pathname === pathname);
  const isFirst = (url: string): boolean => /=[01](?!\d)/.test(PAGE_PLACE.exec(url)?.[0] ?? "");
  return found[0] && found.every(({ url }) => url === found[0]?.url && !isFirst(url)) ? found[0] : undefined;
};

/** Links to the previous or the first page. */
const isBack = ({ element }: Link): boolean =>
  /(?:^|\s)(?:prev|previous|first|start)(?:\s|$)/i.test(attribute(element, "rel"));

const isNamedNext = ({ element }: Link): boolean =>
  [element, ...ancestors(element).slice(0, 1)].some(
    (each) => NEXT_NAME.test(names(each)) && !/prev/i.test(names(each)),
  );

const inPager = ({ element }: Link): boolean => ancestors(element).some(isPager);

const MAX_COUNT = 60;
/** "1..20 out of 67", "Books 21–40 / 1,234": a range, and after a word or a slash how many there are. */
const COUNTED = new RegExp(
  `^(\\D*)(\\d+)${TO}(\\d+)([\\s(]*(?:/|\\p{L}[\\p{L}\\p{M} ]{0,8}/?)\\s*)(\\d[\\d.,]*)(\\D*)$`,
  "u",
);
const countsRecords = (text: string): boolean => {
  const [, before = "", first, last, of = "", all, after = ""] = COUNTED.exec(text) ?? [];
  const count = Number(all?.replace(/[.,]/g, ""));
  const isYear = count >= 1900 && count < 2100;
  const isCount = Number(first) <= Number(last) && Number(last) <= count && !isYear;
  // "out" alone is a month too.
  return (
    isCount && !wordsOf(before + after).some(isOfDay) && !(/\p{L}/u.test(of) && wordsOf(of).every(isOfDay))
  );
};
const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{M}]+/u).filter((word) => word !== "");
/** Whether a word is a month or a weekday. Short ones are also words such as "to" and "su". */
const isOfDay = (word: string): boolean => word.length > 2 && saysWhen(word);
/** Whether a short text around the link counts pages or records: "Page 1 / 4 ⟩", "1..20 out of 67 next". */
const isBesideCount = ({ element }: Link): boolean =>
  ancestors(element).some((each) => {
    const text = shortText(each, MAX_COUNT) ?? "";
    return (/\d/.test(text) && PAGER_LABEL.test(text)) || countsRecords(text);
  });

/** URLs that differ only in numbers share a shape: `/list/2` and `/list/3`. */
const shape = (url: string): string => url.replace(/\d+/g, "0");

type LinksInside = ReadonlyMap<Element, readonly Link[]>;

/** The links inside each element around one, in page order. */
const linksInside = (links: readonly Link[]): LinksInside => {
  const inside = new Map<Element, Link[]>();
  for (const link of links)
    for (const element of outward(link.element).slice(1)) {
      const known = inside.get(element);
      if (known) known.push(link);
      else inside.set(element, [link]);
    }
  return inside;
};

/** The links in the same group as `link`, in page order. */
const siblings = (link: Link, inside: LinksInside): readonly Link[] =>
  ancestors(link.element)
    .map((each) => inside.get(each) ?? [])
    .find(({ length }) => length > 1) ?? [link];

/** The current page's number in a group of page numbers: marked as current, or without a link. */
const currentNumber = (group: readonly Link[], page: PageDocument): number | null => {
  const first = group[0]?.element;
  const container =
    first && ancestors(first).find((each) => group.every((link) => holds(each, link.element)));
  if (!container) return null;
  const linked = new Set(group.map(({ number }) => number));
  const shown = findAll(
    (element) => /^\d{1,5}$/.test(normalise(textContent(element))) && element.name !== "a",
    container.children,
  );
  const marked = findAll(
    (element) =>
      (attribute(element, "aria-current") !== "" || CURRENT.test(names(element))) &&
      /^\D*\d{1,5}\D*$/.test(textContent(element)),
    container.children,
  )[0];
  if (marked) return Number(/\d+/.exec(textContent(marked))?.[0]);
  const free = shown
    .map((element) => Number(normalise(textContent(element))))
    .filter((number) => !linked.has(number));
  if (free.length > 0) return free[0] ?? null;
  // Page 1 often has neither a number in its URL nor a mark.
  return page.baseUrl && Math.min(...[...linked].map(Number)) === 2 ? 1 : null;
};

/** The link with the number after the current one, in a group of page numbers. */
const findNumbered = (links: readonly Link[], page: PageDocument): string | null => {
  const numbered = links.filter(({ number }) => number !== null);
  const inside = linksInside(numbered);
  const byShape = rememberedFor((group: readonly Link[]) => Map.groupBy(group, ({ url }) => shape(url)));
  const tried = new Set<readonly Link[]>();
  for (const link of numbered) {
    const group = siblings(link, inside);
    if (tried.has(group)) continue;
    const alike = byShape(group).get(shape(link.url)) ?? [];
    const countsPages =
      inPager(link) ||
      (alike.length >= 2 &&
        PAGE_PLACE.test(link.url) &&
        alike.every(({ url, number }) => url.includes(String(number))));
    if (!countsPages) continue;
    tried.add(group);
    const current = currentNumber(group, page);
    const next = current === null ? undefined : group.find(({ number }) => number === current + 1);
    if (next) return next.url;
  }
  return null;
};

/** The page number in a URL, if both URLs differ only in that number; else null. */
const numberAt = (url: string, other: string): number | null => {
  const [own, theirs] = [url.match(/\d+/g) ?? [], other.match(/\d+/g) ?? []];
  const places = own.flatMap((digits, at) => (digits === theirs[at] ? [] : [at]));
  const [place] = places;
  return shape(url) === shape(other) && place !== undefined && places.length === 1
    ? Number(own[place])
    : null;
};

/** Whether a URL is an earlier page: on the last page of a list, arrows and numbers lead back. */
const leadsBack = (url: string, pageUrl: string): boolean => {
  const [next, current] = [numberAt(url, pageUrl), numberAt(pageUrl, url)];
  return next !== null && current !== null && next < current && PAGE_PLACE.test(url);
};

/** The first of the candidates whose URL a page number in the same group has, too. */
const findNumberedTwin = (candidates: readonly Link[], links: readonly Link[]): Link | undefined => {
  if (candidates.length === 0) return undefined;
  const inside = linksInside(links);
  return candidates.find((link) =>
    siblings(link, inside).some(
      ({ url, number, element }) => number !== null && element !== link.element && url === link.url,
    ),
  );
};

/** The URL of the next page; null if the page has no pager, or is the last. */
export const findNextPage = (page: PageDocument, pageUrl: string): string | null => {
  const links = listLinks(page, pageUrl).filter((link) => !isBack(link));
  const leadsOn = ({ url }: Link): boolean => !leadsBack(url, pageUrl);
  const spoken = links.filter(saysNext).filter(leadsOn);
  const named = links.filter(isNamedNext).filter(leadsOn);
  const sure =
    spoken.find(inPager) ??
    spoken.find(isBesideCount) ??
    spoken.find((link) => PAGE_PLACE.test(link.url) || CURSOR_PLACE.test(link.url) || isNamedNext(link)) ??
    named.find(inPager) ??
    findNumberedTwin([...spoken, ...named], links) ??
    findMore(links.filter(leadsOn), pageUrl);
  const next = sure?.url ?? findNumbered(links, page);
  return next !== null && leadsBack(next, pageUrl) ? null : next;
};
