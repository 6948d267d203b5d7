/** Numbers and prices as pages write them. Ambiguous ones are null. */

import words from "../vocabulary/currencies.json" with { type: "json" };
import { normalForm } from "../vocabulary/normalForm.ts";
import { remembered } from "../vocabulary/remember.ts";

/** Page context that resolves ambiguous forms. */
export interface Reading {
  /** Language tag of the page, or empty. */
  readonly language: string;
}

/** Currencies written in letters, as alternatives of a regular expression. */
export const CURRENCY_LETTERS = words.letters.join("|");

/** Signs are recognised by their Unicode class. */
const CURRENCY = `(?:\\p{Sc}|(?<!\\p{L})(?:${CURRENCY_LETTERS})(?!\\p{L}))`;
/** The rand's sign is a single letter. */
const BEFORE = new RegExp(`(?:${CURRENCY}|(?<![\\p{L}\\d])R)\\.?\\s*[-−]?$`, "u");
const AFTER = new RegExp(`^(?:[.,][-–—]+)?\\s*${CURRENCY}`, "u");
const FREE = /^(free|gratis|kostenlos|gratuit|gratuito)$/i;

/** A number, with or without spaces between thousands; never right after a letter or another digit. */
const SPACED = /(?<![\p{L}\d.,])[-−]?\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?(?![\d])/gu;
const PLAIN = new RegExp(
  `(?:(?<=${CURRENCY.replace("(?!\\p{L})", "")})|(?<!\\p{L}|\\d|\\d[.,]))[-−]?(?:\\d+(?:[.,'’]\\d+)*|(?<!\\p{L})[.,]\\d+)`,
  "gu",
);
/** "4.5 out of 5", "4,5 von 5", "3/10": the first number is the value. */
const OUT_OF = /^\s*(?:\/|out of|of|von|sur|su|de|van|av|z)\s*(?=\d)/i;

/** The decimal separator of the page's language, `,` or `.`; null if unknown. */
const decimalOf = remembered((language: string): string | null => {
  try {
    const parts = new Intl.NumberFormat(language || "?").formatToParts(1.5);
    return parts.find(({ type }) => type === "decimal")?.value ?? null;
  } catch {
    return null;
  }
}, 100);

