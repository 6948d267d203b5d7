/** What a sentence wants left out: fields ("but not prices") and records ("only in stock"). */
import type { Concept } from "../../extract/vocabulary/concepts.ts";
import { opening, readPhrases, wholeWords } from "../sentence/grammar.ts";
import { conceptIn, splitSentence } from "../sentence/tokens.ts";
import { LISTED_FIELDS, NOT_FIELDS } from "../sentence/words.ts";
import vocabulary from "../vocabulary/remarks.json" with { type: "json" };

const { phrases: PHRASES, fill } = readPhrases(vocabulary.phrases);
const WITHOUT = opening(PHRASES.without, undefined, "giu");
/** "except" ends what it belongs to, so commas continue with it. */
const EXCEPT = opening(PHRASES.except, undefined, "giu");
/** "without" behind what it is about. */
const WITHOUT_UNPARTED = new RegExp(PHRASES.withoutUnparted, "gu");

const conceptsOf = (list: string): Concept[] =>
  list
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 2 && (!NOT_FIELDS.has(word) || LISTED_FIELDS.has(word)))
    .flatMap((word) => conceptIn(word)?.concept ?? []);

/** Takes the fields that are not wanted out of the sentence. */
export const readExcluded = (
  prompt: string,
): { readonly rest: string; readonly excluded: readonly Concept[] } => {
  const excluded: Concept[] = [];
  const take = (said: string, list: string): string => {
    const concepts = conceptsOf(list);
    excluded.push(...concepts);
    return concepts.length > 0 ? " " : said;
  };
  const takeUnparted = (said: string, ...groups: unknown[]): string =>
    take(
      said,
      splitSentence(
        groups
          .filter((group) => typeof group === "string")
          .slice(0, 1)
          .join(" "),
      ).join(" "),
    );
  const rest = prompt.replace(EXCEPT, take).replace(WITHOUT, take).replace(WITHOUT_UNPARTED, takeUnparted);
  return { rest, excluded };
};

const whole = (source: string, flags?: string): RegExp => wholeWords(fill(source), undefined, flags);
/** Ways to ask for some of the records, which no step of a flow can tell from the others. */
const FILTERS: readonly RegExp[] = [
  ...vocabulary.filters.map((source) => whole(source)),
  // A place is written with a capital; "in German" and "in CSV" are no places of records.
  whole(vocabulary.places, "u"),
  new RegExp(vocabulary.filtersUnparted.join("|"), "u"),
];

/** Parts of the sentence that ask for some of the records only. */
export const findFilters = (prompt: string): string[] => [
  ...new Set(FILTERS.flatMap((pattern) => pattern.exec(prompt)?.[0].replace(/\s+/g, " ").trim() ?? [])),
];

/** Things that people ask of data and that no flow does, each with what it does instead. */
const WISHES: readonly { says: string | readonly string[]; told: string; namesFields?: boolean }[] =
  vocabulary.wishes;

/** Takes what no flow does out of the sentence, and says what comes of it; the fields of it stay. */
export const readWishes = (prompt: string): { readonly rest: string; readonly notes: readonly string[] } => {
  const notes: string[] = [];
  let rest = prompt;
  for (const { says, told, namesFields } of WISHES) {
    const said = wholeWords([says].flat().join("|")).exec(rest)?.[0];
    if (said === undefined) continue;
    notes.push(`${told}: a flow cannot do "${said.replace(/\s+/g, " ").trim()}".`);
    if (!namesFields) rest = rest.replace(said, " ");
  }
  return { rest, notes };
};
