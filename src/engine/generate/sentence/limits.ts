/** "first 20", "top 5 pages", "only this page", "最初の20件", "les 20 premiers". */
import vocabulary from "../vocabulary/limits.json" with { type: "json" };
import { NUMBER_WORDS, numberOf, readPhrases, wholeWords } from "./grammar.ts";

const SHARED = { number: `(\\d{1,6}|${NUMBER_WORDS})(?![\\p{L}\\d])` };
const { phrases: PHRASES, fill } = readPhrases(vocabulary.phrases, SHARED);

export interface Limits {
  readonly maxItems: number | null;
  readonly maxPages: number | null;
  /** "on all pages" */
  readonly everyPage: boolean;
}

const rulesOf = (sources: readonly string[], unparted: readonly string[]): readonly RegExp[] => [
  ...sources.map((source) => wholeWords(fill(source))),
  new RegExp(unparted.join("|"), "u"),
];
const PAGE_LIMITS = rulesOf(vocabulary.pageLimits, vocabulary.pageLimitsUnparted);
const ITEM_LIMITS = rulesOf(vocabulary.itemLimits, vocabulary.itemLimitsUnparted);
const THIS_PAGE = wholeWords(PHRASES.thisPage, PHRASES.thisPageUnparted);
const EVERY_PAGE = wholeWords(PHRASES.everyPage, PHRASES.everyPageUnparted);
const BEHIND = wholeWords(PHRASES.firstBehind);

const take = (
  text: string,
  rules: readonly RegExp[],
  countsRecords: boolean,
): { rest: string; value: number | null } => {
  for (const pattern of rules) {
    const match = pattern.exec(text);
    const said = match?.slice(1).find((group) => group !== undefined) ?? "";
    const value = match ? numberOf(said) : 0;
    if (!match || !(value > 0)) continue;
    // What is counted, if records, stays in the sentence.
    const counted = countsRecords
      ? match[0].slice(match[0].indexOf(said) + said.length).replace(BEHIND, " ")
      : "";
    return { rest: text.replace(match[0], ` ${counted} `), value };
  }
  return { rest: text, value: null };
};

const MAX_PAGES = 1_000;

export const readLimits = (prompt: string): { readonly rest: string; readonly limits: Limits } => {
  const single = THIS_PAGE.test(prompt);
  const everyPage = EVERY_PAGE.test(prompt);
  const pages = take(prompt.replace(THIS_PAGE, " ").replace(EVERY_PAGE, " "), PAGE_LIMITS, false);
  const items = take(pages.rest, ITEM_LIMITS, true);
  return {
    rest: items.rest,
    limits: {
      maxItems: items.value,
      maxPages: single ? 1 : pages.value === null ? null : Math.min(MAX_PAGES, pages.value),
      everyPage,
    },
  };
};
