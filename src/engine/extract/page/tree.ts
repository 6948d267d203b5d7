/** Ways through the tree of a page. */
import { type AnyNode, type Element, isTag } from "domhandler";

/** The element around another; null at the top. */
export const outerOf = ({ parent }: AnyNode): Element | null => (parent && isTag(parent) ? parent : null);

/** A node, where it is an element, and the elements around it, from the inside out; `end` and what is around that are left out. */
export const outward = (node: AnyNode, end: AnyNode | null = null): Element[] => {
  const found: Element[] = [];
  for (let at: AnyNode | null = node; at && at !== end; at = outerOf(at)) if (isTag(at)) found.push(at);
  return found;
};

/** Whether a node is one of some, or stands within one of them. */
export const isWithin = (node: AnyNode | null | undefined, covered: ReadonlySet<unknown>): boolean => {
  if (covered.size === 0) return false;
  for (let at: AnyNode | null | undefined = node; at; at = at.parent) if (covered.has(at)) return true;
  return false;
};

/** Whether a node is another, or stands within it. */
export const holds = (outer: AnyNode, inner: AnyNode): boolean => isWithin(inner, new Set([outer]));

/** Whether one of some nodes stands within another of them. */
export const areNested = (nodes: readonly AnyNode[]): boolean => {
  const all = new Set<unknown>(nodes);
  return nodes.some(({ parent }) => isWithin(parent, all));
};

/** The names that an element has as its class. */
export const classesOf = ({ attribs }: Element): string[] =>
  attribs.class?.split(/\s+/).filter(Boolean) ?? [];
