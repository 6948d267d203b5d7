/** Prices as they stand in elements: with cents apart, beside another, from one to another. */
import { type AnyNode, type Element, isTag, isText } from "domhandler";
import type { CoerceContext } from "../../coerce.ts";
import { CURRENCY_LETTERS, foldDigits, parsePrice } from "../../numbers.ts";
import { INLINE, normaliseSpace, textOf } from "../../text.ts";
import { NOT_ASKED, OLD, WITHOUT_TAX } from "./priceWords.ts";

/** The rand's letter is one of many names: only before an amount with cents. */
const RAND = "R(?=\\s?\\d{1,3}(?:[ ,]\\d{3})*[.,]\\d{2}(?!\\d))";
const SIGN = `(?:\\p{Sc}|(?<!\\p{L})(?:${CURRENCY_LETTERS}|${RAND})(?!\\p{L}))`;
/** An amount with its currency, or with the dash that stands for no cents. */
export const PRICED = new RegExp(
  `${SIGN}\\.?\\s?\\p{Nd}|\\p{Nd}(?:[.,]?[-–—]+)?\\s?${SIGN}|\\d(?:[.,][-–—]{1,2}|:-)(?!\\p{Nd})`,
  "u",
);
const ALL_PRICED = new RegExp(PRICED, "gu");
export const countPrices = (text: string): number => text.match(ALL_PRICED)?.length ?? 0;

const HIDDEN_TEXT = /offscreen|sr-only|visually-?hidden|screen-?reader/i;
const CENTS = /cents?|fraction|decimal|minor|pence/i;
export const isCents = ({ name, attribs }: Element): boolean =>
  name === "sup" || CENTS.test(attribs.class ?? "");

const STRUCK: ReadonlySet<string> = new Set(["del", "s", "strike"]);
export const isStruck = ({ name, attribs }: Element): boolean =>
  STRUCK.has(name) || /text-decoration[^;]*line-through/i.test(attribs.style ?? "");
const UNSEEN: ReadonlySet<string> = new Set(["script", "style", "template", "option"]);

/** What stands in an element itself, not in those within it. */
const ownText = ({ children }: Element): string =>
  children.map((node) => (isText(node) ? node.data : " ")).join("");

