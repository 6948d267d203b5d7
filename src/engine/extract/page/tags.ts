/** Elements by tag name, indexed in one walk and cached as long as the page. */
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

/** All elements with a tag name, in document order. */
export const elementsNamed = (root: Document, name: string): readonly Element[] => {
  const found = walked.get(root) ?? walk(root);
  walked.set(root, found);
  return found.get(name) ?? [];
};
