/** Where the elements of a page stand, in the order of the page: walked once, and kept as long as the page. */
import { type Document, type Element, isTag, isText, type ParentNode } from "domhandler";
import type { PageDocument } from "../../page/document.ts";

export interface Places {
  /** All elements but code, each with the characters of text before it. */
  readonly before: ReadonlyMap<Element, number>;
  /** Characters of the whole page, and those before its first heading of the first level. */
  readonly all: number;
  readonly heading: number;
}

const CODE: ReadonlySet<string> = new Set(["script", "style"]);

const walk = (root: Document): Places => {
  const before = new Map<Element, number>();
  let count = 0;
  let heading: number | null = null;
  const visit = ({ children }: ParentNode): void => {
    for (const child of children) {
      if (isText(child)) count += child.data.trim().length;
      else if (isTag(child) && !CODE.has(child.name)) {
        before.set(child, count);
        if (child.name === "h1") heading ??= count;
        visit(child);
      }
    }
  };
  visit(root);
  return { before, all: count, heading: heading ?? 0 };
};

const walked = new WeakMap<Document, Places>();

export const placesOf = ({ root }: PageDocument): Places => {
  const known = walked.get(root) ?? walk(root);
  walked.set(root, known);
  return known;
};

/** How early an element stands, how near the heading, and whether after it. */
export const standing = (element: Element, { before, all, heading }: Places): Record<string, number> => {
  const at = before.get(element) ?? 0;
  return {
    early: 1 - at / Math.max(1, all),
    near: -Math.abs(at - heading),
    after: Number(at >= heading),
  };
};
