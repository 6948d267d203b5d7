/** The ways to read a field, and how well each does on the other records or pages. */
import type { AnyNode, Element } from "domhandler";
import { findAll } from "domutils";
import type { ExampleRecord } from "../../../contract/fields/recordExamples.ts";
import { classesOf, holds } from "../../extract/page/tree.ts";
import { type Found, isSame, type Place } from "../../extract/slots/examples/findPlaces.ts";
import { labelOf } from "../../extract/slots/examples/labels.ts";
import { type Written, writePlace } from "../../extract/slots/examples/writes.ts";
import { linkText } from "../../extract/slots/selectors/index.ts";
import type { CoerceContext } from "../../extract/values/coerce.ts";
import { isEmpty } from "../../extract/values/types.ts";
import { conceptOf } from "../../extract/vocabulary/concepts.ts";
import { splitWords } from "../../extract/vocabulary/words.ts";
import type { Holding } from "./findExamples.ts";
import { type RuledOut, readsNoneOf } from "./ruledOut.ts";

/** One place with the best way to read it. */
export interface Option {
  readonly place: Place;
  readonly written: Written;
  /** What it reads elsewhere: options that read the same everywhere are equivalent. */
  readonly reads: string;
  /** Share of the other records that have a value there. */
  readonly filled: number;
  /** How much those values look like the example's, 0 to 1. */
  readonly likeness: number;
  /** All records have the same value there. */
  readonly isConstant: boolean;
  readonly score: number;
}

/** An example's value, and the record or page that contains it. */
interface ShownValue {
  readonly scope: AnyNode;
  readonly found: Found;
}

const MAX_PLACES = 12;
const MAX_READ = 16;
/**
 * Weights of how many other records have a value, and of how much those look like the example. Set by hand, by
 * `npm run eval -- --examples`.
 */
const FILL_WEIGHT = 12;
const LIKE_WEIGHT = 10;
/** Weight of a selector's cost: how likely it is to break. Flat on train from 0.2 to 0.45. */
const COST_WEIGHT = 0.2;
/**
 * If there is no other page to compare: the cost of each character of a selector, and of each word in it, up to two, that is
 * also a word of the example's value. Such selectors find less on other pages. Of 428 values on 126 hosts, .678 (length) and
 * .685 (both) are right on the other pages, instead of .624; flat from .03 to .2 (docs/quality.md).
 */
const LENGTH_WEIGHT = 0.03;
const OWN_WORD_COST = 1;
const MAX_OWN_WORDS = 2;
const MIN_OWN_WORD = 3;
/** Set by hand: a value that is the same in every record is rarely the one meant. */
const CONSTANT_COST = 2;
const MIN_CONSTANT = 3;
/** The least score for a name among other words, and the score for a synonym. Set by hand. */
const CALLED = { among: 0.3, meant: 0.5 } as const;

/** How well a place's label, class, id or itemprop matches the field's name, 0 to 1. */
const nameLikeness = (name: string, { element }: Place, label: string | null): number => {
  const { id = "", itemprop = "" } = element.attribs;
  const wanted = splitWords(name);
  const concept = conceptOf(name);
  const likeness = [label ?? "", itemprop, id, ...classesOf(element)].filter(Boolean).map((said) => {
    const words = splitWords(said);
    // "Total price" is a price, but not the price.
    if (` ${words.join(" ")} `.includes(` ${wanted.join(" ")} `))
      return Math.max(CALLED.among, wanted.length / words.length);
    return concept !== null && conceptOf(said) === concept ? CALLED.meant : 0;
  });
  return Math.max(0, ...likeness);
};

