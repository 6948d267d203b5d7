/** Numbers and prices as pages write them. Ambiguous ones are null. */

import { conceptOf } from "../vocabulary/concepts.ts";
import words from "../vocabulary/numbers.json" with { type: "json" };
import { UNPARTED_LETTERS } from "../vocabulary/patterns.ts";
import { isCode, SIGN, SIGN_AFTER, THREE_DECIMALS } from "./currency.ts";
import { monthOf } from "./dateWords.ts";
import {
  DIGITS,
  FRACTION,
  type Marks,
  type Meaning,
  marksOf,
  plainNumbers,
  readDigits,
  SPACED,
} from "./digits.ts";
import { FREE, FROM, NOW, OLD, PER_LITRE, PER_MEASURE } from "./priceWords.ts";
import { MAY_BE_RANGE, RANGE } from "./ranges.ts";
import { allMatches } from "./text.ts";

/** Page context that resolves ambiguous forms. */
export interface Reading {
  /** Language tag of the page, or empty. */
  readonly language: string;
}

/** The rand's sign is a single letter. */
const BEFORE = new RegExp(`(?:${SIGN}|(?<![\\p{L}\\d])R)[.:]?\\s*[-−]?$`, "u");
const MARK = `(?:\\p{Lu}{0,3}${SIGN}|[A-Z]{3}|R)\\.?`;
/** "-$5", "CHF-5": the minus is on the other side of the currency. */
const NEGATIVE = new RegExp(`^(?:[-−]${MARK}\\s?|${MARK}[-−])$`, "u");
const DASHES = "(?:[.,][-–—]+)?";
const AFTER = new RegExp(`^${DASHES}\\s*(?:\\p{Lu}{1,3}(?=\\p{Sc}))?${SIGN_AFTER}`, "u");
/** A currency's code beside a number. Some are also words, so signs come first. */
const CODE_BEFORE = /(?<!\p{L})([A-Z]{3})\s?[-−]?$/u;
const CODE_AFTER = /^\s?([A-Z]{3})(?!\p{L})/u;
const PERCENT = new RegExp(`^\\s?(?:${words.percent})(?!\\p{L})`, "iu");
const PERCENT_BEFORE = /(?<!\d\s?)[%٪]\s?[-−+]?$/u;
const CENT = /^\s?¢/u;

/** A letter that a number does not follow. */
const LETTER = String.raw`(?![${UNPARTED_LETTERS}ー])\p{L}`;
const GROUPS = new RegExp(`(?<!${LETTER}|[\\d.,])[-−]?${SPACED}(?!\\d)`, "gu");
/** A number; never right after a letter, unless that is a currency, or after another digit. */
const PLAIN = new RegExp(
  `(?:(?<=${SIGN.replaceAll("(?!\\p{L})", "")}|(?<![\\p{L}\\d])R)|(?<!${LETTER}|\\d|\\d[.,]))[-−]?(?:${DIGITS}|(?<![\\p{L}\\d])${FRACTION})`,
  "gu",
);
/** "4.5 out of 5", "4,5 von 5", "3/10": the first number is the value. */
const OUT_OF = new RegExp(`^\\s*(?:${words.outOf})\\s*(?=\\d)`, "i");

const formsOf = (rows: typeof words.multipliers): (readonly [RegExp, number])[] =>
  rows.map(({ form, flags, factor }) => [new RegExp(`^${form}`, `u${flags}`), factor]);
const MULTIPLIERS = formsOf(words.multipliers);
/** "€4.5m": after a currency and a number, "m" is not metres. */
const PRICED_MULTIPLIERS = [...formsOf(words.pricedMultipliers), ...MULTIPLIERS];

/** "84,5 m²", "2. OG": the number is not an amount of money. */
const UNIT = /^\.?\s?\p{L}{1,2}[²³\d]?\.?(?![\p{L}\p{M}\d])/u;

interface Found {
  readonly value: number | null;
  /** Whether a currency is beside it: its sign, or only a code. */
  readonly currency: "sign" | "code" | null;
  readonly isPercent: boolean;
  readonly hasUnit: boolean;
  readonly start: number;
  readonly end: number;
}

