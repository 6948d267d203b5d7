/** `recipes`: title, author, ingredients and instructions, with and without markup. */
import { extractData, parseDocument } from "../../../src/engine/extract/extract.ts";
import { stripMarkup } from "../compare.ts";
import { mean } from "../measures.ts";
import type { PageTruth } from "../pages.ts";
import { compareRecipe } from "../scores.ts";
import type { Entry } from "../sets.ts";

const SCHEMA = {
  title: "string",
  author: "string",
  ingredients: "string[]",
  instructions: "string[]",
} as const;
const FIELDS = ["title", "author", "ingredients", "instructions_list"] as const;
const NOW = Date.UTC(2026, 10, 21);

/** One truth has its ingredients as lines of a single text. */
const asLists = ({ ingredients, ...others }: PageTruth): PageTruth => ({
  ...others,
  ...(ingredients && { ingredients: [ingredients].flat().flatMap((text) => text.split("\n")) }),
});

const scoreHtml = (html: string, entry: Entry<PageTruth>, suffix: string): Record<string, number> => {
  const [result] = extractData(parseDocument(html, entry), { schema: SCHEMA, now: NOW }).results;
  const known = FIELDS.filter((field) => (entry.truth[field]?.length ?? 0) > 0);
  const scores = known.map(
    (field) => [field, compareRecipe(result?.item, { [field]: entry.truth[field] })] as const,
  );
  return {
    [suffix]: mean(scores.map(([, score]) => score)),
    ...Object.fromEntries(scores.map(([field, score]) => [`${suffix}:${field}`, score])),
  };
};

export const scoreRecipe = (given: Entry<PageTruth>): Readonly<Record<string, number>> => {
  const entry = { ...given, truth: asLists(given.truth) };
  const html = entry.read();
  return { ...scoreHtml(html, entry, "asIs"), ...scoreHtml(stripMarkup(html), entry, "stripped") };
};
