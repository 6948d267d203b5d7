/** Ways through the tree of a page. */
import { type AnyNode, type Element, isTag } from "domhandler";

/** The element around another; null at the top. */
export const outerOf = ({ parent }: Element): Element | null => (parent && isTag(parent) ? parent : null);

/** Whether a node is another, or stands within it. */
export const holds = (outer: AnyNode, inner: AnyNode): boolean => {
  for (let at: AnyNode | null = inner; at; at = at.parent) if (at === outer) return true;
  return false;
};
