/** Elements of a page by tag name, class, id or attribute: each indexed in one walk, and cached as long as the page. */
import { type Document, type Element, isTag, type ParentNode } from "domhandler";
import { classesOf } from "./tree.ts";

/** What elements are indexed by. */
export type Key = "tag" | "class" | "id" | "attribute";

const KEYS: Readonly<Record<Key, (element: Element) => readonly string[]>> = {
  tag: ({ name }) => [name],
  class: classesOf,
  id: ({ attribs: { id } }) => (id === undefined ? [] : [id]),
  attribute: ({ attribs }) => Object.keys(attribs),
};

type Index = ReadonlyMap<string, readonly Element[]>;

const walk = (root: Document, keysOf: (element: Element) => readonly string[]): Index => {
  const found = new Map<string, Element[]>();
  const visit = ({ children }: ParentNode): void => {
    for (const child of children) {
      if (!isTag(child)) continue;
      for (const key of keysOf(child)) {
        const known = found.get(key);
        if (!known) found.set(key, [child]);
        // A class can be written twice.
        else if (known.at(-1) !== child) known.push(child);
      }
      visit(child);
    }
  };
  visit(root);
  return found;
};

const walked = new WeakMap<Document, Partial<Record<Key, Index>>>();

/** All elements with a tag name, class, id or attribute, in document order. */
export const elementsBy = (root: Document, key: Key, value: string): readonly Element[] => {
  const known = walked.get(root) ?? {};
  walked.set(root, known);
  known[key] ??= walk(root, KEYS[key]);
  return known[key].get(value) ?? [];
};

/** All elements with a tag name, in document order. */
export const elementsNamed = (root: Document, name: string): readonly Element[] =>
  elementsBy(root, "tag", name);
