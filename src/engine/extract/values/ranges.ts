/** Ranges of amounts: "10–20 €", "10 bis 20", "between 10 and 20". */
import words from "../vocabulary/numbers.json" with { type: "json" };
import { SIGN } from "./currency.ts";
import { DECIMAL } from "./digits.ts";

const { signs, unspaced, between, fromTo, suffixes } = words.range;
const { around } = between;
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

/** Words between the ends that make a range with another word before it. Alone, "3 по 20" is three at 20 each. */
const after = (start: string, middle: string): string =>
  `\\s*${whole(middle)}\\s*(?<=${whole(start)}\\s${PRICE}\\s*${whole(middle)}\\s*)`;
const MIDDLE = [
  `${TO}(?:${WORDS}\\s*)?`,
  // "between 10 and 20"
  after(between.start, between.and),
  // "с 10 по 20"
  after(fromTo.start, fromTo.to),
  // "10 és 20 Ft között", "10 ve 20 TL'nin arasında"
  `\\s*${whole(around.and)}\\s*(?=${PRICE}['’]?\\p{L}*\\s*${whole(around.end)})`,
  // "10-től 20-ig", "10'dan 20'ye"
  `(?:${suffixes})\\s+`,
];

/** Matches a range of prices or numbers; {@link endsOf} has its ends. A percentage is not an end. */
export const RANGE = new RegExp(`(${PRICE})(?:${MIDDLE.join("|")})(${PRICE})(?![\\d.,']*\\s*%)`, "u");
/** Every range has two numbers, apart by more than a mark of thousands or decimals. A cheap check to run first. */
export const MAY_BE_RANGE = /\d\D*(?:[^\d.,'’ ]|\.\.)\D*\d/;
export const endsOf = (range: RegExpExecArray): string[] => range.slice(1);
