/** Texts of elements that may be very large: read as far as they matter, and no further. */
import type { Element } from "domhandler";
import { gatherText } from "./text.ts";

/** The text of an element that holds little; null where it holds more than `max` characters. */
export const shortText = ({ children }: Element, max: number): string | null => {
  const { text, isWhole } = gatherText(children, { max });
  return isWhole && text.length <= max ? text : null;
};

/** How the text of an element begins: no more than `max` characters of it. */
export const startText = ({ children }: Element, max: number): string =>
  gatherText(children, { max }).text.slice(0, max);
