/** Recognises short texts without a label by their form, in several languages. */
import type { Concept } from "../vocabulary/concepts.ts";
import words from "../vocabulary/phrases.json" with { type: "json" };

const PARTS: Readonly<Record<string, string>> = words.parts;
const pattern = (form: string, flags = "iu"): RegExp =>
  new RegExp(
    form.replace(/\{([a-z]+)\}/g, (whole, part) => PARTS[part] ?? whole),
    flags,
  );

/** Patterns for whole texts, most reliable first. The value is the first group, else the whole text. */
export const FORMS: readonly (readonly [Concept, RegExp])[] = words.forms.map(({ concept, form }) => [
  concept as Concept,
  pattern(`^(?:${form})$`),
]);

/** Words for a pay period: "per hour", "a year". */
export const PAID = pattern(words.paid);
/** Words used only for pay. Rents are monthly and rooms nightly, so months and nights do not count. */
export const ONLY_PAID = pattern(words.onlyPaid);
/** A company name that ends with its legal form, such as "GmbH" or "Ltd". */
export const COMPANY = pattern(words.company, "u");
/** "by" before a name. */
export const BY = pattern(words.by);
/** The same after a word for writing or opening something: "opened on 3 March by", not "closed by". */
export const LATER_BY = pattern(`(?<=(?<!\\p{L}){wrote}(?!\\p{L}).*\\s)${words.by.replace("^", "")}`);
/** One to five words of a person's name, each capitalised if its script has capitals. */
export const PERSON = pattern(words.person, "u");
/** Separators between the names of several people. */
export const PEOPLE = pattern(words.people, "u");
/** Words before a deadline. */
export const UNTIL = pattern(words.until);
/** Words before the date of the last change. */
export const CHANGED = pattern(words.changed);
/** Words before the publication date. */
export const SINCE = pattern(words.since);

/** Whether words introduce the day on which something was written or changed: "Published on". */
export const introducesDay = (words: string): boolean =>
  SINCE.test(`${words} x`) || CHANGED.test(`${words} x`);
