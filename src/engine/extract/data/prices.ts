/** The price that a product's page asks, among those before, beside and below it. */
import { type AnyNode, type Element, isTag, isText } from "domhandler";
import { findOne } from "domutils";
import type { CoerceContext } from "../coerce.ts";
import { bitOf, groupsOf } from "../content/groups.ts";
import { parsePrice } from "../numbers.ts";
import { INLINE, normaliseSpace, textOf } from "../text.ts";
import { type Fact, makeFact } from "./facts.ts";
import { NOT_ASKED, withoutTerms } from "./priceWords.ts";
import { isWithin } from "./regions.ts";

const LETTERS =
  "EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|TRY|RUB|UAH|BGN|JPY|CNY|RMB|INR|AUD|CAD|NZD|BRL|MXN|ZAR|SGD|HKD|KRW|ILS|AED|SAR|TWD|THB|VND|PHP|MYR|IDR|kr|zł|Kč|Ft|lei|лв|руб|грн|Rs|TL|Fr|円|元|원|din|KM";
const SIGN = `(?:\\p{Sc}|(?<!\\p{L})(?:${LETTERS})(?!\\p{L}))`;
export const PRICED = new RegExp(`${SIGN}\\.?\\s?\\d|\\d(?:[.,]?[-–—]+)?\\s?${SIGN}`, "u");

/** What words around a price make of it. */
const OLD =
  /(?<!\p{L})(?:was|before|reg(?:ular)?\.?(?: price)?|original(?:ly)?(?: price)?|list price|msrp|rrp|srp|compare at|retail(?: price)?|typical price|statt|uvp|bisher|vorher|alter preis|au lieu de|prix (?:conseillé|public|barré|initial)|antes|precio (?:anterior|original|recomendado)|prezzo (?:originale|consigliato|precedente)|anziché|de:|preço (?:anterior|original)|adviesprijs|van voor|ord\.? ?pris|tidligere|előtte|cena (?:katalogowa|regularna)|původně|was:|старая цена|定価|原价)(?!\p{L})/iu;
const PER_UNIT =
  /(?:\/|\bper\b|\bpro\b|\bpor\b|\bpar\b|\bal\b|(?<!\p{L})je(?!\p{L}))\s*(?:\d+\s*)?(?:kg|g|mg|lb|oz|fl\.? ?oz|l|ml|cl|m|m²|m2|sq\.? ?ft|ft|unit|count|ct|each|item|piece|stück|stk|100\s?(?:g|ml)|kilo|liter|litre|litro|unidad|pièce|pezzo|serving|capsule|sheet|roll)(?!\p{L})|grundpreis|unit price|prix au|precio por|prezzo al/iu;
const RANGE = new RegExp(`\\d\\s*${SIGN}?\\s*(?:[-–—]|to|bis|à)\\s*${SIGN}?\\s*\\d`, "u");

const ASIDE = bitOf("navigation") | bitOf("footer") | bitOf("overlay") | bitOf("comments");
const RELATED = bitOf("related");
const CART =
  /(?:^|[\s_-])(?:mini-?cart|cart-(?:drawer|items?|total|count)|drawer|upsell|cross-?sell|frequently|bundle|recently|sticky|recommend\w*)/i;
const OLD_CLASS =
  /(?:^|[\s_-])(?:old|was|regular|compare(?:d|-at)?|original|strike(?:d|through|-through)?|list-?price|rrp|uvp|msrp|before|crossed|line-through)(?:[\s_-]|$)/i;
const NOW_CLASS =
  /(?:^|[\s_-])(?:sale|current|now|final|special|our|selling|actual|offer|discounted|new)(?:[\s_-]|$)/i;
const PRICE = bitOf("price");
const HIDDEN_TEXT = /offscreen|sr-only|visually-?hidden|screen-?reader/i;
const CENTS = /cents?|fraction|decimal|minor|pence/i;

const STRUCK: ReadonlySet<string> = new Set(["del", "s", "strike"]);
const ownText = ({ children }: Element): string =>
  children.map((node) => (isText(node) ? node.data : " ")).join("");

