/** Finds the buttons with which a list grows, which only a browser can press. */

import { type AnyNode, type Element, isTag, isText } from "domhandler";
import { findAll } from "domutils";
import { isHidden, outward, type PageDocument } from "../extract/extract.ts";
import { labelOf, normalise } from "./pager.ts";
import { MORE_WORDS } from "./pagerWords.ts";
import type { Yield } from "./scope.ts";

interface MoreButton {
  readonly element: Element;
  /** Its text, or the attribute that takes its place. */
  readonly label: string;
}

/** Whether pressing an element runs a script. A link with an address, or the button of a GET form, only leads to another page. */
const isPressed = (element: Element): boolean => {
  const { name, attribs } = element;
  if (name === "a") return /^(?:$|#|javascript:)/i.test(attribs.href?.trim() ?? "");
  const type = attribs.type ?? (name === "button" ? "submit" : "");
  const isInput = name === "input" && /^(?:submit|button)$/i.test(type);
  if (name !== "button" && !isInput) return attribs.role === "button";
  const form = /^submit$/i.test(type) ? outward(element).find((each) => each.name === "form") : undefined;
  return form === undefined || /^post$/i.test(form.attribs.method ?? "");
};

const isOff = (element: Element): boolean =>
  element.attribs.disabled !== undefined ||
  element.attribs["aria-disabled"] === "true" ||
  isHidden(element) ||
  outward(element).some(({ name }) => name === "template" || name === "noscript");

/** The page's "load more" buttons. */
export const moreButtons = ({ root }: PageDocument): MoreButton[] =>
  findAll(isPressed, root.children)
    .map((element) => ({ element, label: labelOf(element) }))
    .filter(({ element, label }) => MORE_WORDS.includes(normalise(label)) && !isOff(element));

/** Parts of a page that belong to no list that begins outside of them, and what nobody reads. */
const APART: ReadonlySet<string> = new Set(
  "nav footer aside dialog form script style template noscript".split(" "),
);
const HEADING = /^h[1-6]$/;
/** Max letters between a list and its button, such as a count of the records. */
const MAX_BETWEEN = 200;

/** The next node in page order that is not within this one. */
const after = (node: AnyNode | null): AnyNode | null => node && (node.next ?? after(node.parent));

/** Whether an element comes after a record with no heading, and little text, in between. */
const follows = (element: Element, record: AnyNode): boolean => {
  let letters = 0;
  let node = after(record);
  while (node && node !== element && letters <= MAX_BETWEEN) {
    if (isText(node)) letters += node.data.trim().length;
    if (isTag(node) && HEADING.test(node.name)) return false;
    node = (isTag(node) && !APART.has(node.name) ? node.children[0] : null) ?? after(node);
  }
  return node === element;
};

/** Whether a button belongs to the list that a page's records were read from. */
export const isOfList = ({ element }: MoreButton, yields: readonly Yield[]): boolean => {
  const records = yields.flatMap((each) => each.element ?? []);
  if (records.length > 0) return records.some((record) => follows(element, record));
  // What was read without selectors has no elements; one record alone is no list.
  return yields.length !== 1 && !outward(element).some(({ name }) => APART.has(name));
};
