/** Turns rival readings of fields into questions for the caller. */
import type { Question } from "../../contract/fields/questions.ts";
import type { PageData } from "./pages.ts";

const MAX_CANDIDATES = 5;
const MAX_TEXT = 200;
/** Highest confidence in a value that has rivals. Set by hand. */
const UNSURE = 0.5;

const cut = (value: unknown): unknown =>
  typeof value === "string" && value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT - 1)}…` : value;

/** The fields that could have several values: of one item, or of most items of a list. */
export const questionsOf = (results: PageData["results"]): Question[] => {
  const fields = new Set(results.flatMap(({ rivals = {} }) => Object.keys(rivals)));
  return [...fields].flatMap((field): Question[] => {
    const open = results.flatMap(({ rivals = {} }) => (rivals[field] ? [rivals[field]] : []));
    const [first] = open;
    if (!first || open.length * 2 <= results.length) return [];
    const scale = Math.min(1, UNSURE / Math.max(UNSURE, first[0]?.confidence ?? 0));
    const candidates = first.slice(0, MAX_CANDIDATES).map(({ value, where, confidence }) => ({
      value: cut(value),
      where: where.slice(0, 500),
      confidence: Number((confidence * scale).toFixed(2)),
    }));
    return [{ field, candidates }];
  });
};

/** The results with little confidence in the values of open fields. */
export const doubtOpen = (results: PageData["results"]): PageData["results"] =>
  results.map((result) => {
    const { rivals = {}, provenance } = result;
    const shown = Object.entries(provenance).map(
      ([name, how]) =>
        [name, rivals[name] ? { ...how, confidence: Math.min(UNSURE, how.confidence) } : how] as const,
    );
    return { ...result, provenance: Object.fromEntries(shown) };
  });
