/** Amounts of money and plain numbers in sentences: "1,299", "1.299,00 €", "20k", "2万円". */
import { parsePrice } from "../../extract/values/numbers.ts";

const DIGITS =
  "(?:\\d{1,3}(?:[ \\u00a0\\u202f'’]\\d{3})+(?!\\d)(?:[.,]\\d+)?|\\d+(?:[.,]\\d+)*)(?:k(?!\\p{L})|[万千만천])?";
const MONEY =
  "\\p{Sc}|(?:EUR|USD|GBP|CHF|euros?|dollars?|bucks|pounds?|dólares|dollari|reais|francs?|franken)(?!\\p{L})|円|元|块|日元|美元|欧元|원|ドル|ユーロ|دولار|يورو|ريال|درهم";
/** A single capture group: the amount with its currency. */
export const AMOUNT = `((?:(?:${MONEY})\\s?)?${DIGITS}(?:\\s?(?:${MONEY}))?)`;
export const isMoney = (text: string | undefined): boolean => new RegExp(MONEY, "iu").test(text ?? "");

/** The number in an amount; null if there is none. */
export const numberIn = (text: string | undefined): number | null => {
  const digits = new RegExp(DIGITS, "iu").exec(text ?? "")?.[0];
  return digits === undefined ? null : parsePrice(digits, { language: "" });
};