/** The text of a price whose cents stand in an element of their own: "$19" and "99" are 19.99. */
const priceText = (element: Element): string => {
  let text = "";
  const visit = (node: AnyNode): void => {
    if (isText(node)) text += node.data;
    else if (isTag(node)) {
      if (["script", "style", "template"].includes(node.name)) return;
      // "$96 $120", the second struck through: the price is what is not.
      if (STRUCK.has(node.name) && node.parent === element && PRICED.test(ownText(element))) return;
      const own = textOf(node);
      const isCents =
        (node.name === "sup" || CENTS.test(node.attribs.class ?? "")) && /^\d{2}\D{0,4}$/.test(own);
      if (isCents && /\d\s*$/.test(text)) text = `${text.trimEnd()}.${own}`;
      else {
        if (/[\d.,]$/.test(text) && HIDDEN_TEXT.test(node.attribs.class ?? "")) text += " ";
        for (const child of node.children) visit(child);
      }
    }
  };
  visit(element);
  return normaliseSpace(text);
};

interface Candidate {
  readonly value: number;
  readonly text: string;
  readonly isOld: boolean;
  readonly rating: number;
  readonly path: string;
}

const MAX_TEXT = 60;
/** Of a price with what it says of taxes and shipping. */
const MAX_TERMS = 240;
const MAX_CLIMB = 12;

