/** What people call things when they ask for them, in several languages. */
import type { OutputType } from "../../../contract/outputSchema.ts";
import type { Concept } from "../../extract/vocabulary/concepts.ts";
import fields from "../vocabulary/fields.json" with { type: "json" };
import nouns from "../vocabulary/nouns.json" with { type: "json" };
import words from "../vocabulary/words.json" with { type: "json" };
import { readGrammar } from "./grammar.ts";

const { words: whole } = readGrammar(words.phrases);

export const MONITOR = whole("monitor");
export const INTERACT = whole("interact");
export const SCROLL = whole("scroll");
export const MANY = whole("many");
export const ONE = whole("one");

/** Each of the forms of a word, with the word. */
const byForm = <Word extends string>(lists: Readonly<Record<Word, string>>): Readonly<Record<string, Word>> =>
  Object.fromEntries(
    Object.entries<string>(lists).flatMap(([word, forms]) =>
      forms.split(" ").map((form) => [form, word as Word] as const),
    ),
  );

/** What people call the records of a list: a plural means a list. */
export const RECORD_NOUNS: Readonly<Record<string, string>> = byForm(nouns.nouns);
/** Names of fields as sentences use them, beside those by which pages go. */
export const FIELD_WORDS: Readonly<Record<string, Concept>> = byForm(fields.fields);

/** Types of what pages hold, by concept; of all else the text is taken. */
export const TYPES = fields.types as Readonly<Record<string, OutputType>>;

/** Words that are names of fields elsewhere and, in a sentence, something else. */
export const NOT_FIELDS: ReadonlySet<string> = new Set(words.notFields.split(" "));
/** … unless the sentence lists them as something to collect, where these mean what they say. */
export const LISTED_FIELDS: ReadonlySet<string> = new Set(words.listedFields.split(" "));
