/** Currencies as pages write them. */

import words from "../vocabulary/currencies.json" with { type: "json" };
import { normalForm } from "../vocabulary/normalForm.ts";
import { allMatches } from "./text.ts";

/** Currencies written in letters, as alternatives of a regular expression. */
export const LETTERS = [...words.letters, words.unspaced].join("|");

/** What pages write beside an amount of money: signs are recognised by their Unicode class. */
export const SIGN = `(?:\\p{Sc}|${words.unspaced}|(?<!\\p{L})(?:${LETTERS}|${words.rand})(?!\\p{L}))`;
/** After an amount, single letters can be a currency too. */
export const SIGN_AFTER = `(?:${SIGN}|(?<!\\p{L})(?:${words.afterOnly})(?!\\p{L}))`;

/** Currencies of which a price shows three decimals. */
export const THREE_DECIMALS = new RegExp(`(?<!\\p{L})(?:${words.threeDecimals})(?!\\p{L})`, "u");

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** Signs of exactly one currency; longer ones first. */
const SIGNS: readonly (readonly [sign: RegExp, code: string])[] = words.signs.map(({ form, code }) => [
  new RegExp(form, "u"),
  code,
]);
/** What a sign shared by several countries means in each of them. */
const BY_COUNTRY: Readonly<Record<string, Readonly<Record<string, string>>>> = words.byCountry;
const ELSEWHERE: Readonly<Record<string, string | null>> = words.elsewhere;
/** Languages of a single country with its own `kr` or `¥`. */
const BY_LANGUAGE: Readonly<Record<string, string>> = words.byLanguage;

const CODE = /(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/g;

/** Whether three letters are a code of ISO 4217. */
export const isCode = (word: string): boolean => CODES.has(word);

const countryOf = (language: string, baseUrl: string): string => {
  const region = /[-_]([A-Za-z]{2})$/.exec(language)?.[1]?.toUpperCase();
  if (region) return region;
  const end = /\.([a-z]{2})$/.exec(URL.parse(baseUrl)?.hostname ?? "")?.[1]?.toUpperCase();
  return end ?? BY_LANGUAGE[language.slice(0, 2).toLowerCase()] ?? "";
};

/** The ISO 4217 code of the currency in a text; null if unclear. */
export const findCurrency = (
  text: string,
  { language, baseUrl }: { language: string; baseUrl: string },
): string | null => {
  const codes = allMatches(CODE, text).filter(([word]) => CODES.has(word));
  // Some codes are also words: "TRY", "ALL". Next to a number they are codes.
  const beside = codes.find(
    ({ index }) =>
      /\d[^\p{L}\d]*$/u.test(text.slice(0, index)) || /^[^\p{L}\d]*\d/u.test(text.slice(index + 3)),
  );
  if (beside) return beside[0];
  const sign = SIGNS.find(([pattern]) => pattern.test(text))?.[1];
  if (sign !== undefined) return sign;
  const shared = /[$¥]|(?<!\p{L})kr(?!\p{L})/iu.exec(normalForm(text, "NFKC"))?.[0].toLowerCase();
  if (shared === undefined) return codes[0]?.[0] ?? null;
  return BY_COUNTRY[shared]?.[countryOf(language, baseUrl)] ?? ELSEWHERE[shared] ?? null;
};
