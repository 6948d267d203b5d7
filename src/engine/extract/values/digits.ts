/** The digits of numbers in any script, and what the marks between them mean. */
import { normalForm } from "../vocabulary/normalForm.ts";
import { remembered } from "../vocabulary/remember.ts";

const DIGIT = /\p{Nd}/u;
const FOREIGN_DIGITS = /(?![0-9])\p{Nd}/gu;

/** 0 to 9. In Unicode the ten digits of a script follow each other, and runs of digits begin with a zero. */
const digitOf = remembered((digit: string): string => {
  const code = digit.codePointAt(0) ?? 0;
  let start = code;
  while (DIGIT.test(String.fromCodePoint(start - 1))) start--;
  return String((code - start) % 10);
});

/** Converts the digits of all scripts, and Arabic separators, to ASCII. */
export const foldDigits = (text: string): string =>
  /^\p{ASCII}*$/u.test(text)
    ? text
    : text
        .replace(FOREIGN_DIGITS, digitOf)
        .replace(/(?<=\d)٬(?=\d)/g, ",")
        .replace(/(?<=\d)٫(?=\d)/g, ".");

/** Placeholder for a mark that can only be a decimal separator. */
export const DECIMAL = "⎖";
const FRACTIONS: Readonly<Record<string, string>> = { "¼": "25", "½": "5", "¾": "75" };
const CENTS = /(?<=\d)[⁰¹²³⁴-⁹]{2}(?!\p{No})/gu;

/**
 * Text in the one form that numbers are read from: ASCII digits, single spaces, an apostrophe for marks that can only
 * group digits and {@link DECIMAL} for those that can only begin decimals. "1 234⁵⁰" with a narrow space is "1'234⎖50".
 */
export const plainNumbers = (text: string): string => {
  if (/^\p{ASCII}*$/u.test(text)) return text.replace(/\s+/g, " ").trim();
  const marked = text
    .replace(/[\p{Cf}]/gu, "")
    .replace(/(?<=\p{Nd})[\u00a0\u2007-\u2009\u202f٬ʼ‘’`´](?=\p{Nd}{2,3}(?!\p{Nd}))/gu, "'")
    .replace(/(?<=\p{Nd})(?:٫|·(?=\p{Nd}{2}(?!\p{Nd})))(?=\p{Nd})/gu, DECIMAL)
    .replace(CENTS, (cents) => `${DECIMAL}${cents.normalize("NFKC")}`)
    .replace(
      /(\p{Nd}?)([¼½¾])/gu,
      (_, whole: string, sign: string) => `${whole || "0"}${DECIMAL}${FRACTIONS[sign]}`,
    )
    // Numbers in circles and footnotes are not part of the number beside them.
    .replace(/(?!²|³)\p{No}/gu, " ○ ");
  return foldDigits(normalForm(marked, "NFKC")).replace(/\s+/g, " ").trim();
};

/** Digits with marks between them, without a sign. */
export const DIGITS = `\\d+(?:[.,'’${DECIMAL}]\\d+)*`;
/** Marks that begin decimals without a whole number: ".99". */
export const FRACTION = `[.,${DECIMAL}]${DIGITS}`;
/** Digits in groups of three with spaces between them. */
export const SPACED = `\\d{1,3}(?:[ '’]\\d{3})+(?:[.,${DECIMAL}]\\d+)?`;

/** How a language writes numbers. */
export interface Marks {
  readonly decimal: string;
  readonly group: string;
  /** In Swiss French, prices have another decimal separator than other numbers. */
  readonly priceDecimals: readonly string[];
  readonly currencyFirst: boolean;
}

/** Null if the language is unknown. */
export const marksOf = remembered((language: string): Marks | null => {
  try {
    const plain = new Intl.NumberFormat(language || "?").formatToParts(1_234_567.5);
    const money = { style: "currency", currency: "EUR" } as const;
    const price = new Intl.NumberFormat(language, money).formatToParts(1.5);
    const decimal = markIn(plain, "decimal");
    return {
      decimal,
      group: markIn(plain, "group"),
      priceDecimals: [decimal, markIn(price, "decimal")],
      currencyFirst:
        price.findIndex(({ type }) => type === "currency") <
        price.findIndex(({ type }) => type === "integer"),
    };
  } catch {
    return null;
  }
}, 100);
const markIn = (parts: readonly Intl.NumberFormatPart[], wanted: string): string =>
  foldMark(parts.find(({ type }) => type === wanted)?.value ?? "");
const foldMark = (mark: string): string => (mark === "٫" ? "." : mark === "٬" ? "," : mark);

export type Meaning = "decimal" | "group" | null;

const GROUPED = /^\d{1,3}(?:[.,'’ ]\d{3})+$/;
const INDIAN = /^\d{1,2}(?:([,'])\d{2})+\1\d{3}$/;

/** Reads digits with marks. `meaningOf`: what a lone mark before three digits means; null if that is open. */
export const readDigits = (text: string, meaningOf: (mark: string) => Meaning): number | null => {
  const marks = text.match(/[.,⎖]/g) ?? [];
  const last = marks.at(-1) ?? "";
  const at = text.lastIndexOf(last);
  const isMixed = new Set(marks).size === 2;
  const isLone = marks.length === 1 && last !== DECIMAL && !/['’ ]/.test(text);
  const isOpen = isLone && text.length - at === 4 && at > 0 && at <= 3 && !text.startsWith("0");
  const meaning = isOpen ? meaningOf(last) : isMixed || marks.length === 1 ? "decimal" : "group";
  if (meaning === null) return null;
  const isDecimal = meaning === "decimal";
  const [whole, fraction] = isDecimal ? [text.slice(0, at), text.slice(at + 1)] : [text, ""];
  if (!/^\d*$/.test(fraction) || !(/^\d*$/.test(whole) || GROUPED.test(whole) || INDIAN.test(whole)))
    return null;
  // Thousands and decimals have different marks.
  if (
    /[.,]/.test(whole) &&
    (new Set(whole.match(/[.,'’ ]/g)).size > 1 || (isDecimal && whole.includes(last)))
  )
    return null;
  const value = Number(`${whole.replace(/\D/g, "") || "0"}.${fraction || "0"}`);
  return Number.isFinite(value) ? value : null;
};
