/** Prices as they stand in elements, with the cents in one of their own. */
import { type AnyNode, type Element, isTag, isText } from "domhandler";
import { foldDigits } from "../values/numbers.ts";
import { PRICED, SIGN } from "../values/prices.ts";
import { normaliseSpace } from "../values/text.ts";
import { INLINE, textOf } from "./text.ts";

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
/** What may stand before digits that the next element continues with: "1", "$1", "12.345". */
const AMOUNT_ONLY = /^\P{L}?\s*\d{1,3}(?:[.,'’ ]\d{3})*$/u;

/** Cents behind an amount: of "1.299" and "99" the separator is a comma. */
const addCents = (text: string, cents: string): string => {
  const [, amount = ""] = /([\d.,]*)\s*$/.exec(text) ?? [];
  return `${text.trimEnd()}${amount.includes(".") ? "," : "."}${cents}`;
};

/** What goes between the texts of two elements that touch, or that only blanks part. */
const borderOf = (text: string, last: string, next: string): string => {
  if (/^\s*\p{Nd}/u.test(next) && /\p{Nd}$/u.test(endOf(text.trimEnd()))) {
    // Counters that roll have an element for each digit.
    if (/^\p{Nd}$/u.test(last) && /^\p{Nd}$/u.test(next)) return "";
    return AMOUNT_ONLY.test(last) && THREE_DIGITS.test(next) ? " " : APART;
  }
  return /^[\p{L}\p{Sc}]/u.test(next) && /[\p{L}\p{Nd}]$/u.test(endOf(text)) ? " " : "";
};
/** The last character, however it is coded: a pattern that looks for an end tries all of a text. */
const endOf = (text: string): string => text.slice(-2);

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
      text += edge || (HIDDEN_TEXT.test(node.attribs.class ?? "") && /[\d.,]$/.test(text) ? " " : "");
      for (const child of node.children) visit(child);
      text += edge;
    }
  };
  visit(element);
  return normaliseSpace(text);
};