interface Around {
  readonly before: string;
  /** What follows the number, its multiplier and its currency. */
  readonly after: string;
  readonly hasMultiplier: boolean;
  readonly isLed: boolean;
  readonly isFollowed: boolean;
  readonly hasThreeDecimals: boolean;
}

/**
 * What a lone mark before three digits means in a price. Prices have two decimals at most, so it groups thousands,
 * except before units of fuel and in currencies with three. It is open if the page's language begins decimals with it.
 */
const meaningInPrice = (mark: string, marks: Marks | null, around: Around): Meaning => {
  if (PER_LITRE.test(around.after) || PER_LITRE.test(around.before)) return "decimal";
  const literal: Meaning = marks === null ? null : marks.priceDecimals.includes(mark) ? "decimal" : "group";
  if (around.hasThreeDecimals) return literal ?? (mark === "." ? "decimal" : null);
  const isForeign =
    marks !== null && (around.isLed || around.isFollowed) && marks.currencyFirst !== around.isLed;
  if (around.hasMultiplier || PER_MEASURE.test(around.after)) return isForeign ? null : literal;
  // A currency on the other side shows that the number is not written in the page's language.
  return literal === "decimal" && !isForeign ? null : "group";
};

const readNumberAt = (
  text: string,
  start: number,
  token: string,
  marks: Marks | null,
  isPrice: boolean,
): Found => {
  const end = start + token.length;
  const before = text.slice(Math.max(0, start - 16), start);
  const follows = text.slice(end, end + 32);
  const isLed = BEFORE.test(before);
  const [form, factor] = (isLed ? PRICED_MULTIPLIERS : MULTIPLIERS).find(([form]) => form.test(follows)) ?? [
    /^/,
    1,
  ];
  const rest = follows.replace(form, "");
  const isFollowed = AFTER.test(rest);
  const around: Around = {
    before,
    after: rest.replace(AFTER, ""),
    hasMultiplier: factor !== 1,
    isLed,
    isFollowed,
    hasThreeDecimals: THREE_DECIMALS.test(before.slice(-6)) || THREE_DECIMALS.test(rest.slice(0, 6)),
  };
  const digits = readDigits(token.replace(/^[-−]/, ""), (mark) =>
    isPrice ? meaningInPrice(mark, marks, around) : mark === (marks?.decimal ?? ".") ? "decimal" : "group",
  );
  const hasCode = isCode(CODE_BEFORE.exec(before)?.[1] ?? "") || isCode(CODE_AFTER.exec(rest)?.[1] ?? "");
  const sign = /^[-−]/.test(token) || (start === before.length && NEGATIVE.test(before)) ? -1 : 1;
  const scale = isPrice && CENT.test(rest) ? 0.01 : factor;
  return {
    value: digits === null ? null : Number((digits * scale * sign).toPrecision(15)),
    currency: isLed || isFollowed ? "sign" : hasCode ? "code" : null,
    isPercent: PERCENT.test(rest) || PERCENT_BEFORE.test(before),
    hasUnit: UNIT.test(rest),
    start,
    end,
  };
};

