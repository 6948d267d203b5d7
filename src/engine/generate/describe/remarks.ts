/** What a sentence excludes: fields ("but not prices") and records ("only in stock"). */
import type { Concept } from "../../extract/vocabulary/concepts.ts";
import { readGrammar } from "../sentence/grammar.ts";
import { conceptIn, nounIn, splitSentence } from "../sentence/tokens.ts";
import { LISTED_FIELDS, NOT_FIELDS } from "../sentence/words.ts";
import vocabulary from "../vocabulary/remarks.json" with { type: "json" };

const { opens, rules, words } = readGrammar(vocabulary.phrases);
/** Commas continue the list after "except", but not after "without". */
const EXCEPT = [opens("except", "giu"), opens("without", "giu")];
/** Phrases that ask for a subset of the records, which no step can filter. */
const FILTERS: readonly RegExp[] = [
  ...rules(vocabulary.filters).map(({ pattern }) => pattern),
  // Places are capitalised; "in German" and "in CSV" are not places.
  words("places", "u"),
];
/** Requests that no flow can fulfil, each with what happens instead. */
const WISHES = rules<{ says: string | readonly string[]; told: string; namesFields?: boolean }>(
  vocabulary.wishes,
);

const conceptsOf = (list: string): Concept[] =>
  splitSentence(list)
    .filter((word) => word.length > 1 && (!NOT_FIELDS.has(word) || LISTED_FIELDS.has(word)))
    .flatMap((word) => conceptIn(word)?.concept ?? []);

/** Extracts the excluded fields from the sentence. */
export const readExcluded = (
  prompt: string,
): { readonly rest: string; readonly excluded: readonly Concept[] } => {
  const excluded: Concept[] = [];
  const take = (said: string, ...groups: unknown[]): string => {
    const concepts = conceptsOf(String(groups.find((group) => typeof group === "string")));
    excluded.push(...concepts);
    return concepts.length > 0 ? " " : said;
  };
  return { rest: EXCEPT.reduce((rest, pattern) => rest.replace(pattern, take), prompt), excluded };
};

const plain = (said: string): string => said.replace(/\s+/g, " ").trim();

/** "only free events": a kind of records with what sets them apart. Fields and numbers do not. */
const ONLY = new RegExp(vocabulary.only, "giu");
const PLAIN = new RegExp(vocabulary.plain, "iu");
const findOnly = (prompt: string): string[] =>
  [...prompt.matchAll(ONLY)].flatMap(([said, before = "", behind = ""]) => {
    const words = splitSentence(before || behind);
    const isRecord = (word: string): boolean => nounIn(word) !== null && nounIn(word) !== "links";
    const isApart = (word: string): boolean =>
      [word, `${word}s`].every((form) => nounIn(form) === null) &&
      conceptIn(word) === null &&
      !PLAIN.test(word);
    return words.some(isRecord) && words.some(isApart) ? [said.replace(LEADS, "")] : [];
  });
const LEADS = /^[\s,;:.(]+/u;

/** Parts of the sentence that ask for a subset of the records; of two that overlap, the longer one. */
export const findFilters = (prompt: string): string[] => {
  const said = FILTERS.flatMap((pattern) => pattern.exec(prompt)?.slice(0, 1) ?? []);
  const found = [...new Set([...findOnly(prompt), ...said].map(plain))];
  return found.filter((one) => !found.some((other) => other !== one && other.includes(one)));
};

/** Removes requests that no flow can fulfil and adds a note for each; those that name fields stay. */
export const readWishes = (prompt: string): { readonly rest: string; readonly notes: readonly string[] } => {
  const notes: string[] = [];
  let rest = prompt;
  for (const { pattern, told, namesFields } of WISHES) {
    const said = pattern.exec(rest)?.[0];
    if (said === undefined) continue;
    notes.push(`${told}: a flow cannot do "${plain(said)}".`);
    if (!namesFields) rest = rest.replace(said, " ");
  }
  return { rest, notes };
};
