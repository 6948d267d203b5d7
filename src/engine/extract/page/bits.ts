/** Short texts of a record or page head: lines, parts between their separators, and text in inline elements. */
import { type AnyNode, type Element, isTag, isText } from "domhandler";
import { normaliseSpace } from "../values/text.ts";
import { INLINE } from "./text.ts";

export interface Bit {
  readonly text: string;
  /** The element that contains it. */
  readonly element: Element;
  /** Line number. */
  readonly line: number;
  /** Index among the parts of its line; null for any other bit. */
  readonly place: number | null;
}

const UNSEEN: ReadonlySet<string> = new Set(
  "script style template noscript button svg select nav form".split(" "),
);
const SEPARATOR = /\s*[|·•‧∙●⋅⎮│]\s*/;
const MAX_BITS = 400;
const MAX_LINE = 300;

interface Open {
  readonly element: Element;
  start: number;
}

/** All bits within the given nodes, in document order. Elements for which `isSkipped` returns true are skipped. */
export const listBits = (
  scope: readonly AnyNode[],
  isSkipped: (element: Element) => boolean = () => false,
): Bit[] => {
  const bits: Bit[] = [];
  let line = 0;
  let text = "";
  let own = "";
  let apart: { readonly element: Element; readonly text: string }[] = [];
  const open: Open[] = [];

  const flush = (element: Element): void => {
    const whole = normaliseSpace(text);
    const outside = normaliseSpace(own).replace(/^[,;|·•\s]+|[,;|·•\s]+$/g, "");
    text = "";
    own = "";
    for (const entry of open) entry.start = 0;
    const inner = apart;
    apart = [];
    if (whole === "" || whole.length > MAX_LINE || bits.length >= MAX_BITS) return;
    const parts = whole.split(SEPARATOR).filter((part) => part !== "");
    // Text in its own element is more specific than the line around it.
    for (const entry of inner)
      if (entry.text !== whole && !parts.includes(entry.text)) bits.push({ ...entry, line, place: null });
    if (inner.length > 0 && outside.length > 1 && outside !== whole && !parts.includes(outside))
      bits.push({ text: outside, element, line, place: null });
    parts.forEach((part, place) => {
      bits.push({ text: part, element, line, place });
    });
    if (parts.length > 1) bits.push({ text: whole, element, line, place: null });
    line++;
  };

  const visit = (node: AnyNode, block: Element): void => {
    if (isText(node)) {
      text += node.data;
      if (open.length === 0) own += node.data;
      return;
    }
    if (!isTag(node) || UNSEEN.has(node.name) || bits.length >= MAX_BITS || isSkipped(node)) return;
    if (node.name === "br") flush(block);
    else if (INLINE.has(node.name)) {
      // Adjacent elements look separate to a reader, even with no white space in the source.
      if (/\S$/.test(text) && node.prev !== null && !isText(node.prev)) text += " ";
      const entry = { element: node, start: text.length };
      open.push(entry);
      for (const child of node.children) visit(child, block);
      open.pop();
      const inside = normaliseSpace(text.slice(entry.start));
      if (inside !== "") apart.push({ element: node, text: inside });
    } else {
      flush(block);
      for (const child of node.children) visit(child, node);
      flush(node);
    }
  };
  for (const node of scope)
    if (isTag(node)) {
      visit(node, node);
      flush(node);
    }
  return bits;
};
