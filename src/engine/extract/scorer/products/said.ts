/** Short texts of a product page: elements with matching class names, and lines. */
import type { Element } from "domhandler";
import { findAll } from "domutils";
import type { Line } from "../../page/lines.ts";
import { labelOf, type Origin, placeOf } from "../../sources/facts.ts";
import { isAside, isHidden } from "./aside.ts";

/** A product page with the data its readers share. */
export interface Shown {
  readonly top: Element;
  readonly lines: readonly Line[];
  /** Records of other things. */
  readonly others: ReadonlySet<unknown>;
}

/** A text with its position. */
export interface Said {
  readonly text: string;
  readonly element: Element;
  readonly origin: Origin;
}

const MAX_CALLED = 2_000;
const UNREAD: ReadonlySet<string> = new Set("body form script style link input option select".split(" "));

/** Class, id and test id of an element. */
export const namesOf = ({ attribs }: Element): string =>
  `${attribs.class ?? ""} ${attribs.id ?? ""} ${attribs["data-testid"] ?? ""}`;

/** The texts of elements that match `isCalled`. */
export const listCalled = (
  { top }: Shown,
  isCalled: (element: Element) => boolean,
  textOf: (element: Element) => string | null,
): Said[] =>
  findAll((element) => !UNREAD.has(element.name) && isCalled(element), top.children)
    .slice(0, MAX_CALLED)
    .map((element) => ({
      text: textOf(element) ?? "",
      element,
      origin: placeOf(`.${element.attribs.class ?? element.attribs.id ?? element.name}`),
    }));

/** Lines of at most `max` characters. */
export const listShort = ({ lines }: Shown, max: number): Said[] =>
  lines
    .filter(({ text }) => text.length <= max)
    .map(({ text, element }) => ({ text, element, origin: labelOf("line", text.slice(0, 40)) }));

/** The first non-null reading of a text that is visible and about the page's product. */
export const findSaid = <Told>(
  { others }: Shown,
  all: readonly Said[],
  read: (text: string, element: Element) => Told | null,
): { readonly value: Told; readonly element: Element; readonly origin: Origin } | null => {
  for (const { text, element, origin } of all) {
    const value = text === "" ? null : read(text, element);
    if (value !== null && !isAside(element, others) && !isHidden(element)) return { value, element, origin };
  }
  return null;
};
