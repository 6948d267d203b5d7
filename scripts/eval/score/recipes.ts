/** `recipes`: title, author, ingredients and instructions, with and without markup. */
import { extractData, parseDocument } from "../../../src/engine/extract/extract.ts";
import { isSameName, isSameTitle, plain, stripMarkup } from "../compare.ts";
import { mean, wordF1 } from "../measures.ts";
import type { PageTruth } from "../pages.ts";
import { type Entry, NOW } from "../sets.ts";

const SCHEMA = {
  title: "string",
  author: "string",
  ingredients: "string[]",
  instructions: "string[]",
} as const;
const FIELDS = ["title", "author", "ingredients", "instructions_list"] as const;

const listF1 = (found: unknown, truth: readonly string[]): number => {
  const left = new Set((Array.isArray(found) ? found : []).map(plain));
  const right = new Set(truth.map(plain));
  const hits = [...left].filter((entry) => right.has(entry)).length;
  return left.size + right.size === 0 ? 1 : (2 * hits) / (left.size + right.size);
};

/** The same image in any size: `cake-720x720.jpg?w=9` is `cake.jpg`. */
const pictureOf = (address: unknown): string =>
  String(address ?? "")
    .replace(/[?#].*$/, "")
    .replace(/-\d+x\d+(?=\.\w+$)/, "");
const isSamePicture = (found: unknown, truth: string): boolean => pictureOf(found) === pictureOf(truth);

/**
 * Scores ingredients one by one, instructions by their words (pages split steps differently), other fields as
 * right or wrong.
 */
export const compareRecipe = (
  item: Readonly<Record<string, unknown>> | undefined,
  truth: PageTruth,
): number => {
  const steps = Array.isArray(item?.instructions) ? item.instructions.join(" ") : "";
  const scores = [
    ...(truth.title ? [Number(isSameTitle(item?.title, truth.title))] : []),
    ...(truth.author ? [Number(isSameName(item?.author, truth.author))] : []),
    ...(truth.ingredients ? [listF1(item?.ingredients, truth.ingredients)] : []),
    ...(truth.instructions_list ? [wordF1(steps, truth.instructions_list.join(" "))] : []),
    ...(truth.total_time ? [Number(item?.totalTime === truth.total_time)] : []),
    ...(truth.image ? [Number(isSamePicture(item?.image, truth.image))] : []),
  ];
  return mean(scores);
};

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
