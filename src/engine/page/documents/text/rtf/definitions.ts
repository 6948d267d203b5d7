/** The tables at the start of an RTF file: character sets of fonts, and names of styles. */
import { charsetOfFont, charsetOfPage } from "./charsets.ts";
import type { Target } from "./state.ts";

export const createDefinitions = () => {
  const fonts = new Map<number, string>();
  const styles = new Map<number, string>();
  let charset = charsetOfPage(1252);
  let font = -1;
  let style = -1;
  return {
    /** @returns whether the word belongs to a table, or to the head of the file */
    word: (target: Target, name: string, value = 0): boolean => {
      if (name === "ansicpg" || name === "mac") charset = charsetOfPage(name === "mac" ? 10_000 : value);
      else if (target === "fonts") {
        if (name === "f") font = value;
        const known = name === "fcharset" ? charsetOfFont(value) : undefined;
        if (known !== undefined) fonts.set(font, known);
      } else if (target === "styles") {
        // Styles of paragraphs; those of characters, sections and tables have other words.
        if (/^(?:s|cs|ds|ts)$/.test(name)) style = name === "s" ? value : -1;
      } else return false;
      return true;
    },
    nameStyle: (text: string): void => {
      styles.set(style, `${styles.get(style) ?? ""}${text}`);
    },
    /** The name of a style; empty if it has none. */
    styleName: (number: number): string => styles.get(number) ?? "",
    charsetOf: (number: number): string => fonts.get(number) ?? charset,
  };
};
