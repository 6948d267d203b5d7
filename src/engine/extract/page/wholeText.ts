/** Texts that are cut off where they are shown ("Copper Kettle, 1.5 l …"), in full. */
import type { Element } from "domhandler";
import { findAll } from "domutils";
import { normaliseSpace } from "../values/text.ts";
import { textOf } from "./text.ts";
import { outward } from "./tree.ts";

const MARKS = ["…", "..."];
/** A shorter beginning is also that of other texts. */
const MIN_START = 4;
const MAX_CLIMB = 3;

/** The beginning of a text that is cut off; empty if it is not, or is too short. */
const startOf = (shown: string): string => {
  const mark = MARKS.find((each) => shown.endsWith(each)) ?? "";
  const start = mark === "" ? "" : shown.slice(0, -mark.length).trimEnd();
  return start.length < MIN_START ? "" : start;
};

/** Whether a text is in full what another shows cut off. */
export const isWholeOf = (whole: string, shown: string): boolean => {
  const start = startOf(shown);
  return start !== "" && whole.length > start.length && whole.startsWith(start) && startOf(whole) === "";
};

/** A text as the attributes of some elements have it in full; as it is if none does, or if it is not cut off. */
export const wholeText = (shown: string, elements: () => readonly Element[]): string => {
  if (startOf(shown) === "") return shown;
  const [whole = shown] = elements()
    .flatMap(({ attribs }) => [attribs.title, attribs["aria-label"], attribs.alt])
    .map((text) => normaliseSpace(text ?? ""))
    .filter((text) => isWholeOf(text, shown))
    .sort((left, right) => left.length - right.length);
  return whole;
};

/** The text of an element, in full if an element in it or close around it contains the rest. */
export const fullTextOf = (element: Element): string =>
  wholeText(textOf(element), () => [
    ...outward(element).slice(0, MAX_CLIMB),
    ...findAll(() => true, element.children),
  ]);