/** Tag names, which are words too, but say nothing about the value. */
const TAGS = /(?:^|(?<=[\s>+~,(]))[a-z][a-z0-9]*/g;

/** How closely a selector is bound to the page of the example, whose value has these words. */
const bindingOf = ({ field }: Written, own: ReadonlySet<string>): number => {
  const css = field.source?.selector ?? "";
  const bound = splitWords(css.replace(TAGS, " ")).filter((word) => own.has(word)).length;
  return css.length * LENGTH_WEIGHT + Math.min(bound, MAX_OWN_WORDS) * OWN_WORD_COST;
};

/** The places in a record that hold only the value; if none do, those that hold it with other text. */
const placesIn = ({ scope, found }: ShownValue): readonly Place[] => {
  const isHere = ({ element }: Place): boolean => holds(scope, element);
  const whole = found.places.filter(isHere);
  return whole.length > 0 ? whole : found.within.filter(isHere);
};

const CLASSES = [/^\p{Lu}/u, /^\p{L}/u, /^\p{N}/u, /\d/, /\s/, /[,.:;]/];

/** How much two texts look like values of one field, 0 to 1: by length and kinds of characters. */
const likeness = (left: string, right: string): number => {
  const length = Math.sqrt(Math.min(left.length, right.length) / Math.max(1, left.length, right.length));
  const shared = CLASSES.filter((pattern) => pattern.test(left) === pattern.test(right)).length;
  return (length + shared / CLASSES.length) / 2;
};

const MIN_SAID = 3;
const SAID_SHARE = 0.2;
/** What links of many records say: "Apply". It is no value of theirs. */
const saidByLinks = (sample: readonly AnyNode[]): ReadonlySet<string> => {
  const said = sample.flatMap((record) => [
    ...new Set(findAll((element) => linkText(element) !== null, [record]).map(linkText)),
  ]);
  const least = Math.max(MIN_SAID, sample.length * SAID_SHARE);
  const common = [...Map.groupBy(said, (text) => text)].filter(([, same]) => same.length >= least);
  return new Set(common.map(([text]) => text ?? ""));
};

/** Evaluates a way to read a field on the records. */
const compare = (
  { read, text }: Written,
  example: unknown,
  sample: readonly AnyNode[],
  said: ReadonlySet<string>,
) => {
  if (sample.length < 2) return { reads: text, filled: 1, likeness: 1, isConstant: false, agreement: 0 };
  const values = sample.map((scope) => read(scope));
  const known = values.filter((value) => !isEmpty(value)).map(String);
  const filled = known.length / values.length;
  const alike =
    known.reduce((sum, value) => sum + likeness(value, String(example)), 0) / Math.max(1, known.length);
  const isConstant =
    sample.length >= MIN_CONSTANT && new Set(values.map((value) => JSON.stringify(value))).size === 1;
  const strange = said.has(String(example)) ? 0 : known.filter((value) => said.has(value)).length;
  const agreement =
    (filled - (2 * strange) / values.length) * FILL_WEIGHT +
    alike * LIKE_WEIGHT -
    (isConstant ? CONSTANT_COST : 0);
  return { reads: JSON.stringify(values), filled, likeness: alike, isConstant, agreement };
};

const inFront = ({ element, attribute }: Place): string | null =>
  attribute === null ? (labelOf(element)?.text ?? null) : null;

/** The best way to read each place that holds the value, judged by the other records. */
const optionsOf = (
  name: string,
  shown: readonly ShownValue[],
  { selector, sample, scopes, worth }: Holding,
  ruledOut: RuledOut,
  context: CoerceContext,
): Option[] => {
  const isPage = selector === null;
  const worthOf = (place: Place, label = inFront(place)): number =>
    worth(place, nameLikeness(name, place, label));
  const ways = shown.flatMap((example) =>
    placesIn(example)
      .map((place) => ({ place, own: worthOf(place) }))
      .sort((left, right) => right.own - left.own)
      .slice(0, MAX_PLACES)
      .flatMap(({ place }) =>
        writePlace(name, example.found, place, example.scope, context, isPage, sample)
          .filter((written) => readsNoneOf(written, ruledOut.values.get(name) ?? [], scopes))
          .slice(0, MAX_READ)
          .map((written) => ({
            place,
            written,
            right: shown.filter(({ scope, found }) => isSame(written.read(scope), found.value)).length,
          })),
      ),
  );
  const most = Math.max(0, ...ways.map(({ right }) => right));
  const best = new Map<Element | string, Option>();
  const example = shown[0]?.found.value;
  const said = saidByLinks(sample);
  const ownWords = new Set(splitWords(String(example ?? "")).filter(({ length }) => length >= MIN_OWN_WORD));
  for (const { place, written } of ways.filter(({ right }) => right === most)) {
    const { agreement, ...compared } = compare(written, example, sample, said);
    const own =
      worthOf(place, written.label ?? inFront(place)) -
      written.cost * COST_WEIGHT -
      (sample.length < 2 ? bindingOf(written, ownWords) : 0);
    const option = { place, written, ...compared, score: own + agreement };
    // Attributes of one element can differ in other records.
    const key = place.attribute === null ? place.core : option.reads;
    const known = best.get(key);
    if (!known || option.score > known.score) best.set(key, option);
  }
  return [...best.values()];
};

/** A field of the examples, with the ways to read it. */
export interface FieldOptions {
  readonly name: string;
  /** Its value in the first example that has one. */
  readonly text: string;
  readonly found: Found | null;
  readonly options: readonly Option[];
}

export const optionsOfAll = (
  examples: readonly ExampleRecord[],
  holding: Holding,
  ruledOut: RuledOut,
  context: CoerceContext,
): FieldOptions[] =>
  [...new Set(examples.flatMap((example) => Object.keys(example)))].map((name) => {
    const shown = holding.examples.flatMap(({ scope, fields }): ShownValue[] => {
      const found = fields.get(name);
      return found ? [{ scope, found }] : [];
    });
    const text = examples.find((example) => example[name] !== undefined)?.[name] ?? "";
    const options = optionsOf(name, shown, holding, ruledOut, context);
    return { name, text, found: shown[0]?.found ?? null, options };
  });
