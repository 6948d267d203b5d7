/** Cards of other things on a page: what has a heading that leads to a page of its own. */
import type { Element } from "domhandler";
import { findAll, findOne } from "domutils";
import type { PageDocument } from "../page/document.ts";
import { textOf } from "../page/text.ts";
import { outward } from "../page/tree.ts";
import { lettersOf } from "../values/text.ts";

const CARDS: ReadonlySet<string> = new Set(["li", "article"]);

const isHeading = ({ name }: Element): boolean => /^h[2-6]$/.test(name);
const isLink = ({ name, attribs }: Element): boolean =>
  name === "a" && /^(?!#|javascript:)./i.test(attribs.href?.trim() ?? "");

/** Cards whose headings are not what the page calls itself: what they cost, the page does not. */
export const findLinkedCards = (page: PageDocument, titles: readonly string[]): Element[] => {
  const spoken = titles.map(lettersOf).filter(Boolean);
  const holdsTitle = new Map<Element, boolean>();
  const isPage = (card: Element): boolean => {
    const known = holdsTitle.get(card) ?? findOne(({ name }) => name === "h1", card.children) !== null;
    holdsTitle.set(card, known);
    return known;
  };
  return findAll(isHeading, page.root.children).flatMap((heading) => {
    const around = outward(heading);
    const at = around.findIndex(({ name }) => CARDS.has(name));
    const card = around[at];
    if (!card || isPage(card)) return [];
    const name = lettersOf(textOf(heading));
    if (name === "" || spoken.some((title) => title.includes(name) || name.includes(title))) return [];
    const link = findOne(isLink, heading.children) ?? around.slice(0, at).find(isLink);
    const target = link && URL.parse(link.attribs.href?.trim() ?? "", page.baseUrl);
    return target && target.pathname !== URL.parse(page.baseUrl)?.pathname ? [card] : [];
  });
};
