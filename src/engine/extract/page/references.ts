/** Labels that point at their values, or are pointed at: `for`, `headers`, `aria-labelledby`, `aria-describedby`. */

import { type AnyNode, type Element, isTag } from "domhandler";
import { findAll } from "domutils";
import { holds } from "./tree.ts";

/** Attributes that name the label of their element, the most specific first. */
const POINTERS = ["headers", "aria-labelledby", "aria-describedby"] as const;
const MAX_REFERENCES = 2_000;

/** One label with the element that has its value. */
export interface Reference {
  readonly label: Element;
  readonly value: Element;
}

const LABELS: ReadonlySet<string> = new Set(["th", "dt", "label"]);
/** Elements that are labels by their tag, and so never values. */
export const isLabelTag = ({ name }: Element): boolean => LABELS.has(name);

const PRESSED: ReadonlySet<string> = new Set(["button", "submit", "reset", "image"]);
/** Whether a node is a button: its words say what it does. */
export const isButton = (node: AnyNode): boolean =>
  isTag(node) &&
  (node.name === "button" ||
    node.attribs.role === "button" ||
    (node.name === "input" && PRESSED.has(node.attribs.type ?? "")));

/** Whether an element is a button, or a link that looks like one. */
export const isAction = (element: Element): boolean =>
  isButton(element) || (element.name === "a" && /btn|button|cart|buy/i.test(element.attribs.class ?? ""));

/** Boxes that point at a heading or at the button that opens them: sections, menus. */
const BOXES: ReadonlySet<string> = new Set(
  "section article aside nav main ul ol form fieldset dialog table".split(" "),
);
const isBox = ({ name, attribs }: Element): boolean =>
  BOXES.has(name) ||
  /^(?:menu|listbox|region|dialog|tabpanel|group|list|navigation)/.test(attribs.role ?? "");

/** A menu's value is what was chosen in it. */
const chosenIn = (element: Element): Element =>
  (element.name === "select" &&
    findAll(
      ({ name, attribs }) => name === "option" && attribs.selected !== undefined,
      element.children,
    )[0]) ||
  element;

/** All references within some nodes, in page order. A label that contains its value does not count. */
export const listReferences = (scope: readonly AnyNode[]): Reference[] => {
  const pointing = findAll(
    ({ name, attribs }) =>
      (name === "label" && attribs.for !== undefined) ||
      POINTERS.some((pointer) => attribs[pointer] !== undefined),
    [...scope],
  ).slice(0, MAX_REFERENCES);
  if (pointing.length === 0) return [];
  const byId = new Map<string, Element>();
  for (const element of findAll(({ attribs }) => attribs.id !== undefined, [...scope]))
    if (!byId.has(element.attribs.id ?? "")) byId.set(element.attribs.id ?? "", element);
  const isPair = (label: Element | undefined, value: Element | undefined): boolean =>
    label !== undefined &&
    value !== undefined &&
    !isButton(label) &&
    label.name !== "a" &&
    !isBox(value) &&
    !holds(label, value) &&
    !holds(value, label);
  return pointing.flatMap((element): Reference[] => {
    const target = element.name === "label" ? byId.get(element.attribs.for ?? "") : undefined;
    if (target && isPair(element, target)) return [{ label: element, value: chosenIn(target) }];
    const ids = POINTERS.map((pointer) => element.attribs[pointer]).find((named) => named !== undefined);
    return (ids ?? "")
      .split(/\s+/)
      .map((id) => byId.get(id))
      .filter((label) => label !== undefined && isPair(label, element))
      .map((label) => ({ label: label as Element, value: chosenIn(element) }));
  });
};
