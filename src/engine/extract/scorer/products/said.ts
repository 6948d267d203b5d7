/** What a product's page says in short: in elements that are called after a thing, and in lines. */
import type { Element } from "domhandler";
import { findAll } from "domutils";
import type { Line } from "../../page/lines.ts";
import { isAside, isHidden } from "./aside.ts";

/** A product's page as its readers look at it. */
export interface Shown {
  readonly top: Element;
  readonly lines: readonly Line[];
  /** Records of other things. */
  readonly others: ReadonlySet<unknown>;
}

/** A candidate: a text with where it stands. */
export interface Said {
  readonly text: string;
  readonly element: Element;
  readonly path: string;
}

const MAX_CALLED = 2_000;
const UNREAD: ReadonlySet<string> = new Set("body form script style link input option select".split(" "));

/** What an element is called by those who built the page. */
export const namesOf = ({ attribs }: Element): string =>
  `${attribs.class ?? ""} ${attribs.id ?? ""} ${attribs["data-testid"] ?? ""}`;

/** The texts of elements that are called so. */
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
      path: `.${element.attribs.class ?? element.attribs.id ?? element.name}`,
    }));

/** The lines of at most so many characters. */
export const listShort = ({ lines }: Shown, max: number): Said[] =>
  lines
    .filter(({ text }) => text.length <= max)
    .map(({ text, element }) => ({ text, element, path: `line "${text.slice(0, 40)}"` }));

/** What the first of them tells that is shown and stands beside nothing. */
export const findSaid = <Told>(
  { others }: Shown,
  all: readonly Said[],
  read: (text: string, element: Element) => Told | null,
): { readonly told: Told; readonly element: Element; readonly path: string } | null => {
  for (const { text, element, path } of all) {
    const told = text === "" ? null : read(text, element);
    if (told !== null && !isAside(element, others) && !isHidden(element)) return { told, element, path };
  }
  return null;
};
