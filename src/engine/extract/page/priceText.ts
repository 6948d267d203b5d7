/** Price text of elements, including cents in a separate element. */
import { type AnyNode, type Element, isTag, isText } from "domhandler";
import { SIGN } from "../values/currency.ts";
import { foldDigits } from "../values/digits.ts";
import { PRICED } from "../values/prices.ts";
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

/** Text directly in an element, without its descendants. */
const ownText = ({ children }: Element): string =>
  children.map((node) => (isText(node) ? node.data : " ")).join("");

/** Separates one element's digits from the next one's. */
const APART = " · ";
const THREE_DIGITS = /^\s*\d{3}(?!\d)/;
/** An amount that the next element's digits can continue: "1", "$1", "12.345". */
const AMOUNT_ONLY = /^\P{L}?\s*\d{1,3}(?:[.,'’ ]\d{3})*$/u;

/** Appends cents to an amount. After "1.299", the separator for "99" is a comma. */
const addCents = (text: string, cents: string): string => {
  const [, amount = ""] = /([\d.,]*)\s*$/.exec(text) ?? [];
  return `${text.trimEnd()}${amount.includes(".") ? "," : "."}${cents}`;
};

/** The separator between the texts of two adjacent elements. */
const borderOf = (text: string, last: string, next: string): string => {
  if (/^\s*\p{Nd}/u.test(next) && /\p{Nd}$/u.test(endOf(text.trimEnd()))) {
    // Rolling counters have one element per digit.
    if (/^\p{Nd}$/u.test(last) && /^\p{Nd}$/u.test(next)) return "";
    return AMOUNT_ONLY.test(last) && THREE_DIGITS.test(next) ? " " : APART;
  }
  return /^[\p{L}\p{Sc}]/u.test(next) && /[\p{L}\p{Nd}]$/u.test(endOf(text)) ? " " : "";
};
/** The last character, even of two code units; a regex for the end of a long text scans all of it. */
const endOf = (text: string): string => text.slice(-2);

/** "$", "148" and "02": two digits alone, next to nothing but an amount and a currency. */
const isUnnamedCents = (text: string, last: string, own: string, whole: string): boolean =>
  /^\d{2}$/.test(own) &&
  /^\d{1,3}(?:[.,'’ ]?\d{3})*$/.test(last) &&
  (BARE_AMOUNT.test(text) || (text.trim() === last && SIGN_LAST.test(whole)));
const SIGN_LAST = new RegExp(`^[\\d.,'’ ]+${SIGN}\\.?$`, "u");
const BARE_AMOUNT = new RegExp(`(?:^|[^\\p{L}\\p{Nd}])${SIGN}\\.?\\s*\\d[\\d.,'’\\s]*$`, "u");

/**
 * The text of a price, with cents from a separate element: "$19" and "99" are 19.99. If an element has its own
 * price and contains others, as in "$96 <s>$120</s>", returns its own.
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
