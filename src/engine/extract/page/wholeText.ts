/** Texts that are cut off where they are shown ("Copper Kettle, 1.5 l …"), in full. */
import type { Element } from "domhandler";
import { findAll } from "domutils";
import { normaliseSpace } from "../values/text.ts";
import { textOf } from "./text.ts";
import { outward } from "./tree.ts";

const CUT = /\s*(?:…|\.{3})$/;
/** A shorter beginning is also that of other texts. */
const MIN_START = 4;
const MAX_CLIMB = 3;

/** A text as the attributes of some elements have it in full; as it is if none does, or if it is not cut off. */
export const wholeText = (shown: string, elements: () => readonly Element[]): string => {
  const start = CUT.test(shown) ? shown.replace(CUT, "") : "";
  if (start.length < MIN_START) return shown;
  const [whole = shown] = elements()
    .flatMap(({ attribs }) => [attribs.title, attribs["aria-label"], attribs.alt])
    .map((text) => normaliseSpace(text ?? ""))
    .filter((text) => text.length > start.length && text.startsWith(start) && !CUT.test(text))
    .sort((left, right) => left.length - right.length);
  return whole;
};

/** The text of an element, in full if an element in it or close around it says how it goes on. */
export const fullTextOf = (element: Element): string =>
  wholeText(textOf(element), () => [
    ...outward(element).slice(0, MAX_CLIMB),
    ...findAll(() => true, element.children),
  ]);
