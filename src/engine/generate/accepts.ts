/** Rules out elements whose text looks like a field's value but is not. */
import type { Element } from "domhandler";
import type { OutputType } from "../../contract/fields/outputSchema.ts";
import { isHeading, outward } from "../extract/page/tree.ts";
import { conceptOf } from "../extract/vocabulary/concepts.ts";

const WHOLE_PAGE = /^(?:html|body|main)$/;
const STRUCK = /^(?:s|del|strike)$/;
const STRUCK_NAMES =
  /(?:^|[\s_-])(?:old|was|strike\w*|crossed|compare|msrp|rrp|uvp)(?:[\s_-]|$)|(?:list|regular|original)[_-]price/i;
const MAX_ABOVE = 4;
const MAX_NAMED = 2;

const isStruck = (element: Element): boolean =>
  outward(element)
    .slice(0, MAX_ABOVE)
    .some(
      ({ name, attribs }, depth) =>
        STRUCK.test(name) || (depth < MAX_NAMED && STRUCK_NAMES.test(attribs.class ?? "")),
    );

/** Whether an element can hold a field's value: struck-through prices and numbers in headings cannot. */
export const mayHold = (name: string, type: OutputType, element: Element): boolean => {
  const concept = conceptOf(name);
  if (WHOLE_PAGE.test(element.name)) return concept === "content";
  if (concept === "price") return !isStruck(element);
  const isNumber = type === "price" || type === "number" || type === "integer";
  return !isNumber || concept === null || !isHeading(element);
};
