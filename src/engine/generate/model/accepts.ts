/** Which elements of a page may hold a value: what is right by chance today is wrong tomorrow. */
import { type Element, isTag } from "domhandler";
import type { OutputType } from "../../../contract/outputSchema.ts";
import { textOf } from "../../extract/extract.ts";
import { outward } from "../../extract/page/tree.ts";
import { conceptOf } from "../../extract/vocabulary/concepts.ts";

const HAS_CURRENCY = /\p{Sc}|\b(?:EUR|USD|GBP|CHF|kr|zł)\b/u;
const MIN_TEXT = 3;
/** A number that stands in more text than this was not written for its own sake. */
const MAX_NUMBER_TEXT = 120;
const MAX_STOCK_TEXT = 80;
const WHOLE_PAGE = /^(?:html|body|main)$/;
const STRUCK = /^(?:s|del|strike)$/;
const STRUCK_NAMES =
  /(?:^|[\s_-])(?:old|was|strike\w*|crossed|compare|msrp|rrp|uvp)(?:[\s_-]|$)|(?:list|regular|original)[_-]price/i;
const HEADING = /^h[1-6]$/;
/** Cells are named by their column. */
const CELL = /^(?:td|th|dd)$/;

const namesOf = (element: Element): string =>
  outward(element)
    .slice(0, 2)
    .flatMap(({ attribs }) => [attribs.class, attribs.id, attribs.itemprop, attribs["data-testid"]])
    .join(" ")
    .toLowerCase();

const isStruck = (element: Element): boolean =>
  outward(element)
    .slice(0, 4)
    .some(
      ({ name, attribs }, depth) =>
        STRUCK.test(name) || (depth < 2 && STRUCK_NAMES.test(attribs.class ?? "")),
    );

/** What no element of the kind may hold, in a record or on a page. */
export const isRefused = (name: string, type: OutputType, element: Element): boolean => {
  if (WHOLE_PAGE.test(element.name) && conceptOf(name) !== "content") return true;
  const concept = conceptOf(name);
  if (concept === "price" && isStruck(element)) return true;
  const isNumber = type === "price" || type === "number" || type === "integer";
  return isNumber && concept !== null && HEADING.test(element.name) && concept !== "price";
};

const wordsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 2);

/** A short value stands in many places by chance: what holds it must say what it is. */
export const accepts = (name: string, value: unknown, element: Element): boolean => {
  const isNamed = (): boolean => wordsOf(name).some((word) => namesOf(element).includes(word));
  if (typeof value === "number") {
    const text = textOf(element);
    return (HAS_CURRENCY.test(text) && text.length <= MAX_NUMBER_TEXT) || isNamed();
  }
  if (typeof value === "boolean") {
    const text = textOf(element);
    return (
      /stock|avail|verfügbar|lieferbar/i.test(`${namesOf(element)} ${text}`) && text.length < MAX_STOCK_TEXT
    );
  }
  return typeof value !== "string" || value.length >= MIN_TEXT || isNamed();
};

/** What ratings and the like are known by beside their name. */
const HINTS: Readonly<Record<string, RegExp>> = {
  rating: /rating|star|score|bewertung|valora|note/i,
  reviewCount: /review|rating|vote|bewertung|avis|opini|count/i,
};

/** In a record, whose cells and labels say what they hold, only what is typed is asked to say so. */
export const acceptsInRecord = (name: string, type: OutputType, element: Element): boolean => {
  if (isRefused(name, type, element)) return false;
  const hint = HINTS[conceptOf(name) ?? ""];
  if (!hint || CELL.test(element.name)) return true;
  const { attribs, parent } = element;
  const said = [
    namesOf(element),
    attribs["aria-label"],
    attribs.title,
    attribs["data-rating"] && "rating",
    textOf(element),
  ];
  const above = parent && isTag(parent) ? namesOf(parent) : "";
  return hint.test(`${said.join(" ")} ${above}`) || /[★☆⭐]/u.test(textOf(element));
};
