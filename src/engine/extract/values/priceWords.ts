/** What else an amount may be than the price asked, by the words around it. */
import { wholeWords } from "../vocabulary/patterns.ts";
import words from "../vocabulary/prices.json" with { type: "json" };

/** Saved, for shipping, by the month, beside the thing itself, or the lowest price that the EU's law has told. */
export const NOT_ASKED = new RegExp(
  `${wholeWords(words.notAsked).source}|${words.notAskedUnspaced.join("|")}|(?<=\\/\\s?)(?:mo|mnd|mth|mån|mies)`,
  "iu",
);

/** What a price was, or is elsewhere. */
export const OLD = new RegExp(`${wholeWords(words.old).source}|${words.oldUnspaced.join("|")}`, "iu");
/** What outweighs a word for an old price in the same line: it is told beside the new one. */
export const NOW = wholeWords(words.now);

export const PER_UNIT = new RegExp(words.perUnit, "iu");

/** A price to which the taxes come that most buyers pay. */
export const WITHOUT_TAX = new RegExp(
  `${wholeWords(words.withoutTax).source}|${words.withoutTaxUnspaced}`,
  "iu",
);

/** Said right behind a price: to have it sent costs nothing, and the price is that of the thing. */
export const SENT_FREE = new RegExp(
  `^\\W*(?:[+&]|and|with|und|et|y|e)?\\W*${wholeWords(words.sentFree).source}\\W*$`,
  "iu",
);

/** The least of several prices: "from $20". */
export const FROM = new RegExp(`^\\W*(?:${words.from})(?!\\p{L})`, "iu");

/** "incl.", "plus": what follows is said of a price, and is no other amount. */
const TERMS = words.terms.join("|");
const TERM = new RegExp(
  `[,;(/]?\\s*(?:(?<!\\p{L})(?:${words.with.join("|")})\\.?\\s+)(?:(?:&|und|and|et|der|any|all|\\d{1,2}(?:[.,]\\d)?\\s*%|${TERMS})\\.?\\s*)*(?:${TERMS})(?!\\p{L})\\.?\\)?\\*?`,
  "giu",
);

/** A text without what it says of taxes and shipping on top of its price: "1.299,00 € zzgl. Versand". */
export const withoutTerms = (text: string): string => text.replace(TERM, " ").replace(/\s+/g, " ").trim();
