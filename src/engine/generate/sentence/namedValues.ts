/** Values of some of the records that a sentence names: "open" in "all open tickets". No step collects these records alone. */
import { findAll } from "domutils";
import { escapePattern } from "../../../contract/wording.ts";
import { compileSelector, outward, type PageDocument, textOf } from "../../extract/extract.ts";
import { evenly } from "../../extract/values/evenly.ts";
import { splitWords } from "../../extract/vocabulary/words.ts";
import type { Intent } from "../intent.ts";
import { conceptIn, nounIn, splitSentence } from "./tokens.ts";
import { MANY, ONE } from "./words.ts";

/** Records whose values are looked for in the sentence, spread over the list: few lists are longer. */
const SAMPLE = 100;
/** Longer texts are sentences rather than values. */
const MAX_WORDS = 4;
const WORDS = /^\p{L}{2}[\p{L}\p{M}\p{N}&' -]*$/u;

/** What they say is done, or leads somewhere. */
const CONTROLS: ReadonlySet<string> = new Set(["a", "button", "label"]);

/** The short texts of a record's elements without elements inside, in lower case. */
const valuesOf = (record: ReturnType<ReturnType<typeof compileSelector>>[number]): ReadonlySet<string> =>
  new Set(
    findAll(({ children }) => children.every(({ type }) => type === "text"), record.children)
      .filter((element) => !outward(element).some(({ name }) => CONTROLS.has(name)))
      .map((element) => textOf(element).toLowerCase())
      .filter((text) => WORDS.test(text) && text.split(" ").length <= MAX_WORDS),
  );

const wordsFor = ({ fields, called }: Intent): ReadonlySet<string> =>
  new Set(
    [called ?? "", ...fields.flatMap(({ name, said = "" }) => [...splitWords(name), said])].flatMap((text) =>
      splitSentence(text.toLowerCase()),
    ),
  );

/** Adds a note for each value that the sentence names and that only some records have. */
export const noteNamedValues = (
  intent: Intent,
  prompt: string,
  page: PageDocument,
  selector: string,
): Intent => {
  // "Open each ticket" asks for no tickets that are open.
  if (intent.monitoring || intent.inner !== null || intent.doings.length > 0) return intent;
  const records = evenly(compileSelector(selector)(page.root), SAMPLE);
  const counts = new Map<string, number>();
  for (const value of records.flatMap((record) => [...valuesOf(record)]))
    counts.set(value, (counts.get(value) ?? 0) + 1);
  const asked = wordsFor(intent);
  const isOther = (word: string): boolean =>
    asked.has(word) ||
    [MANY, ONE].some((words) => words.test(word)) ||
    conceptIn(word) !== null ||
    nounIn(word) !== null ||
    nounIn(`${word}s`) !== null;
  const sentence = prompt.toLowerCase();
  const isSaid = (value: string): boolean =>
    sentence.includes(value) &&
    new RegExp(`(?<![\\p{L}\\p{N}])${escapePattern(value)}(?![\\p{L}\\p{N}])`, "u").test(sentence);
  const named = [...counts.keys()].filter(
    (value) =>
      isSaid(value) &&
      (counts.get(value) ?? 0) < records.length &&
      !splitSentence(value).every(isOther) &&
      !intent.notes.some((note) => note.toLowerCase().includes(value)),
  );
  const notes = named.map((value) => `All records are collected: a flow cannot filter by "${value}".`);
  return notes.length === 0 ? intent : { ...intent, notes: [...intent.notes, ...notes] };
};