const LAST_WORD = /(\p{L}+)\s+$/u;
const LED = new RegExp(`${NOW.source}|${OLD.source}|${FROM.source}`, "iu");
/** "Model 128 299 €": is it 128,299, or 299 after a name that ends with a number? Null if it is the former. */
const isOpen = (text: string, start: number, token: string, marks: Marks | null): boolean => {
  const word = LAST_WORD.exec(text.slice(0, start))?.[1];
  if (word === undefined || !token.includes(" ") || marks === null || /[\s'’]/.test(marks.group))
    return false;
  return !LED.test(word) && conceptOf(word) !== "price" && !isCode(word);
};

const findNumbers = (text: string, { language }: Reading, isPrice: boolean): Found[] => {
  const marks = marksOf(language);
  const found: Found[] = [];
  for (const { index, 0: token } of allMatches(GROUPS, text)) {
    const number = readNumberAt(text, index, token, marks, isPrice);
    // "iPhone 15 128 GB" has two numbers, "1 299 €" one: spaces group digits only next to a currency, or with
    // no letters before them.
    if (number.currency === null && /\p{L}/u.test(text.slice(0, index))) continue;
    found.push(isOpen(text, index, token, marks) ? { ...number, value: null } : number);
  }
  for (const { index, 0: token } of allMatches(PLAIN, text)) {
    const inside = found.some(({ start, end }) => index < end && index + token.length > start);
    if (!inside) found.push(readNumberAt(text, index, token, marks, isPrice));
  }
  return found.sort((left, right) => left.start - right.start);
};

const soleValue = (found: readonly Found[]): number | null => {
  const values = new Set(found.map(({ value }) => value));
  return values.size === 1 ? (found[0]?.value ?? null) : null;
};

const MAX_LENGTH = 500;

/** The only number in a text, or null. */
export const parseNumber = (text: string, reading: Reading): number | null => {
  if (text.length > MAX_LENGTH) return null;
  const plain = plainNumbers(text);
  if (plain.length > MAX_LENGTH) return null;
  const found = findNumbers(plain, reading, false);
  const first = found[0];
  if (first && found.length === 2 && OUT_OF.test(plain.slice(first.end))) return first.value;
  return soleValue(found);
};

/** A number as machines write it, such as in schema.org markup; null for any other text. */
export const machineNumber = (text: string): number | null =>
  /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : null;

/** A number of things, in which marks can only group thousands, unless it is short for more: "1.204", "1.2k". */
export const readCount = (text: string): number | null =>
  /[^\d\s.,'’]/.test(text) ? parseNumber(text, { language: "" }) : Number(text.replace(/\D/g, ""));

/** "2 for £5": neither number is the price of one. */
const SEVERAL = new RegExp(`(?<![\\p{L}\\d])\\d{1,2}\\s+(?:${words.severalFor})\\s+\\D{0,4}\\d`, "iu");
const ALONE = new RegExp(`^((?:${SIGN})?\\s?\\d[\\d.,' ]*[.,]) (\\d{2}\\s?(?:${SIGN})?)$`, "u");
/** "12€99", "$ 29 .99" and "$29. 99": the cents are separated. */
const joinCents = (text: string): string =>
  text
    .replace(/(?<!€\s?[\d.,]{0,12})(\d)\s?€\s?(\d{2})(?![\d.,])/, "$1,$2 €")
    .replace(/(\d)\s+[.,]\s*(\d{2})(?![\d.,])/, "$1.$2")
    .replace(ALONE, "$1$2");

const YEAR = /^(?:19|20)\d\d$/;
/** "July, 2004". */
const isYear = (text: string, { start, end }: Found): boolean => {
  const month = YEAR.test(text.slice(start, end)) && /(\p{L}+)[.,]?\s*$/u.exec(text.slice(0, start))?.[1];
  return Boolean(month) && monthOf(String(month)) !== undefined;
};

const ALL_RANGES = new RegExp(RANGE, "gu");
const PRICED_END = new RegExp(SIGN, "u");
/** Whether a text of several numbers has a range of prices, or of numbers if it has no price: "2-3 days, 12 €" has none. */
const hasRange = (text: string, isPriced: boolean): boolean => {
  const ranges = MAY_BE_RANGE.test(text) ? (text.match(ALL_RANGES) ?? []) : [];
  return ranges.some((range) => !isPriced || PRICED_END.test(range));
};

/**
 * The only price in a text: the number next to a currency, else the only number. Null where two readings are possible,
 * as for a range. A percentage is not a price.
 */
export const parsePrice = (text: string, reading: Reading): number | null => {
  if (text.length > MAX_LENGTH) return null;
  const plain = joinCents(plainNumbers(text));
  if (plain.length > MAX_LENGTH) return null;
  if (FREE.test(plain)) return 0;
  if (SEVERAL.test(plain)) return null;
  const found = findNumbers(plain, reading, true).filter(({ isPercent }) => !isPercent);
  const signed = found.filter(({ currency }) => currency === "sign");
  if (found.length > 1 && hasRange(plain, signed.length > 0)) return null;
  if (signed.length > 0) return soleValue(signed);
  const coded = found.filter(({ currency }) => currency === "code");
  if (coded.length > 0) return soleValue(coded);
  return found.some((number) => number.hasUnit || isYear(plain, number)) ? null : soleValue(found);
};
