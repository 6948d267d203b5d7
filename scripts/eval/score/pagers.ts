/** Pagers: whether the address of the next page is found, and none is made up where there is none. */
import { selectAll } from "css-select";
import type { AnyNode, Element } from "domhandler";
import { findOne } from "domutils";
import { type PageDocument, parseDocument, resolveUrl, textOf } from "../../../src/engine/extract/extract.ts";
import { findNextPage } from "../../../src/engine/steps/pager.ts";
import type { Entry } from "../sets.ts";

export interface PagerTruth {
  /** CSS selectors by what the link is: `NEXT`, `PREV`, `PAGE`, `FIRST`, `LAST`. */
  readonly labels: Readonly<Record<string, string>>;
}

const linksAt = ({ root }: PageDocument, selector: string | undefined): Element[] =>
  selector
    ? selectAll<AnyNode, Element>(selector, root.children).flatMap((element) => linkOf(element) ?? [])
    : [];
/** Selectors may pick the text within a link, or the box around it. */
const linkOf = (element: Element): Element | null =>
  outward(element) ?? findOne(({ name }) => name === "a", element.children);
const outward = (element: Element): Element | null =>
  element.name === "a" ? element : element.parent?.type === "tag" ? outward(element.parent as Element) : null;

const addressOf = (page: PageDocument, { attribs }: Element): string | null =>
  resolveUrl((attribs.href ?? "").trim(), page.baseUrl)?.split("#")[0] ?? null;

/** Of a pager that only has numbers: the link after the number that leads nowhere, or to this very page. */
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

/** The addresses that are right; empty: the page has no next one. */
const rightNext = (page: PageDocument, url: string, { NEXT, PAGE }: PagerTruth["labels"]): string[] => {
  const next = linksAt(page, NEXT).flatMap((link) => addressOf(page, link) ?? []);
  if (NEXT !== undefined) return next;
  return [afterCurrent(page, url, linksAt(page, PAGE)) ?? []].flat();
};

/** `next` where the page has a next one, `falseNext` (1 is wrong) where it has none. */
export const scorePager = ({ url, read, truth }: Entry<PagerTruth>): Readonly<Record<string, number>> => {
  const page = parseDocument(read(), { url });
  const right = rightNext(page, url, truth.labels).filter((address) => address !== url);
  const found = findNextPage(page, url)?.split("#")[0] ?? null;
  return right.length === 0
    ? { falseNext: Number(found !== null) }
    : { next: Number(found !== null && right.includes(found)) };
};
