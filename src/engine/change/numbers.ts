/** Numbers as pages write them, brought to one form, so that a new format is no new value. */

const SIGN = "[-−]?";
const DIGITS = String.raw`\d+(?:[.,'’ ]\d+)*`;
const LETTERS = "EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|JPY|CNY|INR|AUD|CAD|kr|zł|Kč|Rs";
const CURRENCY = String.raw`(?:\p{Sc}|(?<!\p{L})(?:${LETTERS})(?!\p{L}))`;

const PRICE = new RegExp(
  `(?<before>${CURRENCY})\\.? ?(?<first>${SIGN}${DIGITS})|(?<![\\p{L}\\d])(?<second>${SIGN}${DIGITS}) ?(?<after>${CURRENCY})`,
  "gu",
);
const BARE = new RegExp(`^${SIGN}${DIGITS}$`, "u");
const ANY = new RegExp(`(?<![\\p{L}\\d])${SIGN}${DIGITS}`, "gu");

/** Digits with separators as a decimal number: "1.299,00" and "1,299.00" are "1299.00". */
const plainDigits = (digits: string, dotGroups: boolean): string => {
  const text = digits.replace("−", "-").replace(/['’ ]/g, "");
  const separators = text.match(/[.,]/g) ?? [];
  const last = separators.at(-1);
  if (last === undefined) return text;
  const isRepeated = separators.length > 1 && new Set(separators).size === 1;
  const tail = text.slice(text.lastIndexOf(last) + 1);
  const groups = new Set(separators).size === 1 && tail.length === 3 && (last === "," || dotGroups);
  if (isRepeated || groups) return text.replace(/[.,]/g, "");
  const whole = text.slice(0, text.lastIndexOf(last)).replace(/[.,]/g, "");
  return `${whole}.${tail}`;
};

/** "19.90" and "19.9" are the same amount of money. */
const withoutZeros = (digits: string): string =>
  digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits;

/** Longer texts are prose, and are compared as they are. */
const MAX_CHARS = 2_000;

/** Prices in the text, and a text that is nothing but a number, in one form each. */
export const tidyNumbers = (text: string): string => {
  if (text.length > MAX_CHARS || !/\d/.test(text)) return text;
  // Decimals of a bare number are left: 1.10 may be the version after 1.9.
  if (BARE.test(text)) return plainDigits(text, false);
  return text.replace(PRICE, (...match) => {
    const { before, first, second, after } = match.at(-1) as Record<string, string | undefined>;
    return `${before ?? after}${withoutZeros(plainDigits(first ?? second ?? "", true))}`;
  });
};

/** The number that a value is or holds; null where it holds none, or several. */
export const toNumber = (value: unknown): number | null => {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string" || value.length > 200) return null;
  const text = value.normalize("NFKC").replace(/\s+/g, " ").trim();
  const prices = [...text.matchAll(PRICE)].map(({ groups }) =>
    plainDigits(groups?.first ?? groups?.second ?? "", true),
  );
  const found =
    prices.length > 0 ? prices : [...text.matchAll(ANY)].map(([digits]) => plainDigits(digits, false));
  const numbers = new Set(found.map(Number));
  const [number] = numbers;
  return numbers.size === 1 && number !== undefined && Number.isFinite(number) ? number : null;
};
