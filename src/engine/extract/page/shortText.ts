/** Reads only as much text as needed from elements that can be very large. */
import type { Element } from "domhandler";
import { gatherText } from "./text.ts";

/** The text of an element; null if it has more than `max` characters, or too many nodes. */
export const shortText = ({ children }: Element, max: number): string | null => {
  const { text, isWhole } = gatherText(children, { max });
  return isWhole && text.length <= max ? text : null;
};

/** The beginning of an element's text, at most `max` characters. */
export const startText = ({ children }: Element, max: number): string =>
  gatherText(children, { max }).text.slice(0, max);
