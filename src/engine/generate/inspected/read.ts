/** The stored page of an inspection, with each visible element by its number. */
import type { Element } from "domhandler";
import { findAll } from "domutils";
import { type PageDocument, parseDocument } from "../../extract/extract.ts";
import { NODE_MARK } from "../../nodeMark.ts";

export interface MarkedPage {
  readonly document: PageDocument;
  readonly elements: ReadonlyMap<number, Element>;
  readonly numbers: ReadonlyMap<Element, number>;
}

/** Parses the page and removes the marks, so that no selector uses them. */
export const readMarked = (html: string, url: string): MarkedPage => {
  const document = parseDocument(html, { url });
  const marked = findAll(({ attribs }) => Object.hasOwn(attribs, NODE_MARK), document.root.children);
  const elements = new Map<number, Element>();
  for (const element of marked) {
    const node = Number(element.attribs[NODE_MARK]);
    delete element.attribs[NODE_MARK];
    if (Number.isSafeInteger(node)) elements.set(node, element);
  }
  const numbers = new Map([...elements].map(([node, element]) => [element, node]));
  return { document, elements, numbers };
};
