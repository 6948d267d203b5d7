/** Words that people use in prompts, in several languages. */
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

/** Maps each form of a word to the word. */
const byForm = <Word extends string>(lists: Readonly<Record<Word, string>>): Readonly<Record<string, Word>> =>
  Object.fromEntries(
    Object.entries<string>(lists).flatMap(([word, forms]) =>
      forms.split(" ").map((form) => [form, word as Word] as const),
    ),
  );

/** Nouns for the records of a list: a plural means a list. */
export const RECORD_NOUNS: Readonly<Record<string, string>> = byForm(nouns.nouns);
/** Field names used in sentences, in addition to those used on pages. */
export const FIELD_WORDS: Readonly<Record<string, Concept>> = byForm(fields.fields);

/** Words that name fields on pages but mean something else in a sentence. */
export const NOT_FIELDS: ReadonlySet<string> = new Set(words.notFields.split(" "));
/** … except these, if the sentence lists them among the fields to collect. */
export const LISTED_FIELDS: ReadonlySet<string> = new Set(words.listedFields.split(" "));
/** … and these, if it names no other field. */
export const SOLE_FIELDS: ReadonlySet<string> = new Set(words.soleFields.split(" "));
