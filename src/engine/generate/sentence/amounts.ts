/** Amounts of money and plain numbers in sentences: "1,299", "1.299,00 €", "20k", "2万円". */
import { DIGITS, plainNumbers, SPACED } from "../../extract/values/digits.ts";
import { parsePrice } from "../../extract/values/numbers.ts";
import currencies from "../../extract/vocabulary/currencies.json" with { type: "json" };

const { spoken, spokenUnspaced } = currencies;

const AMOUNT_ONLY = `(?:${SPACED}(?!\\d)|${DIGITS})(?:k(?!\\p{L})|[万千만천])?`;
const MONEY = `(?<!\\p{L})\\p{L}{1,2}\\p{Sc}|\\p{Sc}|(?:${spoken.join("|")})(?!\\p{L})|${spokenUnspaced}`;
/** A single capture group: the amount with its currency. */
export const AMOUNT = `((?:(?:${MONEY})\\s?)?${AMOUNT_ONLY}(?:\\s?(?:${MONEY}))?)`;
export const isMoney = (text: string | undefined): boolean => new RegExp(MONEY, "iu").test(text ?? "");

/** The number in an amount; null if there is none. */
export const numberIn = (text: string | undefined): number | null => {
  const digits = new RegExp(AMOUNT_ONLY, "iu").exec(plainNumbers(text ?? ""))?.[0];
  return digits === undefined ? null : parsePrice(digits, { language: "" });
};
