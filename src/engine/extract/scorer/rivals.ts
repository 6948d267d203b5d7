import type { OutputType } from "../../../contract/fields/outputSchema.ts";
import type { Fact } from "../sources/facts.ts";
import { lettersOf } from "../values/text.ts";

/** A value that a field could have, from one fact. */
export interface Choice {
  readonly value: unknown;
  readonly fact: Fact;
  /** How well the fact fits the field. */
  readonly share: number;
  readonly confidence: number;
  readonly doubt?: string;
  /** Other values whose confidence is close, the likeliest first. */
  readonly rivals?: readonly Choice[];
}

/** A field with what was chosen for it, if anything. */
export type Filled = readonly [name: string, type: OutputType, choice: Choice | null];

/** Values whose confidence is this close to the best one's are rivals. */
const CLOSE = 0.12;
const MAX_RIVALS = 4;
const MIN_RIVAL = 3;
/** Longer texts, such as the content of a page, are no answers to a question. */
const MAX_RIVAL = 500;
/** Whether a value can be one of several answers. */
export const isShort = ({ value }: Choice): boolean => typeof value !== "string" || value.length <= MAX_RIVAL;

/** Whether two values say the same: equal, or one is a part of the other. */
const saysSame = (left: unknown, right: unknown): boolean => {
  const [one, other] = [left, right].map((value) =>
    typeof value === "string" ? lettersOf(value) : JSON.stringify(value),
  ) as [string, string];
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return typeof left === "string" && short.length >= MIN_RIVAL && long.includes(short);
};

/** Other values that the field could have. A long page can have thousands, so comparing stops with the last one wanted. */
export const findRivals = (best: Choice, choices: readonly Choice[]): Choice[] => {
  const close = choices
    .filter(
      (choice) =>
        best.confidence - choice.confidence <= CLOSE &&
        isShort(choice) &&
        !saysSame(choice.value, best.value),
    )
    .sort((left, right) => right.confidence - left.confidence);
  const rivals: Choice[] = [];
  for (const [at, choice] of close.entries()) {
    if (rivals.length === MAX_RIVALS) break;
    if (close.findIndex((other) => saysSame(other.value, choice.value)) === at) rivals.push(choice);
  }
  return rivals;
};
