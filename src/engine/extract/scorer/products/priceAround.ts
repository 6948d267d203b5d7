/** The surroundings of a price: whose it is, whether it is current or old, and how likely it is the selling price. */
import { type AnyNode, type Element, isTag, isText } from "domhandler";
import { bitOf, groupsOf } from "../../page/groups.ts";
import { isStruck } from "../../page/priceText.ts";
import { shortText } from "../../page/shortText.ts";
import { INLINE } from "../../page/text.ts";
import { hidesItself, outerOf } from "../../page/tree.ts";
import { foldDigits } from "../../values/digits.ts";
import { NOW, OLD } from "../../values/priceWords.ts";
import { normaliseSpace } from "../../values/text.ts";
import { holdsHeading } from "./aside.ts";

const FOOTER = bitOf("footer");
const ASIDE = bitOf("navigation") | FOOTER | bitOf("overlay") | bitOf("comments");
const RELATED = bitOf("related");
const CART =
  /(?:^|[\s_-])(?:mini-?cart|(?:header|site)-?cart|cart-(?:drawer|items?|total|count)|drawer|upsell|cross-?sell|frequently|bundle|recently|sticky-?(?:bar|cart|atc|header|footer|buy|add)|recommend\w*)/i;
const OLD_CLASS =
  /(?:^|[\s_-])(?:old|was|compare(?:d|-at)?|strike(?:d|through|-through)?|non-sale|list-?price|rrp|uvp|msrp|before|crossed|line-through|barr[ée]e?|anterior|antigu?o|tachado|streich\w*|durchgestrichen|barrato|vecchio|oude|gammel|przekre\w*|stara)(?:[\s_-]|$)/i;
/** Classes that themes also use for the price of products that are not on sale. */
const REGULAR_CLASS = /(?:^|[\s_-])(?:regular|original|normal)(?:[\s_-]|$)/i;
const NOW_CLASS =
  /(?:^|[\s_-])(?:sale|current|now|final|special|our|selling|actual|offer|discounted|new)(?:[\s_-]|$)/i;
/** "with-list-price": an old price is somewhere inside. */
const HOLDING = /(?:^|[\s_-])(?:with|has|without|no)-[\w-]*/gi;
const PRICE = bitOf("price");
const BESIDE: ReadonlySet<string> = new Set(["nav", "footer", "dialog", "aside", "select"]);

/** `regular`: an old price if there is another one beside it, otherwise the price itself. */
export type Age = "now" | "regular" | "old";

/** Maximum length of a price with its terms for tax and shipping. */
export const MAX_TERMS = 240;
const MAX_CLIMB = 12;

/**
 * The age of a price and how strongly its ancestors support it; null if it belongs to something else.
 *
 * @param isRecord whether `within` is a record of a list: its footer is not the page's, and often has the price
 */
export const lookAround = (
  element: Element,
  within: Element,
  isRecord: boolean,
): { age: Age; rating: number } | null => {
  const besides = isRecord ? ASIDE & ~FOOTER : ASIDE;
  let age: Age = isStruck(element) ? "old" : "now";
  let rating = 0;
  let at: Element | null = element;
  for (let climbed = 0; at && climbed < MAX_CLIMB; climbed++) {
    const names = `${at.attribs.class ?? ""} ${at.attribs.id ?? ""}`.replace(HOLDING, " ");
    const groups = groupsOf(at);
    const isFoot = isRecord && at.name === "footer";
    const isBeside =
      (BESIDE.has(at.name) && !isFoot) || CART.test(names) || ((groups & besides) !== 0 && !(groups & PRICE));
    if (isBeside && !holdsHeading(at)) return null;
    if (groups & RELATED && !(groups & PRICE) && climbed > 1) rating -= 4;
    if (climbed < 5) {
      const isNear = climbed < 2 || at.name !== "div";
      if (isNear && (isStruck(at) || OLD_CLASS.test(names))) age = "old";
      if (isNear && age === "now" && REGULAR_CLASS.test(names)) age = "regular";
      if (NOW_CLASS.test(names)) rating += 1;
      if (groups & PRICE) rating += climbed < 3 ? 1.5 : 0.5;
      if (at.name === "ins") rating += 2;
      if (hidesItself(at)) rating -= 3;
    }
    if (at.name === "li" && climbed > 1) rating -= 1;
    if (at.name === "a" && /^(?!#)./.test(at.attribs.href ?? "")) rating -= 2;
    at = at === within ? null : outerOf(at);
  }
  return { age, rating };
};

const MAX_NEAR = 40;
const MAX_EMPTY = 6;
const wordsOf = (start: AnyNode | null, isBefore: boolean): string => {
  let node = start;
  for (let step = 0; node && step < MAX_EMPTY; step++) {
    if (!(isText(node) || isTag(node))) return "";
    const text = isText(node) ? normaliseSpace(node.data) : shortText(node, MAX_TERMS);
    if (text === null) return "";
    if (text !== "") {
      // Text in a separate line is about the price only if it is a short label before it.
      if (isTag(node) && !INLINE.has(node.name))
        return isBefore && text.length <= MAX_NEAR / 2 && !/\d/.test(text) ? text : "";
      return isBefore ? text.slice(-MAX_NEAR) : text.slice(0, MAX_NEAR);
    }
    node = isBefore ? node.prev : node.next;
  }
  return "";
};

export const MAX_SIBLINGS = 12;
/** Words about a price: in its line, or in the label above. */
export const contextOf = (element: Element): string => {
  let at: Element = element;
  while (
    at.parent &&
    isTag(at.parent) &&
    INLINE.has(at.name) &&
    at.parent.children.length <= MAX_SIBLINGS &&
    at.parent.children.every((child) => child === at || (isText(child) && child.data.trim() === ""))
  )
    at = at.parent;
  // What follows a block is in another line.
  const behind = INLINE.has(at.name) ? wordsOf(at.next, false) : "";
  return foldDigits(`${wordsOf(at.prev, true)} ${shortText(at, MAX_TERMS) ?? ""} ${behind}`).trim();
};

/** The age of a price by its own text `own`, by the text around it `said`, and by its ancestors `around`. */
export const ageOf = (own: string, said: string, around: Age): Age => {
  if (around === "old") return "old";
  const found = OLD.exec(own) ?? (NOW.test(said) ? null : OLD.exec(said));
  if (!found) return around;
  return /^(?:reg|orig|normal)/i.test(found[0]) ? "regular" : "old";
};
