import { normalForm } from "./normalForm.ts";
/** Splits names into words. */

/** `inStock`, `in-stock`, `in_stock` and `IN STOCK` are the same two words. */
export const splitWords = (name: string): string[] =>
  name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    // Marks belong to their letters: Devanagari vowels, for example.
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "");

/** Letters that Unicode doesn't decompose. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  ł: "l",
  ø: "o",
  æ: "ae",
  œ: "oe",
  đ: "d",
  ı: "i",
};

/** A word without Latin accents: "größe" becomes "grosse", "dostępność" becomes "dostepnosc". */
export const foldWord = (word: string): string =>
  /^[\x20-\x7e]*$/.test(word)
    ? word
    : normalForm(word, "NFD")
        .replace(/(?<=\p{Script=Latin}\p{M}*)\p{M}/gu, "")
        .normalize("NFC")
        .replace(/[ßłøæœđı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);
