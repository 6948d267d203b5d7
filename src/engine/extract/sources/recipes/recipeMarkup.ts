/** Recipe markup: nutrition, and ingredients with less detail than those on the page. */
import { lettersOf } from "../../values/text.ts";
import vocabulary from "../../vocabulary/recipes.json" with { type: "json" };
import { type Fact, makeFact } from "../facts.ts";
import type { Entity } from "../markup/entities.ts";
import { isRecord } from "../markup/entities.ts";

/** Common names for properties such as `proteinContent`. */
const ALSO: Readonly<Record<string, readonly string[]>> = vocabulary.nutrition;

/** Nutrition of the page's subject under plain names: `protein`, `fat`, `carbs`. */
export const readNutrition = (subject: Entity | null): Fact[] => {
  const nutrition = subject?.properties.nutrition;
  if (!subject || !isRecord(nutrition)) return [];
  return Object.entries(nutrition).flatMap(([name, value]) => {
    if (typeof value !== "string" && typeof value !== "number") return [];
    const plain = name.replace(/Content$/, "");
    return [plain, ...(ALSO[plain] ?? [])].map((called) =>
      makeFact(subject.source, called, [value], { concept: null, path: `Recipe.nutrition.${name}` }),
    );
  });
};

const MARKED: ReadonlySet<string> = new Set(["json-ld", "microdata", "rdfa"]);
const MIN_ENTRIES = 3;
/** A difference of one can be an amount that the markup writes as a word. */
const MIN_GAIN = 2;
const SHARED = 0.6;
const wordsOf = (entry: unknown): string[] =>
  (typeof entry === "string" ? entry.split(/\s+/) : [])
    .map(lettersOf)
    .filter((word) => /\p{L}{3,}/u.test(word));
const countMeasured = (entries: readonly unknown[]): number =>
  entries.filter((entry) => typeof entry === "string" && /^[\d½¼¾⅓⅔⅛⅜⅝⅞]/u.test(entry.trim())).length;

/** Whether each entry on the page matches the markup's entry at the same position. */
const saySame = (marked: readonly unknown[], written: readonly unknown[]): boolean =>
  marked.every((entry, index) => {
    const words = wordsOf(entry);
    const own = lettersOf(written[index]);
    return words.filter((word) => own.includes(word)).length >= words.length * SHARED;
  });

/** Some markup has less detail than the page: if the same list on the page has more amounts, prefers that list. */
export const preferWritten = (facts: readonly Fact[]): Fact[] => {
  const lists = facts.filter(
    ({ concept, values }) => concept === "ingredients" && values.length >= MIN_ENTRIES,
  );
  const marked = lists.find(({ source }) => MARKED.has(source));
  const written =
    marked &&
    lists.find(
      ({ source, values }) =>
        !MARKED.has(source) &&
        values.length === marked.values.length &&
        countMeasured(values) >= countMeasured(marked.values) + MIN_GAIN &&
        saySame(marked.values, values),
    );
  return written
    ? facts.map((fact) => (fact === written ? { ...fact, confidence: marked.confidence + 0.01 } : fact))
    : [...facts];
};
