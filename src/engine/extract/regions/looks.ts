/** The structure of elements, and how similar two of them are. */
import { type Element, isTag, isText } from "domhandler";
import { signatureOf } from "./markers.ts";

const MAX_ELEMENTS = 80;

/** The structure of an element. */
interface Build {
  /** Paths of its descendants, up to a limit. */
  readonly parts: ReadonlySet<string>;
  /** Number of its elements with text of their own. */
  readonly texts: number;
  readonly hasImage: boolean;
  readonly hasTime: boolean;
}

export const buildOf = (record: Element): Build => {
  const parts = new Set<string>();
  let texts = 0;
  let left = MAX_ELEMENTS;
  let hasImage = false;
  let hasTime = false;
  const visit = (element: Element, path: string): void => {
    if (left-- <= 0) return;
    hasImage ||= element.name === "img" || element.name === "picture";
    hasTime ||= element.name === "time";
    if (element.children.some((child) => isText(child) && child.data.trim() !== "")) texts++;
    for (const child of element.children)
      if (isTag(child)) {
        const inner = `${path}>${signatureOf(child)}`;
        parts.add(inner);
        visit(child, inner);
      }
  };
  visit(record, "");
  return { parts, texts, hasImage, hasTime };
};

/** Structural similarity of two elements, from 0 to 1. */
export const likeness = (left: Element, right: Element): number =>
  similarity(buildOf(left).parts, buildOf(right).parts);

/** Similarity of two sets of paths, from 0 to 1. */
export const similarity = (left: ReadonlySet<string>, right: ReadonlySet<string>): number => {
  if (left.size + right.size === 0) return 1;
  let both = 0;
  for (const part of left) if (right.has(part)) both++;
  return both / Math.min(left.size + right.size - both, Math.max(left.size, right.size, 1));
};
