/** What RTF says of a paragraph, until `\pard`. */
import type { Shape } from "../builder.ts";

const MAX_LEVEL = 9;

export const createParagraph = (styleName: (style: number) => string) => {
  let [style, level, isInTable] = [0, 0, false];
  let heading: number | undefined;
  return {
    word: (name: string, value = 0): void => {
      if (name === "pard") {
        [style, level, isInTable] = [0, 0, false];
        heading = undefined;
      } else if (name === "s") style = value;
      else if (name === "outlinelevel" && value < MAX_LEVEL) heading = value + 1;
      else if (name === "ilvl") level = Math.min(MAX_LEVEL, Math.max(0, value));
      else if (name === "intbl") isInTable = true;
    },
    isInTable: (): boolean => isInTable,
    /** @param mark of a list's item, such as `1.`; empty for other paragraphs */
    shape: (mark: string): Shape => {
      if (mark.trim() !== "") return { item: { level: level + 1, isNumbered: /[\p{L}\p{N}]/u.test(mark) } };
      const named = /^heading (\d)/i.exec(styleName(style))?.[1];
      return { heading: heading ?? (named === undefined ? undefined : Number(named)) };
    },
  };
};
