/** Places in the records of a page that may be a field's, each with what speaks for and against it. */
import type { AnyNode } from "domhandler";
import { type Forest, judge } from "../../content/forest.ts";
import { splitWords } from "../../vocabulary/words.ts";
import { compareTraits, isStranger, mean, meanOf, ratio, TRAIT_FEATURES, UNKNOWN } from "./likeness.ts";
import {
  type FieldPrint,
  isListField,
  MIN_TELLING_SAMPLES,
  readerAt,
  readRaw,
  type TypedField,
  textOfValue,
} from "./samples.ts";
import { isOdd, lookAt, type Shape } from "./shape.ts";
import { spread } from "./size.ts";
import { listSpots, MAX_SIZE, type Spot } from "./spots.ts";
import { hashText, type Traits } from "./traits.ts";

/** A field to be found again. */
export interface LostField {
  readonly typed: TypedField;
  readonly print: FieldPrint;
  /** What the page's elements used to be called, and the share of them that it still has. */
  readonly known: ReadonlySet<string>;
  readonly kept: number;
}

/** An element that a reader of the field can read. */
export interface Place extends Spot {
  readonly raw: string;
}

/** The same place in several records: what one selector may read. */
export interface Candidate {
  /** Of each record; none where it has no such place. */
  readonly places: readonly (readonly Place[])[];
  /** What it says, to tell it from others. */
  readonly said: string;
  readonly likeness: readonly number[];
}

const MAX_COMPARED = 3;
const MAX_SAID = 200;

export const LIKENESS_FEATURES = [...TRAIT_FEATURES, "kind", "length", "longest"];

/** How a place compares with what the field's places, or what stood beside them, looked like. */
const compareLook = ({ traits, raw }: Pick<FieldPrint, "traits" | "raw">, place: Place): number[] => [
  ...compareTraits(traits, place.traits),
  ...compareShape(raw, place.raw),
];

const compareShape = ({ kind, chars, maxChars }: Shape, raw: string): number[] => {
  const look = lookAt(raw);
  return [Number(look.kind === kind), ratio(chars + 4, look.chars + 4), look.chars / (maxChars + 4)];
};

/** By each of these, places of different records may be the same one. */
const keysOf = ({ tag, path, classes, address, before, marks }: Traits): string[] => [
  `at ${address}`,
  `in ${tag} ${path.join(" ")}`,
  `as ${tag}.${classes.join(".")} ${path.join(" ")}`,
  `named ${tag}.${classes.join(".")}`,
  ...classes.map((name) => `.${name}`),
  ...marks,
  ...(before === "" ? [] : [`after ${before} ${tag}`]),
];

const placesIn = (record: AnyNode, { typed, print }: LostField): Place[] =>
  listSpots(record).flatMap((spot) => {
    const raw = spot.size > MAX_SIZE ? null : readRaw(spot.element, typed);
    return raw !== null && !isOdd(print.raw, raw) ? [{ ...spot, raw }] : [];
  });

/** Values that used to tell records apart do so no longer where less than this part of them is different. */
const DULL_SHARE = 0.4;

/** Whether so many records have the same value that it is none of their own, where they used to differ. */
export const isDull = (
  { isTelling }: FieldPrint,
  said: readonly { readonly raw: string | null }[],
): boolean =>
  isTelling &&
  said.length >= MIN_TELLING_SAMPLES &&
  new Set(said.map(({ raw }) => raw)).size <= said.length * DULL_SHARE;

/** The places that the records have in common: those of a single value are the first of their kind in each record. */
export const listCandidates = (records: readonly AnyNode[], lost: LostField): Candidate[] => {
  const isList = isListField(lost.typed);
  const groups = new Map<string, Place[][]>();
  const ids = new Map<Place, number>();
  for (const [at, record] of records.entries())
    for (const place of placesIn(record, lost)) {
      ids.set(place, ids.size);
      // In a single record, each place is one of its own.
      const keys = records.length > 1 || isList ? keysOf(place.traits) : [String(ids.size)];
      for (const key of keys) {
        const group = groups.get(key) ?? records.map(() => []);
        groups.set(key, group);
        if (isList || group[at]?.length === 0) group[at]?.push(place);
      }
    }
  const distinct = new Map(
    [...groups.values()].map((places) => [
      places.flatMap((own) => own.map((place) => ids.get(place))).join(),
      places,
    ]),
  );
  const told = [...distinct.values()].filter(
    (places) =>
      !isDull(
        lost.print,
        places.flatMap((own) => own.slice(0, 1)),
      ),
  );
  return told.map((places) => ({
    places,
    said: places.map(([first]) => first?.raw.slice(0, MAX_SAID) ?? "").join("\n"),
    likeness: likenessTo(lost.print, places),
  }));
};

