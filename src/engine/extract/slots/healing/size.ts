/** Bounds on what is looked at: pages are made by others, and may be as large as they like. */
import { type AnyNode, type Element, isTag, type ParentNode } from "domhandler";

/** Whether no more than so many nodes stand within a node, itself included, and beside each other; looks at no more than that. */
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

/** So many nodes a page may have, and so many beside each other, to be healed: the time it takes grows with both. */
const MAX_PAGE_NODES = 60_000;
const MAX_SIBLINGS = 6_000;

const mendable = new WeakMap<AnyNode, boolean>();

/** Whether a page is small enough to be healed: no more than 60,000 nodes, and no more than 6,000 in one element. */
export const isMendable = (root: AnyNode): boolean => {
  const known = mendable.get(root) ?? holdsAtMost(MAX_PAGE_NODES, root, MAX_SIBLINGS);
  mendable.set(root, known);
  return known;
};

export const TOO_LARGE = "nothing was healed on this page, which is too large";

const places = new WeakMap<ParentNode, ReadonlyMap<AnyNode, number>>();

/** Which of how many elements of its parent an element is, from 0. */
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

/** Up to so many of them, evenly taken from all. */
export const spread = <T>(all: readonly T[], count: number): T[] => {
  const step = Math.max(1, Math.ceil(all.length / count));
  return all.filter((_, index) => index % step === 0);
};
