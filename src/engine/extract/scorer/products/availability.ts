/** Whether the page's product is in stock: by class names, short lines, and the buy button. */
import { type Element, isTag } from "domhandler";
import { findAll, findOne } from "domutils";
import { isAction } from "../../page/references.ts";
import { shortText } from "../../page/shortText.ts";
import { type Fact, makeFact, type Origin, placeOf } from "../../sources/facts.ts";
import { BUYS, isAvailable, isPromised, parseStock, REFUSES, type Stock } from "../../values/stock.ts";
import { normaliseSpace } from "../../values/text.ts";
import words from "../../vocabulary/stock.json" with { type: "json" };
import { holdsHeading } from "./aside.ts";
import { findSaid, listCalled, listShort, namesOf, type Shown } from "./said.ts";

const STOCKED = new RegExp(words.classes.join("|"), "i");
const MAX_STATUS = 80;
const MAX_LABEL = 60;

const buttonText = (button: Element): string =>
  normaliseSpace(
    shortText(button, MAX_STATUS) ||
      (button.attribs.value ?? button.attribs["aria-label"] ?? button.attribs.title ?? ""),
  );
const NOT_SOLD: ReadonlySet<string | null> = new Set(["OutOfStock", "PreOrder", "BackOrder", "Discontinued"]);
const refusalOf = (text: string): Stock | null => {
  const stock = REFUSES.test(text) ? "OutOfStock" : parseStock(text);
  return NOT_SOLD.has(stock) ? stock : null;
};

/** Classes by which shop systems mark availability; WooCommerce writes the first three. */
const CLASSES: readonly (readonly [Stock, RegExp])[] = [
  ["InStock", /(?:^|\s)in-?stock(?:\s|$)/i],
  ["OutOfStock", /(?:^|\s)(?:is-)?(?:out-?of-?stock|sold-?out)(?:\s|$)/i],
  ["BackOrder", /(?:^|\s)on-?backorder(?:\s|$)/i],
];
const classStock = ({ class: names = "" }: Element["attribs"]): Stock | null =>
  CLASSES.find(([, pattern]) => pattern.test(names))?.[0] ?? null;

/** Availability in a line. Variants can have a line each: the product is in stock if one of them is. */
const stockAmong = (text: string, { name, parent }: Element): Stock | null => {
  const stock = parseStock(text);
  const choices = stock === "OutOfStock" && parent ? parent.children.filter(isTag) : [];
  const isHad = choices.some(
    (other) => other.name === name && isAvailable(shortText(other, MAX_STATUS) ?? "") === true,
  );
  return isHad ? "InStock" : stock;
};

const BUTTON = placeOf("button");

/** Facts about availability; none if the page does not mention it. */
export const readAvailability = (shown: Shown): Fact[] => {
  const note = (stock: Stock, factor: number, origin: Origin): Fact[] => [
    makeFact("content", "availability", [stock], { factor, origin }),
  ];
  const called = listCalled(
    shown,
    (element) => STOCKED.test(namesOf(element)),
    (element) => shortText(element, MAX_STATUS),
  );
  const status = findSaid(shown, called, parseStock);
  if (status) return note(status.value, 1, status.origin);
  const product = findOne(
    (element) => classStock(element.attribs) !== null && holdsHeading(element),
    shown.top.children,
  );
  if (product) return note(classStock(product.attribs) as Stock, 0.9, placeOf(`.${product.attribs.class}`));
  const buttons = findAll(isAction, shown.top.children)
    .map((element) => ({ text: buttonText(element), element, origin: BUTTON }))
    .filter(({ text }) => text.length <= MAX_LABEL);
  const refused = findSaid(shown, buttons, refusalOf);
  const buys = findSaid(shown, buttons, (text) =>
    BUYS.test(text) && refusalOf(text) === null ? text : null,
  );
  if (refused && !buys) return note(refused.value, 0.95, BUTTON);
  const short = listShort(shown, MAX_STATUS).filter(({ text }) => !/[?？؟]$/.test(text));
  const line = findSaid(shown, short, stockAmong);
  // "Sold out" in a line beside a buy button refers to a variant or to another product.
  if (line && !(buys && line.value === "OutOfStock")) return note(line.value, 0.85, line.origin);
  if (buys) return note("InStock", 0.75, BUTTON);
  const promise = findSaid(shown, short, (text) => (isPromised(text) ? text : null));
  return promise ? note("InStock", 0.6, promise.origin) : [];
};
