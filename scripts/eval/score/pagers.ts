/** Pagination: whether the next page's URL is found, and none is invented. */
import { selectAll } from "css-select";
import type { AnyNode, Element } from "domhandler";
import { findOne } from "domutils";
import { type PageDocument, parseDocument, resolveUrl, textOf } from "../../../src/engine/extract/extract.ts";
import { findNextPage } from "../../../src/engine/steps/pager.ts";
import type { Entry } from "../sets.ts";

export interface PagerTruth {
  /** CSS selectors by the role of the link: `NEXT`, `PREV`, `PAGE`, `FIRST`, `LAST`. */
  readonly labels: Readonly<Record<string, string>>;
}

const linksAt = ({ root }: PageDocument, selector: string | undefined): Element[] =>
  selector
    ? selectAll<AnyNode, Element>(selector, root.children).flatMap((element) => linkOf(element) ?? [])
    : [];
/** Selectors may match text inside a link, or a box around it. */
const linkOf = (element: Element): Element | null =>
  outward(element) ?? findOne(({ name }) => name === "a", element.children);
const outward = (element: Element): Element | null =>
  element.name === "a" ? element : element.parent?.type === "tag" ? outward(element.parent as Element) : null;

const addressOf = (page: PageDocument, { attribs }: Element): string | null =>
  resolveUrl((attribs.href ?? "").trim(), page.baseUrl)?.split("#")[0] ?? null;

/**
 * For pagers that only have numbers: the link after the current page's number, which is not linked or links to
 * itself.
 */
const afterCurrent = (page: PageDocument, url: string, links: readonly Element[]): string | null => {
  const numbered = links
    .map((link) => ({ number: Number(textOf(link)), address: addressOf(page, link) }))
    .filter(({ number }) => Number.isInteger(number));
  const own = numbered.find(({ address }) => address === url)?.number;
  const others = new Set(numbered.filter(({ address }) => address !== url).map(({ number }) => number));
  let current = own ?? Math.max(1, Math.min(...others) - 1);
  if (own === undefined && current > 1) current++;
  while (own === undefined && others.has(current)) current++;
  return numbered.find(({ number }) => number === current + 1)?.address ?? null;
};

/** The correct URLs; empty if there is no next page. */
const rightNext = (page: PageDocument, url: string, { NEXT, PAGE }: PagerTruth["labels"]): string[] => {
  const next = linksAt(page, NEXT).flatMap((link) => addressOf(page, link) ?? []);
  if (NEXT !== undefined) return next;
  return [afterCurrent(page, url, linksAt(page, PAGE)) ?? []].flat();
};

/** `next` if the page has a next page, else `falseNext` (1 is wrong). */
export const scorePager = ({ url, read, truth }: Entry<PagerTruth>): Readonly<Record<string, number>> => {
  const page = parseDocument(read(), { url });
  const right = rightNext(page, url, truth.labels).filter((address) => address !== url);
  const found = findNextPage(page, url)?.split("#")[0] ?? null;
  return right.length === 0
    ? { falseNext: Number(found !== null) }
    : { next: Number(found !== null && right.includes(found)) };
};
