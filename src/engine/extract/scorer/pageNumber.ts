/** On which page of a document a record begins. Files with pages, such as PDF, have the number as `data-page`. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { findOne } from "domutils";
import type { PageDocument } from "../page/document.ts";
import { type Fact, makeFact, pathOf, placeOf } from "../sources/facts.ts";

const ATTRIBUTE = "data-page";
const ORIGIN = placeOf(`@${ATTRIBUTE}`);
/** The path of page numbers in an item's provenance. */
export const PAGE_NUMBER_PATH = pathOf(ORIGIN);

const numberOf = (node: AnyNode | null): string | undefined =>
  node !== null && isTag(node) ? node.attribs[ATTRIBUTE] : undefined;

/** The number of the element itself, else of the first one in it, else of the one around it; null without any. */
const findNumber = (element: Element): string | null => {
  const within =
    numberOf(element) ?? numberOf(findOne((inner) => numberOf(inner) !== undefined, element.children));
  if (within !== undefined) return within;
  for (let around = element.parent; around !== null; around = around.parent) {
    const number = numberOf(around);
    if (number !== undefined) return number;
  }
  return null;
};

/** The page number of a record as a fact; none unless the page is a document with page numbers. */
export const readPageNumber = (record: Element, { format }: PageDocument): Fact[] => {
  const number = format === "document" ? findNumber(record) : null;
  return number === null ? [] : [makeFact("record", "page", [number], { concept: null, origin: ORIGIN })];
};

export const isPageNumber = ({ origin }: Fact): boolean => origin === ORIGIN;
