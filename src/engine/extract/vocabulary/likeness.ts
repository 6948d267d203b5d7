/**
 * How alike the meanings of English words are, by the company that they keep in texts (GloVe, see
 * `scripts/eval/train/words.py`): "town" and "Stockport", "fuel" and "diesel", "explanation" and "description".
 */
import opposites from "./opposites.json" with { type: "json" };
import { remembered } from "./remember.ts";
import { DIMENSIONS, VECTORS, WORDS } from "./wordWeights.ts";

/** A direction: of length 1. */
export type Meaning = Float32Array;

const ZERO = 7;
const BYTES = DIMENSIONS / 2;
/** Words that are too frequent to mean much count less: of the first, about half as much as of a rare one. */
const FREQUENT = 50;

let table: { readonly places: ReadonlyMap<string, number>; readonly bytes: Buffer } | undefined;
const open = () =>
  (table ??= {
    places: new Map(WORDS.split(" ").map((word, at) => [word, at])),
    bytes: Buffer.from(VECTORS, "base64"),
  });

const placeOf = (word: string): number | undefined => {
  const { places } = open();
  return places.get(word) ?? (word.endsWith("s") ? places.get(word.slice(0, -1)) : undefined);
};

const toLength = (sum: Float32Array): Meaning | null => {
  const length = Math.hypot(...sum);
  return length === 0 ? null : sum.map((number) => number / length);
};

/** What words mean together; null if none of them is known. Words are in lower case. */
export const meaningOfWords = (words: readonly string[]): Meaning | null => {
  const sum = new Float32Array(DIMENSIONS);
  for (const word of words) {
    const place = placeOf(word);
    if (place === undefined) continue;
    const weight = Math.log(place + FREQUENT);
    for (let at = 0; at < BYTES; at++) {
      const byte = open().bytes[place * BYTES + at] ?? 0;
      sum[at * 2] = (sum[at * 2] ?? 0) + weight * ((byte >> 4) - ZERO);
      sum[at * 2 + 1] = (sum[at * 2 + 1] ?? 0) + weight * ((byte & 15) - ZERO);
    }
  }
  return toLength(sum);
};

const MAX_TEXTS = 5_000;
/** What a text means. */
export const meaningOfText: (text: string) => Meaning | null = remembered(
  (text) => meaningOfWords(text.toLowerCase().match(/[a-z]+/g) ?? []),
  MAX_TEXTS,
);

/** What texts mean together: each counts the same. */
export const meaningOfTexts = (texts: readonly string[]): Meaning | null => {
  const sum = new Float32Array(DIMENSIONS);
  for (const text of texts)
    meaningOfText(text)?.forEach((number, at) => {
      sum[at] = (sum[at] ?? 0) + number;
    });
  return toLength(sum);
};

/** How alike two meanings are: 1 if they are the same, about 0 if they have nothing to do with each other. */
export const likenessOf = (one: Meaning | null, other: Meaning | null): number =>
  one === null || other === null ? 0 : one.reduce((sum, number, at) => sum + number * (other[at] ?? 0), 0);

const SETS = opposites.sets.map((words): ReadonlySet<string> => new Set(words.split(" ")));
/** Whether two names differ by words such as "home" and "away", which are alike by their company only. */
export const areOpposed = (one: readonly string[], other: readonly string[]): boolean =>
  SETS.some((set) => {
    const [left, right] = [one, other].map((words) => words.filter((word) => set.has(word)));
    return (
      left !== undefined &&
      right !== undefined &&
      left.length > 0 &&
      right.length > 0 &&
      !left.some((word) => right.includes(word))
    );
  });