/** Where one element's digits end and another's begin. */
const APART = " · ";
const THREE_DIGITS = /^\s*\d{3}(?!\d)/;
/** What may stand before digits that the next element goes on with: "1", "$1", "12.345". */
const AMOUNT_ONLY = /^\P{L}?\s*\d{1,3}(?:[.,'’ ]\d{3})*$/u;

/** Cents behind an amount: of "1.299" and "99" the separator is a comma. */
const addCents = (text: string, cents: string): string => {
  const [, amount = ""] = /([\d.,]*)\s*$/.exec(text) ?? [];
  return `${text.trimEnd()}${amount.includes(".") ? "," : "."}${cents}`;
};

/** What goes between the texts of two elements that touch, or that only blanks part. */
const borderOf = (text: string, last: string, next: string): string => {
  if (/\p{Nd}\s*$/u.test(text) && /^\s*\p{Nd}/u.test(next)) {
    // Counters that roll have an element for each digit.
    if (/^\p{Nd}$/u.test(last) && /^\p{Nd}$/u.test(next)) return "";
    return AMOUNT_ONLY.test(last) && THREE_DIGITS.test(next) ? " " : APART;
  }
  return /[\p{L}\p{Nd}]$/u.test(text) && /^[\p{L}\p{Sc}]/u.test(next) ? " " : "";
};

/** "$", "148" and "02": two digits alone, with nothing but an amount and a currency beside them. */
const isUnnamedCents = (text: string, last: string, own: string, whole: string): boolean =>
  /^\d{2}$/.test(own) &&
  /^\d{1,3}(?:[.,'’ ]?\d{3})*$/.test(last) &&
  (BARE_AMOUNT.test(text) || (text.trim() === last && SIGN_LAST.test(whole)));
const SIGN_LAST = new RegExp(`^[\\d.,'’ ]+${SIGN}\\.?$`, "u");
const BARE_AMOUNT = new RegExp(`(?:^|[^\\p{L}\\p{Nd}])${SIGN}\\.?\\s*\\d[\\d.,'’\\s]*$`, "u");

/**
 * The text of a price whose cents stand in an element of their own: "$19" and "99" are 19.99. Of an element that
 * has a price and holds others, "$96 <s>$120</s>", it is the price that the element has itself.
 */
export const priceText = (element: Element): string => {
  const hasOwn = PRICED.test(ownText(element));
  const whole = foldDigits(textOf(element));
  let text = "";
  let last = "";
  const visit = (node: AnyNode): void => {
    if (isText(node)) {
      const piece = foldDigits(node.data);
      if (piece.trim() !== "") {
        text += borderOf(text, last, piece);
        last = piece.trim();
      }
      text += piece;
    } else if (isTag(node) && !UNSEEN.has(node.name)) {
      const own = textOf(node);
      if (hasOwn && node.parent === element && PRICED.test(own)) return;
      const isNamed = isCents(node) && /^\d{2}\D{0,4}$/.test(own) && /\d\s*$/.test(text);
      if (isNamed || isUnnamedCents(text, last, own, whole)) {
        text = addCents(text, own);
        last = own;
        return;
      }
      const edge = INLINE.has(node.name) ? "" : " ";
      text += edge;
      if (/[\d.,]$/.test(text) && HIDDEN_TEXT.test(node.attribs.class ?? "")) text += " ";
      for (const child of node.children) visit(child);
      text += edge;
    }
  };
  visit(element);
  return normaliseSpace(text);
};

export interface PriceRange {
  readonly low: number;
  readonly high: number;
  readonly text: string;
}

const AMOUNT = "\\d[\\d.,'’ ]*(?:[-–—](?=\\s|$))?";
const PRICE = `(?:${SIGN}\\.?\\s?${AMOUNT}|${AMOUNT}\\s?${SIGN}\\.?|${AMOUNT})`;
const TO = "(?:[-–—~～]|to|through|until|bis|à|hasta|a|e|till?|tot|do|до|και|şu)";
const RANGE = new RegExp(`(${PRICE})\\s*(?<!\\p{L})${TO}(?!\\p{L})\\s*(${PRICE})`, "u");
const ALL_PRICES = new RegExp(`${SIGN}\\.?\\s?${AMOUNT}|${AMOUNT}\\s?${SIGN}`, "gu");

/** "£45.00 – £95.00": the least and the most that something costs; null where a text says anything else of money. */
export const parseRange = (text: string, context: CoerceContext): PriceRange | null => {
  const folded = foldDigits(text);
  const found = RANGE.exec(folded);
  if (!found || !PRICED.test(found[0]) || NOT_ASKED.test(folded) || /\d\s*%/.test(folded)) return null;
  const [low, high] = [found[1], found[2]].map((end) => parsePrice(end?.trim() ?? "", context));
  if (low === null || high === null || low === undefined || high === undefined || low <= 0 || low >= high)
    return null;
  const others = (folded.match(ALL_PRICES) ?? []).map((price) => parsePrice(price, context));
  return others.every((value) => value === low || value === high)
    ? { low, high, text: normaliseSpace(found[0]) }
    : null;
};

const NET = new RegExp(
  `(?:${SIGN}\\.?\\s?${AMOUNT}|${AMOUNT}\\s?${SIGN})\\s*[(（]?\\s*(?:${WITHOUT_TAX.source})\\s*[)）]?`,
  "giu",
);
/** "£12.00 ex VAT £14.40 inc VAT" without the price before taxes, where another is left. */
export const withoutNet = (text: string): string => {
  const rest = text.replace(NET, " ").trim();
  return PRICED.test(rest) ? rest : text;
};

export interface Sale {
  readonly now: number;
  readonly before: number;
}

/** "Was £50.00 Now £35.00": two prices, of which the words before one say that it is old. */
export const parseSale = (text: string, context: CoerceContext): Sale | null => {
  const folded = foldDigits(text);
  const prices = [...folded.matchAll(ALL_PRICES)];
  const [first, second] = prices;
  if (!first || !second || prices.length > 2 || NOT_ASKED.test(folded)) return null;
  const lead = folded.slice(0, first.index);
  const between = folded.slice(first.index + first[0].length, second.index);
  if (OLD.test(lead) === OLD.test(between)) return null;
  const [left, right] = [parsePrice(first[0], context), parsePrice(second[0], context)];
  if (left === null || right === null) return null;
  const [now, before] = OLD.test(lead) ? [right, left] : [left, right];
  return now > 0 && now < before ? { now, before } : null;
};
