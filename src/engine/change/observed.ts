/** Noise that was seen: what differed between two reads of the same pages, seconds apart. */

import type { Item } from "../../contract/runs/runs.ts";
import type { Area } from "../../contract/steps/pictures.ts";
import { addressOf, varyingParameters } from "./addresses.ts";
import { exactOf, tidyText } from "./canonical.ts";
import { isLongText, replacedPassages } from "./textDiff.ts";
import { type Hunk, hunksOf } from "./words.ts";

/** A place in a field's texts. */
interface Place {
  readonly field: string;
  readonly before: string;
  readonly after: string;
  /** Only numbers differed. */
  readonly isNumeric: boolean;
  /** The records in which it was seen; absent: in most. */
  readonly keys?: readonly string[];
}

export interface ObservedNoise {
  readonly places: readonly Place[];
  /** Parameters of the visit in a field's URLs. */
  readonly parameters: Readonly<Record<string, readonly string[]>>;
  /** Areas of pictures, by record. */
  readonly areas?: Readonly<Record<string, readonly Area[]>>;
}

/** The set of parameters learned for a field. */
export const parametersOf = ({ parameters }: ObservedNoise, field: string): ReadonlySet<string> =>
  new Set(parameters[field]);

const isNumber = (word: string): boolean => /^\p{N}/u.test(word);
const isNumericHunk = ({ removed, added }: Hunk): boolean => [...removed, ...added].every(isNumber);

/** A value as the text whose words are compared. */
export const textOf = (value: unknown): string =>
  typeof value === "string" ? tidyText(value) : value === null || value === undefined ? "" : exactOf(value);

/** A record as it was read at two times. */
export interface TwoReads {
  readonly key: string;
  readonly first: Item;
  readonly second: Item;
}

/** A place seen in this share of the records is noise in all of them. */
const MOST = 0.5;
const MAX_PLACES = 200;
const MAX_KEYS = 50;

const sameExceptParameters = (first: unknown, second: unknown): string[] => {
  const [from, to] = [addressOf(first), addressOf(second)];
  return from && to ? varyingParameters([from], [to]) : [];
};

/** The parts of two values that are compared: long texts by the lines that differ. */
const passagesOf = (first: unknown, second: unknown): readonly (readonly [unknown, unknown])[] =>
  isLongText(first) && isLongText(second) ? replacedPassages(first, second) : [[first, second]];

/** What differed between two reads of the same records. */
export const observe = (
  pairs: readonly TwoReads[],
  known: ObservedNoise["parameters"] = {},
): ObservedNoise => {
  const parameters = new Map(Object.entries(known).map(([field, names]) => [field, new Set(names)]));
  const seen = new Map<string, { place: Omit<Place, "keys">; keys: Set<string> }>();
  for (const { key, first, second } of pairs)
    for (const field of Object.keys(first)) {
      if (!Object.hasOwn(second, field) || exactOf(first[field]) === exactOf(second[field])) continue;
      const names = sameExceptParameters(first[field], second[field]);
      if (names.length > 0) {
        parameters.set(field, new Set([...(parameters.get(field) ?? []), ...names]));
        continue;
      }
      const passages = passagesOf(first[field], second[field]);
      const places = passages.flatMap(
        ([from, to]) =>
          hunksOf(textOf(from), textOf(to)) ?? [{ removed: ["…"], added: ["…"], before: "", after: "" }],
      );
      for (const hunk of places) {
        const place = { field, before: hunk.before, after: hunk.after, isNumeric: isNumericHunk(hunk) };
        const id = JSON.stringify(place);
        const entry = seen.get(id) ?? { place, keys: new Set<string>() };
        entry.keys.add(key);
        seen.set(id, entry);
      }
    }
  return {
    places: [...seen.values()].slice(0, MAX_PLACES).map(({ place, keys }) => ({
      ...place,
      ...(keys.size < MOST * pairs.length && { keys: [...keys].slice(0, MAX_KEYS) }),
    })),
    parameters: Object.fromEntries([...parameters].map(([field, names]) => [field, [...names]])),
  };
};

/** Whether two texts of a field differ only where two reads of the page differed, too. */
export const isObserved = (
  { places }: ObservedNoise,
  { field, key }: { readonly field: string; readonly key: string },
  previous: string,
  current: string,
): boolean => {
  const own = places.filter((place) => place.field === field && (place.keys?.includes(key) ?? true));
  if (own.length === 0) return false;
  const isWhole = own.some(({ before, after, isNumeric }) => before === "" && after === "" && !isNumeric);
  if (isWhole) return true;
  const hunks = hunksOf(previous, current);
  return (
    hunks !== null &&
    hunks.length > 0 &&
    hunks.every((hunk) =>
      own.some(
        ({ before, after, isNumeric }) =>
          before === hunk.before && after === hunk.after && (!isNumeric || isNumericHunk(hunk)),
      ),
    )
  );
};
