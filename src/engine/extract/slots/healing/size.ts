/** Size limits: pages come from others and can be of any size. */
import { type AnyNode, type Element, isTag, type ParentNode } from "domhandler";

/**
 * Whether a node contains at most `most` nodes, itself included, and at most `beside` children in any of them. Stops
 * counting at the limit.
 */
export const holdsAtMost = (most: number, node: AnyNode, beside = most): boolean => {
  const open: AnyNode[] = [node];
  let left = most;
  for (let at = open.pop(); at; at = open.pop()) {
    left -= 1;
    if (left < 0 || ("children" in at && at.children.length > Math.min(left, beside))) return false;
    if ("children" in at) open.push(...at.children);
  }
  return true;
};

/** Limits for healing a page, since the time it takes grows with both. */
const MAX_PAGE_NODES = 60_000;
const MAX_SIBLINGS = 6_000;

const mendable = new WeakMap<AnyNode, boolean>();

/** Whether a page is small enough to be healed: at most 60,000 nodes, and at most 6,000 children of one element. */
export const isHealable = (root: AnyNode): boolean => {
  const known = mendable.get(root) ?? holdsAtMost(MAX_PAGE_NODES, root, MAX_SIBLINGS);
  mendable.set(root, known);
  return known;
};

export const TOO_LARGE = "nothing was healed on this page because it is too large";

const places = new WeakMap<ParentNode, ReadonlyMap<AnyNode, number>>();

/** Returns an element's index among its sibling elements, from 0, and their count. */
export const placeAmong = (element: Element): { readonly index: number; readonly count: number } => {
  const { parent } = element;
  if (!parent) return { index: 0, count: 1 };
  let known = places.get(parent);
  if (!known) {
    known = new Map(parent.children.filter(isTag).map((child, index) => [child, index]));
    places.set(parent, known);
  }
  return { index: known.get(element) ?? -1, count: known.size };
};
