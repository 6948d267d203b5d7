/** Turns JSON and tables into elements for selectors: keys become class names, list entries siblings. */
import { Document, Element, Text } from "domhandler";
import { appendChild } from "domutils";
import { MAX_NODES, type PageDocument } from "./document.ts";
import { DocumentError } from "./documentError.ts";

/** Class name of entries without a key: those of a top-level list. */
const NO_KEY = "record";

/** @throws DocumentError if there are more elements than markup can have */
const build = (data: unknown): Document => {
  const root = new Document([]);
  let nodes = 0;
  const append = (parent: Document | Element, key: string, value: unknown): void => {
    if (value === null || value === undefined) return;
    if (Array.isArray(value)) {
      for (const entry of value) append(parent, key, entry);
      return;
    }
    if (++nodes > MAX_NODES)
      throw new DocumentError(`The data has more than ${MAX_NODES.toLocaleString("en")} values.`);
    const element = new Element("div", { class: key.replace(/[^\p{L}\p{N}_-]+/gu, "-") });
    appendChild(parent, element);
    if (typeof value !== "object") appendChild(element, new Text(String(value)));
    else for (const [name, inner] of Object.entries(value)) append(element, name, inner);
  };
  append(root, NO_KEY, data);
  return root;
};

const known = new WeakMap<PageDocument, PageDocument>();

/** The page with elements for its data; a markup page is returned unchanged. */
export const withDataElements = (page: PageDocument): PageDocument => {
  if (page.data === undefined) return page;
  const before = known.get(page);
  if (before) return before;
  const made = { ...page, root: build(page.data) };
  known.set(page, made);
  return made;
};