/** How much what is around an element speaks for its price; null: it is that of something else. */
const lookAround = (element: Element, within: Element): { isOld: boolean; rating: number } | null => {
  let isOld = ["del", "s", "strike"].includes(element.name);
  let rating = 0;
  let at: Element | null = element;
  for (let climbed = 0; at && climbed < MAX_CLIMB; climbed++) {
    const names = `${at.attribs.class ?? ""} ${at.attribs.id ?? ""}`;
    if (["nav", "footer", "dialog", "aside", "select"].includes(at.name) || CART.test(names)) return null;
    const groups = groupsOf(at);
    if (groups & ASIDE && !(groups & PRICE)) return null;
    if (groups & RELATED && !(groups & PRICE) && climbed > 1) rating -= 4;
    if (climbed < 5) {
      if (["del", "s", "strike"].includes(at.name) || OLD_CLASS.test(names))
        isOld = isOld || climbed < 2 || at.name !== "div";
      if (NOW_CLASS.test(names)) rating += 1;
      if (groups & PRICE) rating += climbed < 3 ? 1.5 : 0.5;
      if (at.name === "ins") rating += 2;
    }
    if (at.name === "li" && climbed > 1) rating -= 1;
    if (at.name === "a" && /^(?!#)./.test(at.attribs.href ?? "")) rating -= 2;
    at = at !== within && at.parent && isTag(at.parent) ? at.parent : null;
  }
  return { isOld, rating };
};

const MAX_NEAR = 40;
const wordsOf = (node: AnyNode | null, isBefore: boolean): string => {
  if (!node || !(isText(node) || isTag(node))) return "";
  const text = normaliseSpace(isText(node) ? node.data : textOf(node));
  if (text === "") return wordsOf(isBefore ? node.prev : node.next, isBefore);
  // What stands in a line of its own is about the price only where it is a mere label before it.
  if (isTag(node) && !INLINE.has(node.name))
    return isBefore && text.length <= MAX_NEAR / 2 && !/\d/.test(text) ? text : "";
  return isBefore ? text.slice(-MAX_NEAR) : text.slice(0, MAX_NEAR);
};

/** Words beside a price, as far as they are about it: in its line, or as the label above. */
const contextOf = (element: Element): string => {
  let at: Element = element;
  while (
    at.parent &&
    isTag(at.parent) &&
    INLINE.has(at.name) &&
    at.parent.children.every((child) => child === at || (isText(child) && child.data.trim() === ""))
  )
    at = at.parent;
  return `${wordsOf(at.prev, true)} ${textOf(at)} ${wordsOf(at.next, false)}`.trim();
};

const judge = (
  element: Element,
  distance: number,
  within: Element,
  context: CoerceContext,
): Candidate | null => {
  const text = withoutTerms(priceText(element));
  if (text.length > MAX_TEXT || !PRICED.test(text) || RANGE.test(text)) return null;
  const value = parsePrice(text, context);
  if (value === null || value <= 0) return null;
  const around = lookAround(element, within);
  if (!around) return null;
  const own = NOT_ASKED.test(text) || PER_UNIT.test(text);
  const beside = withoutTerms(contextOf(element));
  const prices = beside.match(new RegExp(PRICED, "gu"))?.length ?? 0;
  // What is said beside two prices may be about the other one.
  const said = prices <= 1 ? beside : "";
  const rating =
    around.rating - (own || NOT_ASKED.test(said) || PER_UNIT.test(said) ? 5 : 0) - Math.min(6, distance / 60);
  return {
    value,
    text,
    isOld:
      around.isOld ||
      OLD.test(text) ||
      (OLD.test(said) && !/now|jetzt|ahora|maintenant|ora\b|current/i.test(said)),
    rating,
    path: `${element.name}.${element.attribs.class ?? ""}`,
  };
};

/** Elements with text of their own in which a number stands, and how far they are from the page's heading. */
const listPriced = (top: Element): { element: Element; distance: number }[] => {
  const found: { element: Element; order: number }[] = [];
  let order = 0;
  let heading = 0;
  const visit = (element: Element): void => {
    if (["script", "style", "template", "noscript", "svg", "option"].includes(element.name)) return;
    order++;
    if (element.name === "h1" && heading === 0) heading = order;
    if (element.children.some((child) => isText(child) && /\d/.test(child.data)))
      found.push({ element, order });
    for (const child of element.children) if (isTag(child)) visit(child);
  };
  visit(top);
  return found.map(({ element, order: at }) => ({
    element,
    distance: at >= heading ? at - heading : (heading - at) * 2,
  }));
};

const MAX_WIDER = 3;
/** The smallest element around a number that has its currency too. */
const widen = (element: Element, within: Element): Element | null => {
  let at: Element | null = element;
  for (let step = 0; at && step < MAX_WIDER; step++) {
    const whole = textOf(at);
    const text = whole.length > MAX_TERMS ? whole : withoutTerms(whole);
    if (text.length > MAX_TEXT) return null;
    if (PRICED.test(text)) {
      const parent: Element | null = at !== within && at.parent && isTag(at.parent) ? at.parent : null;
      const hasCents = parent?.children.some(
        (child) =>
          isTag(child) && child !== at && (child.name === "sup" || CENTS.test(child.attribs.class ?? "")),
      );
      return hasCents && parent ? parent : at;
    }
    at = at !== within && at.parent && isTag(at.parent) ? at.parent : null;
  }
  return null;
};

const MAX_CANDIDATES = 150;
const FLOOR = -3.5;

const NOTHING: ReadonlySet<unknown> = new Set();
const holdsAny = (element: Element, others: ReadonlySet<unknown>): boolean =>
  others.size > 0 && findOne((inner) => others.has(inner), element.children) !== null;

/**
 * Price, price before, and currency of the product that a page, or a record of a list, is about;
 * `others` are records of other things.
 */
export const readPrices = (
  top: Element,
  context: CoerceContext,
  others: ReadonlySet<unknown> = NOTHING,
): Fact[] => {
  const seen = new Set<Element>();
  const candidates = listPriced(top)
    .flatMap(({ element, distance }) => {
      const whole = widen(element, top);
      if (
        !whole ||
        seen.has(whole) ||
        seen.size >= MAX_CANDIDATES ||
        isWithin(whole, others) ||
        holdsAny(whole, others)
      )
        return [];
      seen.add(whole);
      const candidate = judge(whole, distance, top, context);
      return candidate ? [candidate] : [];
    })
    .sort((left, right) => right.rating - left.rating);
  const price = candidates.find(({ isOld }) => !isOld);
  if (!price || price.rating < FLOOR) return [];
  const old = candidates.find(
    ({ isOld, value, rating }) => isOld && value > price.value && rating >= price.rating - 3,
  );
  // A rival as likely as the chosen one makes it less sure.
  const rivals = candidates.filter(
    ({ isOld, rating, value }) => !isOld && value !== price.value && rating > price.rating - 0.3,
  ).length;
  const factor = price.rating < -1 || rivals > 1 ? 0.75 : rivals === 1 ? 0.9 : 1;
  return [
    makeFact("content", "price", [price.value], { factor, path: price.path }),
    makeFact("content", "currency", [price.text], { factor, path: price.path }),
    ...(old ? [makeFact("content", "originalPrice", [old.value], { factor: 0.95, path: old.path })] : []),
  ];
};
