/** Elements of a page by their tag: found in one walk, and kept as long as the page. */
import { type Document, type Element, isTag, type ParentNode } from "domhandler";

const walk = (root: Document): ReadonlyMap<string, readonly Element[]> => {
  const found = new Map<string, Element[]>();
  const visit = ({ children }: ParentNode): void => {
    for (const child of children) {
      if (!isTag(child)) continue;
      const known = found.get(child.name);
      if (known) known.push(child);
      else found.set(child.name, [child]);
      visit(child);
    }
  };
  visit(root);
  return found;
};

const walked = new WeakMap<Document, ReadonlyMap<string, readonly Element[]>>();

/** All elements of a page with a tag, in the order of the page. */
export const elementsNamed = (root: Document, name: string): readonly Element[] => {
  const found = walked.get(root) ?? walk(root);
  walked.set(root, found);
  return found.get(name) ?? [];
};
