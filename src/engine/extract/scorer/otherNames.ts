/** Alternative names of fields, from their descriptions and the instructions. */
import {
  type DescribedSchema,
  isDescribed,
  type OutputSchema,
} from "../../../contract/fields/outputSchema.ts";
import { foldedWords } from "../vocabulary/concepts.ts";

interface Names {
  /** The field's name plus a qualifier: "price without tax". Looked for before the name itself. */
  readonly narrower: readonly string[];
  /** Synonyms that are as good as the name: "Kaution" for `deposit`. */
  readonly equal: readonly string[];
}

export interface OtherNames {
  readonly of: ReadonlyMap<string, Names>;
  /** All alternative names of all fields. */
  readonly all: ReadonlySet<string>;
  /** The same of the fields of nested records, by their schema. */
  readonly nested: ReadonlyMap<OutputSchema, OtherNames>;
}

export interface Asked {
  /** The type of each field, and of each of its alternative names. */
  readonly schema: OutputSchema;
  readonly otherNames: OtherNames;
}

/** Labels are no longer than this, and a sentence is not a name. */
const MAX_WORDS = 5;
const MAX_NAMES = 4;

const isName = (text: string): boolean => {
  const { length } = foldedWords(text);
  return length > 0 && length <= MAX_WORDS;
};

const PUNCTUATION = /[,;:.()[\]"“”„«»\n、。]/;
const phrasesOf = (text: string): string[] =>
  text
    .split(PUNCTUATION)
    .map((phrase) => phrase.trim())
    .filter(isName);

const CLAUSES = /[,;.\n、。]/;
const STANDS_FOR = /^(?:\s*(?:=|:|→|means\b|is\b|are\b|called\b|labelled\b|labeled\b|shown\s+as\b))+\s*/i;
const QUOTES = /^["'“„«]|["'”“»]$/g;

/** The words after a field's name in a clause of the instructions: "without tax", "means Kaution". */
const saidAfter = (name: string, instructions: string): string[] => {
  const words = foldedWords(name);
  return instructions.split(CLAUSES).flatMap((clause) => {
    const said = clause.trim().split(/\s+/);
    const folded = said.map((word) => foldedWords(word).join(""));
    const whole = folded.indexOf(words.join(""));
    if (whole >= 0) return [said.slice(whole + 1).join(" ")];
    const at = folded.findIndex((_, from) => words.every((word, index) => folded[from + index] === word));
    return at < 0 ? [] : [said.slice(at + words.length).join(" ")];
  });
};

const namesOf = (
  name: string,
  description: string,
  instructions: string,
  fields: ReadonlySet<string>,
): Names => {
  const after = saidAfter(name, instructions).filter(
    (text) => !foldedWords(text).some((word) => fields.has(word)),
  );
  const meant = after.filter((text) => STANDS_FOR.test(text));
  const narrowing = [...phrasesOf(description), ...after.filter((text) => !meant.includes(text))];
  const equal = [
    ...phrasesOf(description),
    ...meant.map((text) => text.replace(STANDS_FOR, "").replace(QUOTES, "")),
  ];
  return {
    narrower: narrowing
      .filter(isName)
      .map((text) => `${foldedWords(name).join(" ")} ${text}`)
      .slice(0, MAX_NAMES),
    equal: equal.filter(isName).slice(0, MAX_NAMES),
  };
};

/** The requested fields, with all of their names. */
export const readAsked = (asked: DescribedSchema, instructions: string): Asked => {
  const nested = new Map<OutputSchema, OtherNames>();
  const expandNested = (schema: DescribedSchema): OutputSchema => {
    const inner = expand(schema);
    nested.set(inner.schema, inner.otherNames);
    return inner.schema;
  };
  const expand = (schema: DescribedSchema): Asked => {
    const of = new Map<string, Names>();
    const fields = new Set(Object.keys(schema).flatMap(foldedWords));
    const own = Object.entries(schema).map(([name, type]): [string, OutputSchema[string]][] => {
      if (Array.isArray(type)) return [[name, [expandNested(type[0])]]];
      if (typeof type === "object" && !isDescribed(type))
        return [[name, expandNested(type as DescribedSchema)]];
      const { type: plain, description } = isDescribed(type) ? type : { type, description: "" };
      const names = namesOf(name, description, instructions, fields);
      const others = [...names.narrower, ...names.equal].filter((other) => !Object.hasOwn(schema, other));
      if (others.length > 0) of.set(name, names);
      return [name, ...others].map((each) => [each, plain as OutputSchema[string]]);
    });
    const all = new Set(
      [...of.values()]
        .flatMap(({ narrower, equal }) => [...narrower, ...equal])
        .filter((other) => !Object.hasOwn(schema, other)),
    );
    return { schema: Object.fromEntries(own.flat()), otherNames: { of, all, nested } };
  };
  return expand(asked);
};

/** The alternative names of the fields of a nested record. */
export const namesWithin = (names: OtherNames | undefined, schema: OutputSchema): OtherNames | undefined =>
  names?.nested.get(schema) ?? names;
