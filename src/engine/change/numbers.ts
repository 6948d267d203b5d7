/** Brings the numbers on pages to one form, so that a new format is not a new value. */
import { SIGN } from "../extract/values/currency.ts";
import { parseNumber, parsePrice } from "../extract/values/numbers.ts";
import { PRICED } from "../extract/values/prices.ts";

/** A monitor compares visits to one page, so numbers are read by their format alone, without a language. */
const READING = { language: "" };

/** No number has more groups of digits. Without a limit, a text of only digit groups takes quadratic time. */
const DIGITS = String.raw`[-−]?\d+(?:[.,'’ ]\d+){0,12}`;
const PRICE = new RegExp(
  `(?<before>${SIGN})\\.? ?${DIGITS}|(?<![\\p{L}\\d])${DIGITS} ?(?<after>${SIGN})`,
  "gu",
);
const BARE = new RegExp(`^${DIGITS}$`, "u");

/** A bare number in one form. Decimals are kept: 1.10 may be the version after 1.9. */
const tidyBare = (text: string): string => {
  const value = /[.,'’ ]/.test(text) ? parseNumber(text, READING) : null;
  if (value === null) return text;
  const digits = Number(text.replace(/\D/g, ""));
  let decimals = 0;
  while (value !== 0 && decimals < 15 && Math.round(Math.abs(value) * 10 ** decimals) < digits) decimals++;
  return value.toFixed(decimals);
};

/** Longer texts are prose and are compared unchanged. */
const MAX_CHARS = 2_000;

/** Normalizes the prices in a text, or a text that is only a number. */
export const tidyNumbers = (text: string): string => {
  if (text.length > MAX_CHARS || !/\d/.test(text)) return text;
  if (BARE.test(text)) return tidyBare(text);
  return text.replace(PRICE, (whole: string, ...match) => {
    const { before, after } = match.at(-1) as Record<string, string | undefined>;
    const value = parsePrice(whole, READING);
    return value === null ? whole : `${before ?? after}${value}`;
  });
};

const MAX_NUMBER = 200;

/** The number in a value, or its price if it contains one; null if it contains none or several. */
export const toNumber = (value: unknown): number | null => {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string" || value.length > MAX_NUMBER) return null;
  return PRICED.test(value) ? parsePrice(value, READING) : parseNumber(value, READING);
};
