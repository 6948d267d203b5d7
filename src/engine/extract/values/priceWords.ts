/** Recognises amounts other than the asking price by the words around them. */
import { wholeWords } from "../vocabulary/patterns.ts";
import words from "../vocabulary/prices.json" with { type: "json" };

/** Savings, shipping, instalments, extras such as insurance, or the lowest recent price shown by EU law. */
export const NOT_ASKED = new RegExp(
  `${wholeWords(words.notAsked).source}|${words.notAskedUnspaced.join("|")}|(?<=\\/\\s?)(?:mo|mnd|mth|mån|mies)`,
  "iu",
);

/** A former price, or a price elsewhere. */
export const OLD = new RegExp(`${wholeWords(words.old).source}|${words.oldUnspaced.join("|")}`, "iu");
/** Words for the current price. In the same line they outweigh a word for an old price. */
export const NOW = wholeWords(words.now);

export const PER_UNIT = new RegExp(words.perUnit, "iu");

const PER = `\\.?\\s*(?:${words.per})(?:\\s*1)?\\s*`;
const unitOf = (units: string): string => `(?:${units})(?!\\p{L})`;
const DECIMAL_UNIT = unitOf(words.thirdDecimal);
/** "€/l" after a number, or right before it: fuel and electricity are priced to a tenth of a cent. */
export const PER_LITRE = new RegExp(`^${PER}${DECIMAL_UNIT}|\\/\\s*${DECIMAL_UNIT}\\s*:?\\s*$`, "iu");
/** "€/kg" after a number: what is sold by weight, area or piece can cost thousands, or have a third decimal. */
export const PER_MEASURE = new RegExp(`^${PER}${unitOf(words.perMeasure)}`, "iu");

/** A whole text that says that something costs nothing. */
export const FREE = new RegExp(`^(?:${words.free.join("|")})!?$`, "iu");

/** A price before the taxes that most buyers pay. */
export const WITHOUT_TAX = new RegExp(
  `${wholeWords(words.withoutTax).source}|${words.withoutTaxUnspaced}`,
  "iu",
);

/** Free shipping, right after a price: the amount is the price of the item. */
export const SENT_FREE = new RegExp(
  `^\\W*(?:[+&]|and|with|und|et|y|e)?\\W*${wholeWords(words.sentFree).source}\\W*$`,
  "iu",
);

/** The lowest of several prices: "from $20". */
export const FROM = new RegExp(`^\\W*(?:${words.from})(?!\\p{L})`, "iu");

/** "incl.", "plus": the words that follow describe a price and are not another amount. */
const TERMS = words.terms.join("|");
const TERM = new RegExp(
  `[,;(/]?\\s*(?:(?<!\\p{L})(?:${words.with.join("|")})\\.?\\s+)(?:(?:&|und|and|et|der|any|all|\\d{1,2}(?:[.,]\\d)?\\s*%|${TERMS})\\.?\\s*)*(?:${TERMS})(?!\\p{L})\\.?\\)?\\*?`,
  "giu",
);

/** A text without notes on taxes and shipping: "1.299,00 € zzgl. Versand". */
export const withoutTerms = (text: string): string => text.replace(TERM, " ").replace(/\s+/g, " ").trim();
