/** Chooses among the places that hold an example's value. */

import type { FieldNote } from "../../../contract/fields/fieldNotes.ts";
import type { Question, Questions } from "../../../contract/fields/questions.ts";
import { outward } from "../../extract/page/tree.ts";
import type { Found } from "../../extract/slots/examples/findPlaces.ts";
import type { FieldOptions, Option } from "./options.ts";

export interface Chosen {
  readonly name: string;
  readonly found: Found;
  readonly option: Option;
  /** Whether no other place is as likely. */
  readonly isSure: boolean;
}

const MAX_QUOTED = 200;
const MAX_CANDIDATES = 5;

export const notFound = (field: string, text: string): FieldNote => ({
  field,
  code: "example-not-found",
  why: `"${text.slice(0, MAX_QUOTED)}" is not on the page: copy the value as the page shows it.`,
});

const notReached = (field: string, text: string): FieldNote => ({
  field,
  why: `"${text.slice(0, MAX_QUOTED)}" is on the page, but no selector matches only it.`,
});

const ambiguous = (field: string, text: string, options: readonly Option[]): FieldNote => ({
  field,
  code: "example-ambiguous",
  why: `"${text.slice(0, MAX_QUOTED)}" appears in ${options.length} places that may differ in other records. The most likely one is read. To be sure, add an example in which they differ.`,
  candidates: options.slice(0, MAX_CANDIDATES).map(({ written }) => written.text),
});

/** The score falls by about 20 from a sure place to a wrong one. */
const SCORE_SPAN = 20;
const BEST = 0.4;

const questionOf = (field: string, value: unknown, options: readonly Option[]): Question => {
  const [{ score: best } = { score: 0 }] = options;
  const candidates = options.slice(0, MAX_CANDIDATES).map(({ written, score }) => ({
    value,
    where: written.text,
    confidence: Number(Math.max(0, BEST - (best - score) / SCORE_SPAN).toFixed(2)),
  }));
  return { field, candidates };
};

/** Options with a smaller difference in score are tied. Set by hand. */
const CLOSE = 0.75;

/** The best option; several if they differ elsewhere and none is clearly best. */
const pickOptions = (options: readonly Option[]): readonly Option[] => {
  const [best, ...others] = [...options].sort((left, right) => right.score - left.score);
  if (!best) return [];
  const byReads = new Map([[best.reads, best]]);
  for (const other of others)
    if (best.score - other.score < CLOSE && !byReads.has(other.reads)) byReads.set(other.reads, other);
  return [...byReads.values()];
};

/** For each common ancestor. Set by hand. */
const NEAR_WEIGHT = 0.5;

/** Raises the score of options close to the fields that are already decided. */
const withNearness = (options: readonly Option[], sure: readonly Option[]): Option[] => {
  const around = sure.map(({ place }) => new Set(outward(place.element)));
  return options.map((option) => {
    const own = outward(option.place.element);
    const shared = around.map((others) => own.filter((element) => others.has(element)).length);
    return { ...option, score: option.score + NEAR_WEIGHT * Math.max(0, ...shared) };
  });
};

/** Chooses a place for each field: first clear winners, then those nearest to them. */
export const decide = (fields: readonly FieldOptions[]) => {
  const first = fields.map(({ options }) => pickOptions(options));
  const sure = first.flatMap((picked) => (picked.length === 1 ? picked : []));
  const chosen: Chosen[] = [];
  const notes: FieldNote[] = [];
  const questions: Questions = [];
  for (const [at, { name, text, found, options }] of fields.entries()) {
    const picked = first[at]?.length === 1 ? first[at] : pickOptions(withNearness(options, sure));
    const [option] = picked;
    if (found && option) {
      const isSure = picked.length === 1;
      chosen.push({ name, found, option, isSure });
      if (!isSure) {
        notes.push(ambiguous(name, text, picked));
        questions.push(questionOf(name, found.value, picked));
      }
    } else notes.push(found ? notReached(name, text) : notFound(name, text));
  }
  return { chosen, notes, questions };
};
