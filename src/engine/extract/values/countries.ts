/** Country names, as written after a place. */
import { remembered } from "../vocabulary/remember.ts";

const SHORT = "uk usa us u.s.a. u.s. uae deutschland england scotland wales holland eu".split(" ");
/** Codes of the states of the United States and of their capital (ISO 3166-2:US). */
export const US_STATES: readonly string[] =
  "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC".split(
    " ",
  );
const CANADIAN_PROVINCES = "ON QC BC AB MB NS NB".split(" ");

/** Country names by language; listing them takes a few milliseconds. */
const namesIn = remembered((language: string): ReadonlySet<string> => {
  const display = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return new Set(codes.map((code) => display.of(code)?.toLowerCase()).filter((name) => name !== undefined));
});
const baseOf = (language: string): string => {
  const [base = ""] = language.toLowerCase().split(/[-_]/);
  return /^[a-z]{2,3}$/.test(base) ? base : "en";
};

/** Whether a text is a country, in English or the page's language, or a US or Canadian two-letter code. */
export const isCountry = (text: string, language: string): boolean => {
  if (US_STATES.includes(text) || CANADIAN_PROVINCES.includes(text)) return true;
  const name = text.toLowerCase();
  return SHORT.includes(name) || namesIn("en").has(name) || namesIn(baseOf(language)).has(name);
};
