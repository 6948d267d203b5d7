/** Whether the product of a page can be had: by what is called stock, by short lines, by the button that sells. */
import type { Element } from "domhandler";
import { findAll } from "domutils";
import type { Line } from "../../page/lines.ts";
import { shortText } from "../../page/shortText.ts";
import { type Fact, makeFact } from "../../sources/facts.ts";
import { BUYS, isPromised, parseStock, REFUSES } from "../../values/stock.ts";
import { normaliseSpace } from "../../values/text.ts";
import { isAside, isHidden } from "./aside.ts";

const STOCKED =
  /stock|availab|inventory|verf(?:ue|ü)gbar|liefer(?:bar|zeit|status)|disponib|dispo(?:[\s_-]|$)|lager|voorraad|beschikbaar|skladem|dostupn|estoque|existencias|saatavuus|tilgjengelig|nalichie|zaiko/i;
const MAX_STATUS = 80;
const MAX_LABEL = 60;
const MAX_LOOKED = 2_000;

const isButton = ({ name, attribs }: Element): boolean =>
  name === "button" ||
  (name === "input" && /^(?:submit|button|image)$/i.test(attribs.type ?? "")) ||
  attribs.role === "button" ||
  (name === "a" && /btn|button|cart|buy/i.test(attribs.class ?? ""));
const buttonText = (button: Element): string =>
  normaliseSpace(
    shortText(button, MAX_STATUS) ||
      (button.attribs.value ?? button.attribs["aria-label"] ?? button.attribs.title ?? ""),
  );
const isDisabled = ({ attribs }: Element): boolean =>
  attribs.disabled !== undefined ||
  attribs["aria-disabled"] === "true" ||
  /(?:^|\s)(?:sold-?out|out-?of-?stock|is-sold-out)(?:\s|$)/i.test(attribs.class ?? "");

interface Button {
  readonly element: Element;
  readonly text: string;
}

const listButtons = (top: Element, others: ReadonlySet<unknown>): Button[] =>
  findAll(isButton, top.children)
    .map((element) => ({ element, text: buttonText(element) }))
    .filter(
      ({ text }) => text !== "" && text.length <= MAX_LABEL && (BUYS.test(text) || refusalOf(text) !== null),
    )
    .slice(0, MAX_LOOKED)
    .filter(({ element }) => !isAside(element, others) && !isHidden(element));

const NOT_SOLD: ReadonlySet<string | null> = new Set(["OutOfStock", "PreOrder", "BackOrder", "Discontinued"]);
const refusalOf = (text: string): string | null => {
  const stock = REFUSES.test(text) ? "OutOfStock" : parseStock(text);
  return NOT_SOLD.has(stock) ? stock : null;
};

/** The words that some element called after stock has. */
const readStatus = (top: Element, others: ReadonlySet<unknown>): { stock: string; path: string } | null => {
  const called = findAll(
    ({ name, attribs }) =>
      !UNREAD.has(name) &&
      STOCKED.test(`${attribs.class ?? ""} ${attribs.id ?? ""} ${attribs["data-testid"] ?? ""}`),
    top.children,
  ).slice(0, MAX_LOOKED);
  for (const element of called) {
    const text = shortText(element, MAX_STATUS);
    const stock = text === null || text === "" ? null : parseStock(text);
    if (stock !== null && !isAside(element, others) && !isHidden(element))
      return { stock, path: `.${element.attribs.class ?? element.attribs.id}` };
  }
  return null;
};
const UNREAD: ReadonlySet<string> = new Set("body form script style link input option select".split(" "));

/** Facts of stock; none where the page says nothing of it. */
export const readAvailability = (
  top: Element,
  lines: readonly Line[],
  others: ReadonlySet<unknown>,
): Fact[] => {
  const note = (stock: string, factor: number, path: string): Fact[] => [
    makeFact("content", "availability", [stock], { factor, path }),
  ];
  const status = readStatus(top, others);
  if (status) return note(status.stock, 1, status.path);
  const buttons = listButtons(top, others);
  const refused = buttons.find(({ text }) => refusalOf(text) !== null);
  const buys = buttons.find(({ text }) => BUYS.test(text) && refusalOf(text) === null);
  const short = lines.filter(({ text }) => text.length <= MAX_STATUS && !/[?？؟]$/.test(text));
  const line = short.find(
    ({ text, element }) => parseStock(text) !== null && !isAside(element, others) && !isHidden(element),
  );
  const said = line ? parseStock(line.text) : null;
  if (refused && !buys) return note(refusalOf(refused.text) ?? "", 0.95, "button");
  const able = buys && !isDisabled(buys.element);
  // "Sold out" in some line, beside a button that sells: a variant is, or another thing.
  if (able && said === "OutOfStock") return note("InStock", 0.7, "button");
  if (line && said) return note(said, 0.85, `line "${line.text.slice(0, 40)}"`);
  // Shops disable the button until a size is chosen.
  if (buys) return note(able || asksChoice(top) ? "InStock" : "OutOfStock", able ? 0.8 : 0.6, "button");
  const promise = short.find(({ text, element }) => isPromised(text) && !isAside(element, others));
  return promise ? note("InStock", 0.6, `line "${promise.text.slice(0, 40)}"`) : [];
};

/** Whether something is to be chosen before it can be bought. */
const asksChoice = (top: Element): boolean =>
  findAll(
    ({ name, attribs }) =>
      (name === "select" || name === "form" || name === "fieldset") &&
      /variation|variant|swatch|option|size|attribute/i.test(
        `${attribs.class ?? ""} ${attribs.name ?? ""} ${attribs.id ?? ""}`,
      ),
    top.children,
  ).length > 0;
