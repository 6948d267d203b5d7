/** Texts of elements that may be very large: read as far as they matter, and no further. */
import { type AnyNode, type Element, isTag, isText } from "domhandler";
import { normaliseSpace } from "../values/text.ts";
import { INLINE } from "./text.ts";

const MAX_NODES = 400;
const UNSEEN: ReadonlySet<string> = new Set(["script", "style", "template", "noscript"]);

const gather = (element: Element, max: number): { text: string; isWhole: boolean } => {
  let nodes = MAX_NODES;
  let length = 0;
  const parts: string[] = [];
  const visit = (node: AnyNode): boolean => {
    if (nodes-- <= 0) return false;
    if (isText(node)) {
      parts.push(node.data);
      length += node.data.trim().length;
      return length <= max;
    }
    if (!isTag(node) || UNSEEN.has(node.name)) return true;
    const edge = INLINE.has(node.name) ? "" : " ";
    parts.push(edge);
    const isWhole = node.children.every(visit);
    parts.push(edge);
    return isWhole;
  };
  const isWhole = element.children.every(visit);
  return { text: normaliseSpace(parts.join("")), isWhole };
};

/** The text of an element that holds little; null where it holds more than `max` characters. */
export const shortText = (element: Element, max: number): string | null => {
  const { text, isWhole } = gather(element, max);
  return isWhole && text.length <= max ? text : null;
};

/** How the text of an element begins: no more than `max` characters of it. */
export const startText = (element: Element, max: number): string => gather(element, max).text.slice(0, max);
