/** "first 20", "top 5 pages", "only this page", "最初の20件", "les 20 premiers". */
import vocabulary from "../vocabulary/limits.json" with { type: "json" };
import { groupOf, NUMBER_WORDS, numberOf, type Rule, readGrammar } from "./grammar.ts";

export interface Limits {
  readonly maxItems: number | null;
  readonly maxPages: number | null;
  /** "on all pages" */
  readonly everyPage: boolean;
}

const { rules, words } = readGrammar(vocabulary.phrases, {
  number: `(\\d{1,6}|${NUMBER_WORDS})(?![\\p{L}\\d])`,
});
const PAGE_LIMITS = rules(vocabulary.pageLimits);
const ITEM_LIMITS = rules(vocabulary.itemLimits);
const THIS_PAGE = words("thisPage");
const EVERY_PAGE = words("everyPage");
const BEHIND = words("firstBehind");

/** Extracts a number from the text by the first rule that matches. */
const take = (text: string, rules: readonly Rule<object>[], keep: (counted: string) => string) => {
  for (const { pattern } of rules) {
    const match = pattern.exec(text);
    const said = groupOf(match ?? []);
    const value = numberOf(said);
    if (!match || !(value > 0)) continue;
    const [whole] = match;
    return { rest: text.replace(whole, ` ${keep(whole.slice(whole.indexOf(said) + said.length))} `), value };
  }
  return { rest: text, value: null };
};

const MAX_PAGES = 1_000;

export const readLimits = (prompt: string): { readonly rest: string; readonly limits: Limits } => {
  const pages = take(prompt.replace(THIS_PAGE, " ").replace(EVERY_PAGE, " "), PAGE_LIMITS, () => "");
  // The counted noun stays in the sentence: it can name the records.
  const items = take(pages.rest, ITEM_LIMITS, (counted) => counted.replace(BEHIND, " "));
  const most = pages.value === null ? null : Math.min(MAX_PAGES, pages.value);
  return {
    rest: items.rest,
    limits: {
      maxItems: items.value,
      maxPages: THIS_PAGE.test(prompt) ? 1 : most,
      everyPage: EVERY_PAGE.test(prompt),
    },
  };
};
