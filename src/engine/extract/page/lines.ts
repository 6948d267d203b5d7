/** Lines of a page: the smallest boxes of text that a reader sees as separate. */

import { type AnyNode, type Element, isTag, isText } from "domhandler";
import { normaliseSpace } from "../values/text.ts";
import { gatherText, INLINE } from "./text.ts";
import { hidesItself } from "./tree.ts";

/** The text of a line without hidden or `isOther` elements, with spaces between adjacent elements. */
export const lineText = (
  { children }: Element,
  isOther: (element: Element) => boolean = () => false,
): string =>
  gatherText(children, {
    isSkipped: (element) => UNSEEN.has(element.name) || isHidden(element) || isOther(element),
    isApart: true,
  }).text.replace(/ ([,;.)])/g, "$1");

/**
 * Whether an element is hidden, such as an alternative the user can switch to. Class names that hide it on some
 * screens only (with a colon, or `d-md-…`) don't count.
 */
const isHidden = (element: Element): boolean =>
  hidesItself(element) ||
  (/(?:^|\s)(?:hidden|d-none)(?:\s|$)/.test(element.attribs.class ?? "") &&
    !/:|(?:^|\s)d-(?:sm|md|lg|xl)-/.test(element.attribs.class ?? ""));

const UNSEEN: ReadonlySet<string> = new Set(["script", "style", "template", "noscript", "button", "svg"]);
const SKIPPED: ReadonlySet<string> = new Set([...UNSEEN, "head", "nav", "select"]);

export interface Line {
  readonly text: string;
  /** The element that contains it. */
  readonly element: Element;
  /** Whether it is in the page footer, where little is about the page itself. */
  readonly isFoot: boolean;
  /** Shared by the lines of a list. */
  readonly key: string;
}

const sketch = (element: AnyNode | null): string =>
  element && isTag(element) ? `${element.name}.${(element.attribs.class ?? "").split(/\s+/)[0] ?? ""}` : "";

const isLeaf = (element: Element): boolean =>
  element.children.every(
    (child) => !isTag(child) || (INLINE.has(child.name) && isLeaf(child)) || !hasText(child),
  );
const hasText = (element: Element): boolean =>
  element.children.some((child) =>
    isText(child) ? child.data.trim() !== "" : isTag(child) && hasText(child),
  );

const MAX_CELLS = 3;
/** A table row with a label and its value, or an amount and its item. */
const isShortRow = (element: Element): boolean => {
  const cells = element.name === "tr" ? element.children.filter(isTag) : [];
  return cells.length >= 2 && cells.length <= MAX_CELLS && cells.every(isLeaf);
};

const splitAtBreaks = (element: Element): string[] => {
  const parts: string[] = [];
  let text = "";
  const visit = (node: AnyNode): void => {
    if (isText(node)) text += node.data;
    else if (isTag(node)) {
      if (node.name === "br") {
        parts.push(text);
        text = "";
      } else if (!UNSEEN.has(node.name)) for (const child of node.children) visit(child);
    }
  };
  visit(element);
  return [...parts, text].map(normaliseSpace).filter((part) => part !== "");
};

const MAX_LINES = 4_000;
const MIN_BROKEN = 3;

/** All lines within the given nodes, in document order. */
export const listLines = (scope: readonly AnyNode[]): Line[] => {
  const lines: Line[] = [];
  const visit = (node: AnyNode, isFoot: boolean): void => {
    if (!isTag(node) || SKIPPED.has(node.name) || lines.length >= MAX_LINES) return;
    if (INLINE.has(node.name) || !(isLeaf(node) || isShortRow(node))) {
      for (const child of node.children) visit(child, isFoot || node.name === "footer");
      return;
    }
    const parent = sketch(node.parent as AnyNode | null);
    const outer = sketch((node.parent?.parent ?? null) as AnyNode | null);
    const isBroken = node.children.some((child) => isTag(child) && child.name === "br");
    const broken = isBroken ? splitAtBreaks(node) : [];
    const note = (text: string, name: string): void => {
      if (text !== "") lines.push({ text, element: node, isFoot, key: `${outer} > ${parent} > ${name}` });
    };
    if (broken.length >= MIN_BROKEN) for (const text of broken) note(text, "br");
    else note(lineText(node), node.name);
  };
  for (const node of scope) visit(node, false);
  return lines;
};
