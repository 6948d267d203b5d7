/** Which ways to read a field there are, and how well each does on the other records or pages. */
import type { AnyNode, Element } from "domhandler";
import { holds } from "../../extract/page/tree.ts";
import { labelOf } from "../../extract/slots/examples/labels.ts";
import { type Found, isSame, type Place } from "../../extract/slots/examples/places.ts";
import { type Written, writePlace } from "../../extract/slots/examples/writes.ts";
import type { CoerceContext } from "../../extract/values/coerce.ts";
import { isEmpty } from "../../extract/values/types.ts";

/** One place with the best way to read it. */
export interface Option {
  readonly place: Place;
  readonly written: Written;
  /** What it reads elsewhere: options that read the same everywhere are one. */
  readonly reads: string;
  /** Share of the other records that have a value there. */
  readonly filled: number;
  /** How much those values look like the example's, 0 to 1. */
  readonly likeness: number;
  /** All records have the same value there. */
  readonly isConstant: boolean;
  readonly score: number;
}

/** An example's value, and the record or page in which it stands. */
export interface Shown {
  readonly scope: AnyNode;
  readonly found: Found;
}

export interface OptionQuery {
  readonly name: string;
  readonly shown: readonly Shown[];
  /** Records or pages, the examples' own among them; one alone tells nothing of the others. */
  readonly sample: readonly AnyNode[];
  readonly isPage: boolean;
  readonly context: CoerceContext;
  /** Whether a way to read it takes nothing that was ruled out. */
  readonly allows: (written: Written) => boolean;
  /** What speaks for a place by itself; `label` is what stands in front of it. */
  readonly worth: (place: Place, label: string | null) => number;
}

const MAX_PLACES = 12;
const MAX_READ = 16;
/** Of a score, what the values in the other records count, and how much they look like the example. Both set by hand, by `npm run eval -- --examples`. */
const FILL_WEIGHT = 12;
const LIKE_WEIGHT = 10;
/** Some records lack a value. */
const FULL = 0.9;
/** How a place is named says how long it lasts; less where other pages tell. Swept 0.1 to 0.3 on train: flat. */
const COST_WEIGHT = 0.45;
const COST_WEIGHT_COMPARED = 0.2;
/** Set by hand: the same value in every record is rarely the one that is meant. */
const CONSTANT_COST = 2;
const MIN_CONSTANT = 3;

/** Of a record, the places that hold the value alone; where none does, those that hold it with more. */
const placesIn = ({ scope, found }: Shown, isAlone: boolean): Place[] => {
  const whole = found.places.filter(({ element }) => holds(scope, element));
  if (whole.length > 0) return whole;
  // On one page alone nothing tells whether an attribute that holds it will hold it elsewhere.
  return found.within.filter(
    ({ element, attribute }) => holds(scope, element) && (attribute === null || !isAlone),
  );
};

const CLASSES = [/^\p{Lu}/u, /^\p{L}/u, /^\p{N}/u, /\d/, /\s/, /[,.:;]/];

/** How much two texts look like values of one field, 0 to 1: their length and what they are made of. */
const likeness = (left: string, right: string): number => {
  const length = Math.sqrt(Math.min(left.length, right.length) / Math.max(1, left.length, right.length));
  const shared = CLASSES.filter((pattern) => pattern.test(left) === pattern.test(right)).length;
  return (length + shared / CLASSES.length) / 2;
};

const likenessOf = (values: readonly unknown[], example: unknown): number => {
  const texts = values.filter((value) => !isEmpty(value)).map(String);
  const wanted = String(example);
  return texts.reduce((sum, text) => sum + likeness(text, wanted), 0) / Math.max(1, texts.length);
};

const rightOn = (shown: readonly Shown[], { read }: Written): number =>
  shown.filter(({ scope, found }) => isSame(read(scope), found.value)).length;

const inFront = ({ element, attribute }: Place): string | null =>
  attribute === null ? (labelOf(element)?.text ?? null) : null;

/** The best way to read each place that holds the value, held against the other records. */
export const optionsOf = ({ name, shown, sample, isPage, context, allows, worth }: OptionQuery): Option[] => {
  const isAlone = sample.length < 2;
  const score = (place: Place, written: Written): Option => {
    const { read, label, cost, text } = written;
    const own =
      worth(place, label ?? inFront(place)) -
      cost * (isPage && !isAlone ? COST_WEIGHT_COMPARED : COST_WEIGHT);
    if (isAlone)
      return { place, written, reads: text, filled: 1, likeness: 1, isConstant: false, score: own };
    const values = sample.map((scope) => read(scope));
    const filled = values.filter((value) => !isEmpty(value)).length / values.length;
    const isConstant =
      sample.length >= MIN_CONSTANT && new Set(values.map((value) => JSON.stringify(value))).size === 1;
    const alike = likenessOf(values, shown[0]?.found.value);
    const agreement = Math.min(filled, FULL) * FILL_WEIGHT + alike * LIKE_WEIGHT;
    return {
      place,
      written,
      reads: JSON.stringify(values),
      filled,
      likeness: alike,
      isConstant,
      score: own + agreement - (isConstant ? CONSTANT_COST : 0),
    };
  };
  const ways = shown.flatMap((example) =>
    placesIn(example, isAlone)
      .map((place) => ({ place, own: worth(place, inFront(place)) }))
      .sort((left, right) => right.own - left.own)
      .slice(0, MAX_PLACES)
      .map(({ place }) => ({
        place,
        written: writePlace(name, example.found, place, example.scope, context, isPage, sample)
          .filter(allows)
          .slice(0, MAX_READ),
      })),
  );
  const right = new Map(
    ways.flatMap(({ written }) => written.map((each) => [each, rightOn(shown, each)] as const)),
  );
  const most = Math.max(0, ...right.values());
  const best = new Map<Element | string, Option>();
  for (const { place, written } of ways)
    for (const each of written.filter((way) => right.get(way) === most)) {
      const option = score(place, each);
      // Attributes of one element may differ elsewhere.
      const key = place.attribute === null ? place.core : option.reads;
      const known = best.get(key);
      if (!known || option.score > known.score) best.set(key, option);
    }
  return [...best.values()];
};
