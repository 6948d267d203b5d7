/** Maps the different names that pages and callers use for one concept, in several languages and notations. */

import vocabulary from "./concepts.json" with { type: "json" };
import { remembered } from "./remember.ts";
import { foldWord, splitWords } from "./words.ts";

export type Concept = keyof typeof vocabulary.concepts;

/** Cache size. Pages have many labels, and repeat them often. */
const MAX_NAMES = 5_000;

/** "Stock #" */
const NUMBER_SIGN = /(?<=\p{L}\s?)[#№]\s*:?$/u;
/** "% Chg", "Change (%)", but not "incl. 21%". */
const PERCENT_SIGN = /^%(?=\s)|(?<=\p{L}\s?)\(?%\)?$/u;
/** The words of a name, without accents; `normaliseName` joins them. */
export const foldedWords: (name: string) => readonly string[] = remembered(
  (name) =>
    splitWords(
      name.replace(/\[\]$/, "").replace(NUMBER_SIGN, " number").replace(PERCENT_SIGN, " percent "),
    ).map(foldWord),
  MAX_NAMES,
);

/** `In-Stock`, `inStock` and `in_stock` are one name, and so are `dostępność` and `dostepnosc`. */
const normaliseName = (name: string): string => foldedWords(name).join("");

const CONCEPTS: ReadonlyMap<string, Concept> = new Map(
  Object.entries(vocabulary.concepts).flatMap(([concept, names]) =>
    [concept, ...names.split(/\s+/).filter(Boolean)]
      .map((name) => [normaliseName(name), concept as Concept] as const)
      .reverse(),
  ),
);

/** "waehrung" and "wahrung" are "Währung", typed without umlauts. */
const withoutUmlauts = (name: string): string => name.replace(/([aou])e/g, "$1");

const lookUp = (name: string): Concept | null => {
  const singular = name.length > 4 && name.endsWith("s") ? name.slice(0, -1) : name;
  return CONCEPTS.get(name) ?? CONCEPTS.get(singular) ?? CONCEPTS.get(withoutUmlauts(name)) ?? null;
};

const set = (words: string): ReadonlySet<string> => new Set(words.split(" ").map(foldWord));

/** What a field belongs to, such as "product" in "product name". */
const SUBJECTS = set(vocabulary.parts.subjects);
/** Whether a label is just a word for a thing: "Product". */
export const isSubject = (label: string): boolean => SUBJECTS.has(foldedWords(label).join(""));
/** Filler words without a meaning of their own. */
const FILLERS = set(vocabulary.parts.fillers);
const OLD = set(vocabulary.parts.old);
const NOW = set(vocabulary.parts.now);
/** Words for prices before tax, for prices including tax, and for taxes. */
const NET = set(vocabulary.parts.net);
const GROSS = set(vocabulary.parts.gross);
const TAXED = new Set([...NET, ...GROSS, ...set(vocabulary.parts.taxes)]);
const COUNTS = set(vocabulary.parts.counts);
const LABELS = set(vocabulary.parts.labels);
const ADDRESSES = set(vocabulary.parts.addresses);
const DAYS = set(vocabulary.parts.days);

/** Names in which one word is the concept and the others say whose it is, or which kind. */
const compose = (all: readonly string[]): Concept | null => {
  const words = all.filter((word) => !FILLERS.has(word));
  const own = words.filter((word) => !SUBJECTS.has(word));
  const without = (set: ReadonlySet<string>): Concept | null => {
    const rest = own.filter((word) => !set.has(word));
    return rest.length === own.length || rest.length === 0 ? null : lookUp(rest.join(""));
  };
  if (without(OLD) === "price") return "originalPrice";
  if (without(NOW) === "price") return "price";
  const says = (set: ReadonlySet<string>): boolean => own.some((word) => set.has(word));
  if ((says(NET) || says(GROSS)) && without(TAXED) === "price") return says(NET) ? "netPrice" : "price";
  const dated = without(DAYS);
  if (dated !== null && DATED.has(dated)) return dated;
  const counted = without(COUNTS);
  if (counted === "reviewCount" || counted === "rating") return "reviewCount";
  if (counted !== null && COUNTED.has(counted)) return counted;
  const named = without(LABELS);
  if (named !== null && NAMED.has(named)) return named;
  if (without(ADDRESSES) === "image") return "image";
  return own.length > 0 && own.length < words.length ? lookUp(own.join("")) : null;
};
/** Whether a field's name says that it holds a person's name: "speaker", "first_name". */
export const namesPerson = (name: string): boolean => {
  const words = foldedWords(name);
  return [...words, words.join("")].some((word) => PERSONS.has(word));
};
const PERSONS = set(vocabulary.parts.persons);
const DATED = set(vocabulary.kinds.dated);
const COUNTED = set(vocabulary.kinds.counted);
/** Concepts that are known by name: a brand's name is the brand. */
const NAMED = set(vocabulary.kinds.named);

const MAX_WORDS = 5;

const UNITS = set(vocabulary.parts.units);
/** "price eur", "floor area sq ft": the unit is no part of what the name means. */
const withoutUnits = (words: readonly string[]): readonly string[] => {
  const end = words.findLastIndex((word) => !UNITS.has(word)) + 1;
  return end > 0 ? words.slice(0, end) : words;
};

/** The concept of a name; null if unknown. */
export const conceptOf: (name: string) => Concept | null = remembered((name) => {
  const words = foldedWords(name);
  const known =
    lookUp(words.join("")) ?? (words.length > 1 && words.length <= MAX_WORDS ? compose(words) : null);
  const bare = withoutUnits(words);
  return known ?? (bare.length < words.length ? conceptOf(bare.join(" ")) : null);
}, MAX_NAMES);

const HEADS = set(vocabulary.parts.heads);
const OWN_NAMES = set(vocabulary.parts.ownNames);
const OF_THING: ReadonlySet<Concept | null> = new Set<Concept | null>(["title", "price"]);
const ATTRIBUTES = set(vocabulary.parts.attributes);
/** Whether a name is that of a trait or a person of a thing, not what the thing is called. */
export const namesAttribute = (name: string): boolean => {
  const words = foldedWords(name);
  return words.some((word) => ATTRIBUTES.has(word)) || conceptOf(words.slice(0, -1).join(" ")) !== null;
};
/**
 * What a longer name is a kind of, by its last word: a "guide price" is a price, a "museum name" the title of a record. Null if the
 * name has a concept of its own, or if its last word means little.
 */
export const headOf: (name: string) => Concept | null = remembered((name) => {
  const words = withoutUnits(foldedWords(name));
  const [first = "", last = ""] = [words[0], words.at(-1)];
  if (words.length < 2 || words.length > MAX_WORDS || conceptOf(name) !== null) return null;
  const head = conceptOf(last);
  // A buyer's name is no title, a deposit price no price.
  const owner = conceptOf(words.slice(0, -1).join(" "));
  if (OF_THING.has(head) && owner !== null && owner !== head) return null;
  return head !== null && HEADS.has(head) && !OWN_NAMES.has(first) ? head : null;
}, MAX_NAMES);

/** The concept of a name, or of what it is a kind of. */
export const meaningOf = (name: string): Concept | null => conceptOf(name) ?? headOf(name);

/** Whether a whole text is a known name: "Farbe", but not "Full-time". */
export const isKnownName = (text: string): boolean => lookUp(normaliseName(text)) !== null;

/** Concepts by their path in schema.org and similar vocabularies, without list positions. */
const PATHS = new Map(Object.entries(vocabulary.paths)) as ReadonlyMap<string, Concept>;
export const conceptAt = (path: string): Concept | null =>
  PATHS.get(path) ?? (path.includes(".") ? null : conceptOf(path));