const GROUPED = /^\d{1,3}(?:[.,'’ ]\d{3})+$/;
const INDIAN = /^\d{1,2}(?:,\d{2})+,\d{3}$/;

/** Reads digits with separators. `meansDecimal`: whether a lone one before three digits is decimal. */
const readDigits = (text: string, meansDecimal: (separator: string) => boolean): number | null => {
  const separators = text.match(/[.,]/g) ?? [];
  const last = separators.at(-1) ?? "";
  const at = text.lastIndexOf(last);
  const isMixed = new Set(separators).size === 2;
  const isLone = separators.length === 1 && !/['’ ]/.test(text);
  const isOpen = isLone && text.length - at === 4 && at > 0 && at <= 3 && !text.startsWith("0");
  const isDecimal = isMixed || (separators.length === 1 && (!isOpen || meansDecimal(last)));
  const [whole, fraction] = isDecimal ? [text.slice(0, at), text.slice(at + 1)] : [text, ""];
  if (!/^\d*$/.test(whole) && !GROUPED.test(whole) && !INDIAN.test(whole)) return null;
  // Thousands and decimals have different separators.
  if (
    /[.,]/.test(whole) &&
    (new Set(whole.match(/[.,'’ ]/g)).size > 1 || (isDecimal && whole.includes(last)))
  )
    return null;
  const value = Number(`${whole.replace(/\D/g, "") || "0"}.${fraction || "0"}`);
  return Number.isFinite(value) ? value : null;
};

interface Found {
  readonly value: number | null;
  readonly hasCurrency: boolean;
  readonly hasUnit: boolean;
  readonly start: number;
  readonly end: number;
}

const MULTIPLIERS: readonly (readonly [RegExp, number])[] = [
  [/^k(?![\p{L}\d])/iu, 1e3],
  [/^M(?![\p{L}\d])/u, 1e6],
  [/^ ?(?:million(?:en|s)?|mio\.?|millones|milioni)(?!\p{L})/iu, 1e6],
  [/^ ?(?:billion|bn|mrd\.?)(?!\p{L})/iu, 1e9],
  [/^[千천]/u, 1e3],
  [/^[万萬만]/u, 1e4],
  [/^[億亿억]/u, 1e8],
];

/** "84,5 m²", "2. OG": the number is not an amount of money. */
const UNIT = /^\.?\s?\p{L}{1,2}[²³\d]?\.?(?![\p{L}\d])/u;

/** "€4.5m": after a currency and a number, "m" is not metres. */
const PRICED_MULTIPLIERS: typeof MULTIPLIERS = [
  [/^m(?![\p{L}\d])/iu, 1e6],
  [/^b(?![\p{L}\d])/iu, 1e9],
];

const describe = (
  text: string,
  start: number,
  token: string,
  decimal: string | null,
  isPrice: boolean,
): Found => {
  const end = start + token.length;
  const before = text.slice(Math.max(0, start - 12), start);
  const after = text.slice(end, end + 16);
  const negative = /^[-−]/.test(token);
  const digits = readDigits(
    token.replace(/^[-−]/, ""),
    (separator) => !isPrice && separator === (decimal ?? "."),
  );
  const isPriced = BEFORE.test(before);
  const forms = isPriced ? [...PRICED_MULTIPLIERS, ...MULTIPLIERS] : MULTIPLIERS;
  const [unit, factor] = forms.find(([form]) => form.test(after)) ?? [/^/, 1];
  const rest = after.replace(unit, "");
  return {
    value: digits === null ? null : Number(((negative ? -digits : digits) * factor).toPrecision(15)),
    hasCurrency: isPriced || AFTER.test(rest),
    hasUnit: UNIT.test(rest),
    start,
    end,
  };
};

const findNumbers = (text: string, { language }: Reading, isPrice: boolean): Found[] => {
  const decimal = decimalOf(language);
  const found: Found[] = [];
  for (const match of text.matchAll(SPACED)) {
    const number = describe(text, match.index, match[0], decimal, isPrice);
    // "iPhone 15 128 GB" has two numbers, "1 299 €" one: spaces group digits only next to a currency, or with
    // no letters before them.
    if (number.hasCurrency || !/\p{L}/u.test(text.slice(0, match.index))) found.push(number);
  }
  for (const match of text.matchAll(PLAIN)) {
    const inside = found.some(({ start, end }) => match.index < end && match.index + match[0].length > start);
    if (!inside) found.push(describe(text, match.index, match[0], decimal, isPrice));
  }
  return found.sort((left, right) => left.start - right.start);
};

const soleValue = (found: readonly Found[]): number | null => {
  const values = new Set(found.map(({ value }) => value));
  return values.size === 1 ? (found[0]?.value ?? null) : null;
};

const MAX_LENGTH = 500;
const ZEROS = [..."٠۰०০๐"].map((zero) => zero.charCodeAt(0));
/** Converts Arabic, Persian, Devanagari, Bengali and Thai digits, and Arabic separators, to ASCII. */
export const foldDigits = (text: string): string =>
  /[٠-๙]/.test(text)
    ? text
        .replace(/[٠-٩۰-۹०-९০-৯๐-๙]/g, (digit) => {
          const code = digit.charCodeAt(0);
          return String(code - (ZEROS.findLast((zero) => zero <= code) ?? code));
        })
        .replace(/(?<=\d)٬(?=\d)/g, ",")
        .replace(/(?<=\d)٫(?=\d)/g, ".")
    : text;
const clean = (text: string): string => foldDigits(normalForm(text, "NFKC")).replace(/\s+/g, " ").trim();

/** The only number in a text, or null. */
export const parseNumber = (text: string, reading: Reading): number | null => {
  if (text.length > MAX_LENGTH) return null;
  const cleaned = clean(text);
  const found = findNumbers(cleaned, reading, false);
  const first = found[0];
  if (first && found.length === 2 && OUT_OF.test(cleaned.slice(first.end))) return first.value;
  return soleValue(found);
};

/**
 * "10 - 20 EUR", "von 5 bis 9 €": two prices, neither of them the price. A percentage is not the end of a
 * range.
 */
const RANGE = /\d[\d.,' ]*\p{Sc}?\s*(?:[-–—]|to|bis|à|hasta)\s*\p{Sc}?\s*\d[\d.,']*(?![\d.,']*\s*%)/iu;

/** "2 for £5": neither number is the price of one. */
const SEVERAL = /(?<![\p{L}\d])\d{1,2}\s+(?:for|für|pour|por|per|voor|för|za)\s+\D{0,4}\d/iu;
/** "12€99" and "$ 29 .99": the cents are separated. */
const joinCents = (text: string): string =>
  text
    .replace(/(?<!€\s?[\d.,]{0,12})(\d)\s?€\s?(\d{2})(?![\d.,])/, "$1,$2 €")
    .replace(/(\d)\s+[.,]\s*(\d{2})(?![\d.,])/, "$1.$2");

/** The only price in a text: the number next to a currency, else the only number. Null for a range. */
export const parsePrice = (text: string, reading: Reading): number | null => {
  if (text.length > MAX_LENGTH) return null;
  const cleaned = joinCents(clean(text));
  if (FREE.test(cleaned)) return 0;
  if (RANGE.test(cleaned) || SEVERAL.test(cleaned)) return null;
  const found = findNumbers(cleaned, reading, true);
  const priced = found.filter(({ hasCurrency }) => hasCurrency);
  if (priced.length > 0) return soleValue(priced);
  return found.some(({ hasUnit }) => hasUnit) ? null : soleValue(found);
};
