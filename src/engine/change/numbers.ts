/** Numbers as pages write them, brought to one form, so that a new format is no new value. */
import { parseNumber, parsePrice } from "../extract/values/numbers.ts";
import { PRICED, SIGN } from "../extract/values/prices.ts";

/** Monitors compare visits to one page: its language decides nothing that its format does not. */
const READING = { language: "" };

/** No number has more groups of digits; without a bound, a text of nothing else would be walked from each of them. */
const DIGITS = String.raw`[-−]?\d+(?:[.,'’ ]\d+){0,12}`;
const PRICE = new RegExp(
  `(?<before>${SIGN})\\.? ?(?<first>${DIGITS})|(?<![\\p{L}\\d])(?<second>${DIGITS}) ?(?<after>${SIGN})`,
  "gu",
);
const BARE = new RegExp(`^${DIGITS}$`, "u");

/** A bare number in one form, its decimals as they are: 1.10 may be the version after 1.9. */
const tidyBare = (text: string): string => {
  const value = /[.,'’ ]/.test(text) ? parseNumber(text, READING) : null;
  if (value === null) return text;
  const digits = Number(text.replace(/\D/g, ""));
  let decimals = 0;
  while (value !== 0 && decimals < 15 && Math.round(Math.abs(value) * 10 ** decimals) < digits) decimals++;
  return value.toFixed(decimals);
};

/** Longer texts are prose, and are compared as they are. */
const MAX_CHARS = 2_000;

/** Prices in the text, and a text that is nothing but a number, in one form each. */
export const tidyNumbers = (text: string): string => {
  if (text.length > MAX_CHARS || !/\d/.test(text)) return text;
  if (BARE.test(text)) return tidyBare(text);
  return text.replace(PRICE, (whole: string, ...match) => {
    const { before, first, second, after } = match.at(-1) as Record<string, string | undefined>;
    const value = parsePrice(first ?? second ?? "", READING);
    return value === null ? whole : `${before ?? after}${value}`;
  });
};

const MAX_NUMBER = 200;

/** The number that a value is or holds, its price where it has one; null where it holds none, or several. */
export const toNumber = (value: unknown): number | null => {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string" || value.length > MAX_NUMBER) return null;
  return PRICED.test(value) ? parsePrice(value, READING) : parseNumber(value, READING);
};