const sampled = (places: Candidate["places"]): Place[] =>
  spread(
    places.flatMap((own) => own.slice(0, 1)),
    MAX_COMPARED,
  );

const likenessTo = (look: Pick<FieldPrint, "traits" | "raw">, places: Candidate["places"]): number[] =>
  meanOf(sampled(places).map((place) => compareLook(look, place)));

/** Whether a place looks more like something else that stood beside the field than like the field. */
export const isDecoy = (print: FieldPrint, place: Place, likeness: Forest): boolean => {
  const alike = (look: Pick<FieldPrint, "traits" | "raw">): number =>
    judge(likeness, likenessTo(look, [[place]]));
  return print.decoys.some((decoy) => alike(decoy) > alike(print));
};

/** Figures come again by chance, and in other places: the price of today is the old price of tomorrow. */
const isVolatile = ({ raw }: FieldPrint): boolean => raw.kind === "price" || raw.kind === "number";

/** Of the likeliest, so many are looked at closely. */
const MAX_RATED = 12;

export interface Rated extends Candidate {
  readonly features: readonly number[];
  /** Share of the records that have a value of before there: with so few records or figures, chance has a say. */
  readonly known: number;
}

const FEW_RECORDS = 3;

export const PLACE_FEATURES = [
  ...LIKENESS_FEATURES,
  ..."alike decoy decoyLead rival rivalLead rank known volatile hashes filled share distinct telling records list size name readable kept stranger same chars prices numbers addresses".split(
    " ",
  ),
];

/** The likeliest places of a field, with all that is known of them. */
export const rateCandidates = (records: readonly AnyNode[], lost: LostField, likeness: Forest): Rated[] => {
  const { typed, print, known, kept } = lost;
  const name = splitWords(typed.field.name);
  const read = readerAt(typed);
  const hashes = new Set(print.hashes);
  const ranked = listCandidates(records, lost)
    .map((candidate) => ({ ...candidate, alike: judge(likeness, candidate.likeness) }))
    .sort((left, right) => right.alike - left.alike);
  const isKnown = (place: Place): boolean => hashes.has(hashText(place.raw));
  const rated = ranked.filter(
    ({ places }, rank) =>
      rank < MAX_RATED || (rank < 5 * MAX_RATED && places.some(([first]) => first && isKnown(first))),
  );
  return rated.map((candidate, rank) => {
    const { places, said, alike } = candidate;
    const firsts = places.flatMap((own) => own.slice(0, 1));
    const rival = Math.max(
      0,
      ...ranked
        .filter((other) => other.said !== said)
        .slice(0, 1)
        .map((other) => other.alike),
    );
    const decoy = Math.max(UNKNOWN, ...print.decoys.map((look) => judge(likeness, likenessTo(look, places))));
    const called = firsts
      .slice(0, 1)
      .flatMap(({ traits }) => [
        ...traits.words,
        ...traits.marks.flatMap(splitWords),
        ...splitWords(traits.before),
      ]);
    const filled = firsts.length / records.length;
    const shareOf = (is: (place: Place) => boolean): number => mean(firsts.map((place) => Number(is(place))));
    const features = [
      ...candidate.likeness,
      alike,
      decoy,
      decoy === UNKNOWN ? 1 : alike - decoy,
      rival,
      alike - rival,
      rank,
      hashes.size === 0 ? UNKNOWN : shareOf(isKnown),
      Number(isVolatile(print)),
      hashes.size,
      filled / Math.max(print.share, 0.05),
      print.share,
      records.length < FEW_RECORDS ? UNKNOWN : new Set(firsts.map(({ raw }) => raw)).size / firsts.length,
      Number(print.isTelling),
      records.length,
      Number(isListField(typed)),
      isListField(typed) ? mean(places.map(({ length }) => length)) / print.size : UNKNOWN,
      name.filter((word) => called.includes(word)).length / Math.max(1, name.length),
      shareOf(({ element }) => textOfValue(read(element)) !== null),
      kept,
      shareOf(({ traits }) => isStranger(print.traits, known, traits.signature)),
      ranked.filter((other) => other.said === said).length,
      print.raw.chars,
      Number(print.raw.kind === "price"),
      Number(print.raw.kind === "number"),
      Number(print.raw.kind === "address"),
    ];
    const isChance = records.length < FEW_RECORDS || isVolatile(print);
    return { ...candidate, features, known: isChance ? 0 : shareOf(isKnown) };
  });
};
