/** What a sentence wants left out: fields ("but not prices") and records ("only in stock"). */
import type { Concept } from "../../extract/vocabulary/concepts.ts";
import { readGrammar } from "../sentence/grammar.ts";
import { conceptIn, splitSentence } from "../sentence/tokens.ts";
import { LISTED_FIELDS, NOT_FIELDS } from "../sentence/words.ts";
import vocabulary from "../vocabulary/remarks.json" with { type: "json" };

const { opens, rules, words } = readGrammar(vocabulary.phrases);
/** "except" ends what it belongs to, so commas continue with it; in scripts without blanks it stands behind. */
const EXCEPT = [opens("except", "giu"), opens("without", "giu")];
/** Ways to ask for some of the records, which no step of a flow can tell from the others. */
const FILTERS: readonly RegExp[] = [
  ...rules(vocabulary.filters).map(({ pattern }) => pattern),
  // A place is written with a capital; "in German" and "in CSV" are no places of records.
  words("places", "u"),
];
/** Things that people ask of data and that no flow does, each with what it does instead. */
const WISHES = rules<{ says: string | readonly string[]; told: string; namesFields?: boolean }>(
  vocabulary.wishes,
);

const conceptsOf = (list: string): Concept[] =>
  splitSentence(list)
    .filter((word) => word.length > 1 && (!NOT_FIELDS.has(word) || LISTED_FIELDS.has(word)))
    .flatMap((word) => conceptIn(word)?.concept ?? []);

/** Takes the fields that are not wanted out of the sentence. */
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

/** Parts of the sentence that ask for some of the records only. */
export const findFilters = (prompt: string): string[] => [
  ...new Set(FILTERS.flatMap((pattern) => pattern.exec(prompt)?.slice(0, 1) ?? []).map(plain)),
];

/** Takes what no flow does out of the sentence, and says what comes of it; the fields of it stay. */
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
