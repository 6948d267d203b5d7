/** What the name and type of a field that nothing names say of its values, for the forests that choose among texts. */
import type { Element } from "domhandler";
import { wordsOfName } from "../../page/elementNames.ts";
import { classesOf, outward } from "../../page/tree.ts";
import { mean } from "../../values/averages.ts";
import { conceptOf, foldedWords, headOf, namesAttribute, namesPerson } from "../../vocabulary/concepts.ts";
import { type Meaning, meaningOfWords } from "../../vocabulary/likeness.ts";
import { remembered } from "../../vocabulary/remember.ts";
import { foldWord } from "../../vocabulary/words.ts";
import { OPEN } from "./textForms.ts";

export type Features = Readonly<Record<string, number>>;

const NUMBERED = /^(?:number|no|id|code|ref|reference|key|nr|num)$/;
/** What a field's name and type say. */
export const describeName = (name: string, type: unknown): Features => {
  const words = foldedWords(name);
  const concept = conceptOf(name);
  return {
    nameWords: words.length,
    nameKnown: Number(concept !== null),
    nameOpen: Number(OPEN.has(concept)),
    nameHead: Number(headOf(name) !== null),
    namePerson: Number(namesPerson(name)),
    nameTrait: Number(namesAttribute(name)),
    nameNumber: Number(words.some((word) => NUMBERED.test(word))),
    namePlural: Number(name.endsWith("s")),
    isString: Number(type === "string"),
    isDate: Number(type === "date"),
    isList: Number(type === "string[]"),
    isNumber: Number(type === "number" || type === "integer" || type === "price"),
  };
};

interface Pairs {
  readonly all: readonly string[];
  readonly set: ReadonlySet<string>;
}
/** Whether a field is called as titles are, or ends so: `charityName`. */
export const namesTitle = (name: string): boolean =>
  [conceptOf(name), headOf(name), conceptOf(foldedWords(name).at(-1) ?? "")].includes("title");

const pairsOf = remembered((word: string): Pairs => {
  const all = Array.from({ length: Math.max(0, word.length - 1) }, (_, at) => word.slice(at, at + 2));
  return { all, set: new Set(all) };
}, 5_000);
/** Which share of their pairs of letters two words have in common, from 0 to 1. */
const spelledAlike = (one: string, other: string): number => {
  const [left, right] = [pairsOf(one), pairsOf(other)];
  const same = left.all.filter((pair) => right.set.has(pair)).length;
  return Math.min(1, (2 * same) / Math.max(1, left.all.length + right.all.length));
};
/** How alike the two words are that are most alike, by their letters. */
export const mostAlike = (words: readonly string[], others: readonly string[]): number =>
  Math.max(0, ...words.flatMap((word) => others.map((other) => spelledAlike(word, other))));

/** Longer labels and class names are cut. */
export const MAX_SAID = 60;
/** The words of the classes of an element and the one around it. */
export const classWords = (element: Element | undefined): readonly string[] =>
  (element ? outward(element).slice(0, 2) : [])
    .flatMap(classesOf)
    .filter(({ length }) => length <= MAX_SAID)
    .flatMap(wordsOfName)
    .map(foldWord);

/** Words of a field's name that say nothing of its values. */
const EMPTY: ReadonlySet<string> = new Set(["name", "type", "of", "number", "count", "is", "the"]);
/** What the values of a field are, as far as its name says. */
export const meaningOfValues = remembered((name: string): Meaning | null => {
  const words = foldedWords(name);
  const telling = words.filter((word) => !EMPTY.has(word));
  return meaningOfWords(telling.length > 0 ? telling : words);
}, 1_000);

/**
 * By how much the numbers of each pair exceed those of all others, and how many others exceed them.
 *
 * @param all the numbers of the pairs that compete
 */
export const leadsOf = (all: readonly Features[], compared: readonly string[], as: string): Features[] => {
  const sorted = compared.map((feature) =>
    Float64Array.from(all, (own) => own[feature] ?? 0)
      .sort()
      .reverse(),
  );
  const ranks = sorted.map((values) => {
    const first = new Map<number, number>();
    values.forEach((value, rank) => {
      if (!first.has(value)) first.set(value, rank);
    });
    return first;
  });
  return all.map((own) =>
    Object.fromEntries(
      compared.flatMap((feature, at) => {
        const value = own[feature] ?? 0;
        const [most = 0, next] = sorted[at] ?? [];
        const best = value === most ? next : most;
        return [
          [`${feature}Lead${as}`, best === undefined ? 0 : value - best],
          [`${feature}Rank${as}`, ranks[at]?.get(value) ?? 0],
        ];
      }),
    ),
  );
};

/** Where the known fields around a field are, and whether the page has them in the order in which they are asked for. */
export interface FieldOrder {
  /** The nearest fields with a place that are asked for before and after it. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly known: number;
  readonly features: Features;
}

/**
 * How well a place fits a field, as people often ask for fields in the order in which the page has them.
 *
 * @param names the fields as they are asked for
 * @param placed where those are that have a value
 */
export const orderOf = (
  name: string,
  at: number,
  names: readonly string[],
  placed: ReadonlyMap<string, number>,
): FieldOrder => {
  const index = names.indexOf(name);
  const placeOf = (field: string): number => placed.get(field) ?? 0;
  const known = names.filter((other) => placed.has(other));
  const inOrder = known.flatMap((one, place) =>
    known.slice(place + 1).map((other) => Number(placeOf(one) < placeOf(other))),
  );
  const onSide = known.map((other) =>
    Number(Math.sign(names.indexOf(other) - index) === Math.sign(placeOf(other) - at)),
  );
  return {
    before: known.findLast((other) => names.indexOf(other) < index),
    after: known.find((other) => names.indexOf(other) > index),
    known: known.length,
    features: {
      fieldAt: index / names.length,
      inOrder: inOrder.length === 0 ? 0.5 : mean(inOrder),
      onSide: onSide.length === 0 ? 0.5 : mean(onSide),
    },
  };
};
