/** What short texts without a label mean by their form, in several languages. */
import type { Concept } from "../vocabulary/concepts.ts";
import words from "../vocabulary/phrases.json" with { type: "json" };

const PARTS: Readonly<Record<string, string>> = words.parts;
const pattern = (form: string, flags = "iu"): RegExp =>
  new RegExp(
    form.replace(/\{([a-z]+)\}/g, (whole, part) => PARTS[part] ?? whole),
    flags,
  );

/** Forms of whole texts, the surest first. The first group is the value; without one it is the whole text. */
export const FORMS: readonly (readonly [Concept, RegExp])[] = words.forms.map(({ concept, form }) => [
  concept as Concept,
  pattern(`^(?:${form})$`),
]);

/** Words for how long somebody is paid an amount. */
export const PAID = pattern(words.paid);
/** What owners of companies must write behind their names. */
export const COMPANY = pattern(words.company, "u");
/** "by", in front of a name. */
export const BY = pattern(words.by);
/** Two to five words that a person may be called; each begins with a capital where letters have them. */
export const PERSON = pattern(words.person, "u");
/** What stands between the names of several people. */
export const PEOPLE = pattern(words.people, "u");
/** Words in front of the last day for something. */
export const UNTIL = pattern(words.until);
/** Words in front of the day on which something was changed last. */
export const CHANGED = pattern(words.changed);
/** Words in front of the day on which something was written. */
export const SINCE = pattern(words.since);
