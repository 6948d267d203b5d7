/** What a text can be by its form, if no label says what it is. */
import { COMPANY, FORMS, PAID, PERSON } from "../../values/phrases.ts";
import { PRICED } from "../../values/prices.ts";
import { parseStock } from "../../values/stock.ts";
import type { Concept } from "../../vocabulary/concepts.ts";
import { looksLike } from "../called.ts";
import { namesVenue } from "../events/eventWords.ts";

/** Whether a text may be the value of a field, by its form. */
export const fits = (text: string, concept: Concept | null): boolean =>
  concept === "author"
    ? PERSON.test(text) && /\s/.test(text)
    : looksLike(text, concept) && !(OPEN.has(concept) && isState(text));

/** Numbers, words and addresses stay apart. */
export const kindOf = (text: string): string => `${/\p{L}/u.test(text)} ${text.includes("@")}`;

/** Fields that an unlabelled text can be taken for, if no other text is left. */
export const OPEN: ReadonlySet<Concept | null> = new Set<Concept | null>([
  "title",
  "address",
  "location",
  "city",
  "venue",
  "organization",
  "author",
  "role",
  "salary",
]);

/** Whether a text says by its words what it is, and is no name: "Full-time", "In stock". */
const isState = (text: string): boolean =>
  parseStock(text) !== null ||
  FORMS.some(([concept, form]) => concept === "employmentType" && form.test(text));

/** A name: all but its short words are capitalised. */
const isName = (text: string): boolean =>
  /^\p{Lu}/u.test(text) &&
  (text.match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? []).every((word) => /^\p{Lu}|^.{1,3}$/u.test(word));
const PARTED = /^[^,]{2,40}(?:, ?[^,]{2,40}){1,3}$/u;

/**
 * Whether a text that no label announces has the form of a place, a company or a salary. What is sold also has editions and colours,
 * which look like names.
 */
export const hasForm = (text: string, concept: Concept | null, isSold: boolean): boolean => {
  if (concept === "salary") return PRICED.test(text) || PAID.test(text);
  if (PRICED.test(text)) return false;
  if (concept === "address") return PARTED.test(text) && isName(text.replace(/^\d+\p{L}? /u, ""));
  if (concept === "organization") return COMPANY.test(text) || (!isSold && isName(text));
  return concept === "location" || concept === "city" || concept === "venue"
    ? namesVenue(text) || (isName(text) && (!isSold || PARTED.test(text)))
    : concept !== "role" || !isSold;
};
