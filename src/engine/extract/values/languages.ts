/** Names and tags of languages, from `Intl`. */
import { remembered } from "../vocabulary/remember.ts";

const TAG = /^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,3}$/i;

const NAMES = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

/** A language tag (BCP 47) such as `de-AT`, from `de_AT` too; null for anything else. */
export const readLanguageTag = (text: string): string | null => {
  const tag = text.trim().split(".")[0]?.replaceAll("_", "-") ?? "";
  if (!TAG.test(tag)) return null;
  try {
    return NAMES.of(tag.split("-")[0] ?? "") === undefined ? null : tag;
  } catch {
    return null;
  }
};

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** All languages that `Intl` has a name for in English: those with a code of two letters, and a few more. */
const CODES: readonly string[] = [...LETTERS]
  .flatMap((first) => [...LETTERS].map((second) => first + second))
  .filter((code) => NAMES.of(code) !== undefined);

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFC")
    .toLowerCase()
    .match(/[\p{L}\p{M}]{2,}/gu) ?? [];

/** Words that name languages, as `locale` and the languages themselves write them. */
const namesIn = remembered((locale: string): ReadonlySet<string> => {
  const names = new Intl.DisplayNames([locale, "en"], { type: "language", fallback: "none" });
  const own = CODES.map((code) => {
    const [known] = Intl.DisplayNames.supportedLocalesOf(code);
    return known ? new Intl.DisplayNames(known, { type: "language", fallback: "none" }).of(code) : undefined;
  });
  const all = [...CODES.flatMap((code) => [names.of(code), NAMES.of(code)]), ...own];
  return new Set(all.flatMap((name) => (name ? wordsOf(name).slice(0, 1) : [])));
}, 20);

const MAX_WORDS = 12;

/** Whether a text names languages: `de`, "English", "Deutsch, Englisch", "Español (España)". */
export const namesLanguage = (text: string, locale: string): boolean => {
  if (readLanguageTag(text) !== null) return true;
  const words = wordsOf(text);
  const [known = "en"] = Intl.DisplayNames.supportedLocalesOf(readLanguageTag(locale) ?? "en");
  return words.length <= MAX_WORDS && words.some((word) => namesIn(known).has(word));
};

/** One word with a capital, as programming languages are written: "Python", "C++", "TypeScript". */
const CAPITALISED = /^\p{Lu}[\p{L}\p{N}]*[+#]{0,2}$/u;

/** Whether a value that is labelled "Language" can be one, of people or of programs. */
export const mayBeLanguage = (text: string, locale: string): boolean =>
  CAPITALISED.test(text) || namesLanguage(text, locale);
