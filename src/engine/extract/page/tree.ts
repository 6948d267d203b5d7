/** Tree traversal. */
import { type AnyNode, type Element, isTag } from "domhandler";

/** The parent element; null at the top. */
export const outerOf = ({ parent }: AnyNode): Element | null => (parent && isTag(parent) ? parent : null);

/** The node, if it is an element, and its ancestors, innermost first; stops before `end`. */
export const outward = (node: AnyNode, end: AnyNode | null = null): Element[] => {
  const found: Element[] = [];
  for (let at: AnyNode | null = node; at && at !== end; at = outerOf(at)) if (isTag(at)) found.push(at);
  return found;
};

/** The elements among the siblings before a node, the nearest first; stops after `most` siblings. */
export const elementsBefore = function* (node: AnyNode, most: number): Generator<Element> {
  let before = node.prev;
  for (let step = 0; before && step < most; before = before.prev, step++) if (isTag(before)) yield before;
};

/** Whether a node or one of its ancestors is in `covered`. */
export const isWithin = (node: AnyNode | null | undefined, covered: ReadonlySet<unknown>): boolean => {
  if (covered.size === 0) return false;
  for (let at: AnyNode | null | undefined = node; at; at = at.parent) if (covered.has(at)) return true;
  return false;
};

/** Whether `inner` is `outer` or one of its descendants. */
export const holds = (outer: AnyNode, inner: AnyNode): boolean => isWithin(inner, new Set([outer]));

/** Whether any of the nodes is a descendant of another. */
export const areNested = (nodes: readonly AnyNode[]): boolean => {
  const all = new Set<unknown>(nodes);
  return nodes.some(({ parent }) => isWithin(parent, all));
};

/** The class names of an element. */
export const classesOf = ({ attribs }: Element): string[] =>
  attribs.class?.split(/\s+/).filter(Boolean) ?? [];

/** Whether an element is a heading of any level. */
export const isHeading = ({ name }: Element): boolean => /^h[1-6]$/.test(name);

/** Whether an element's own attributes hide it. */
export const hidesItself = ({ attribs }: Element): boolean =>
  attribs.hidden !== undefined || /display:\s*none/i.test(attribs.style ?? "");

/** The nodes and all their ancestors. */
export const withAncestors = (nodes: Iterable<AnyNode>): Set<AnyNode> => {
  const found = new Set<AnyNode>();
  for (const node of nodes)
    for (let at: AnyNode | null = node; at && !found.has(at); at = at.parent) found.add(at);
  return found;
};
