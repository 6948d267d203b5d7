/** Ranges of amounts: "10–20 €", "10 bis 20", "between 10 and 20". */
import words from "../vocabulary/numbers.json" with { type: "json" };
import { SIGN } from "./currency.ts";
import { DECIMAL } from "./digits.ts";

const { signs, unspaced, between } = words.range;
/** Currencies keep their case, so the words around them are made to match in any. */
const anyCase = (words: string): string =>
  words.replace(/\p{Ll}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`);
const whole = (words: string): string => `(?<!\\p{L})(?:${anyCase(words)})(?!\\p{L})`;
/** Right after a digit, a single letter is a unit or part of a code. */
const WORDS = `(?<!\\d(?=\\p{L}(?!\\p{L})))${whole(words.range.words.join("|"))}`;

/** What stands between the ends of a range. */
export const TO = `\\s*(?:${signs}|${unspaced}|${WORDS})\\s*`;
/** An amount without its currency, perhaps with a dash in place of cents. */
export const AMOUNT = `\\d[\\d.,'’${DECIMAL} ]*(?:[-–—](?=\\s|$))?`;
const PRICE = `(?:${SIGN}\\.?\\s?${AMOUNT}|${AMOUNT}\\s?${SIGN}\\.?|${AMOUNT})`;

/** Matches a range of prices or numbers; {@link endsOf} has its ends. A percentage is not an end. */
export const RANGE = new RegExp(
  `(${PRICE})(?:${TO}|${TO}${WORDS}\\s*)(${PRICE})(?![\\d.,']*\\s*%)|${whole(between.start)}\\s(${PRICE})\\s*${whole(between.and)}\\s*(${PRICE})`,
  "u",
);
/** Every range has two numbers, apart by more than a mark of thousands or decimals. A cheap check to run first. */
export const MAY_BE_RANGE = /\d\D*(?:[^\d.,'’ ]|\.\.)\D*\d/;
export const endsOf = (range: RegExpExecArray): string[] => range.slice(1).filter((end) => end !== undefined);
