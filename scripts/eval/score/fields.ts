/** `fields`: named fields of a detail page, one page at a time, no hints. */
import { extractData, parseDocument } from "../../../src/engine/extract/extract.ts";
import { bare } from "../compare.ts";
import { type Entry, NOW } from "../sets.ts";

/** Correct values by field; empty if the page does not have the field. */
export type FieldsTruth = Readonly<Record<string, readonly string[]>>;

export interface FieldOutcome {
  readonly entry: Entry<FieldsTruth>;
  readonly field: string;
  readonly truth: readonly string[];
  readonly found: string | null;
  readonly isRight: boolean;
}

export const scoreFields = (entry: Entry<FieldsTruth>): FieldOutcome[] => {
  const names = Object.keys(entry.truth);
  const schema = Object.fromEntries(names.map((name) => [name, "string" as const]));
  const { results } = extractData(parseDocument(entry.read(), entry), { schema, now: NOW });
  return names.map((field) => {
    const value = results.length === 1 ? (results[0]?.item[field] ?? null) : null;
    const found = value === null ? null : String(value);
    const truth = entry.truth[field] ?? [];
    return {
      entry,
      field,
      truth,
      found,
      isRight: found !== null && truth.some((text) => bare(text) === bare(found)),
    };
  });
};

/** F1 over fields: extra and wrong values lower precision; wrong and missing ones lower recall. */
export const fieldF1 = (outcomes: readonly FieldOutcome[]): number => {
  const found = outcomes.filter((outcome) => outcome.found !== null).length;
  const there = outcomes.filter(({ truth }) => truth.length > 0).length;
  return found + there === 0
    ? Number.NaN
    : (2 * outcomes.filter(({ isRight }) => isRight).length) / (found + there);
};
