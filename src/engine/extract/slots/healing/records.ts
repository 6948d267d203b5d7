/** Prints of a step's records: their content, structure and place on the page. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { findAll } from "domutils";
import { shortText } from "../../page/shortText.ts";
import { textOf } from "../../page/text.ts";
import { outward } from "../../page/tree.ts";
import { mean } from "../../values/averages.ts";
import { evenly } from "../../values/evenly.ts";
import {
  type CommonTraits,
  commonOf,
  compareTraits,
  type Evidence,
  recall,
  shareTraits,
  weigh,
} from "./likeness.ts";
import { holdsAtMost, placeAmong } from "./size.ts";
import { hashText, type Traits, traitsOf, wordsOf } from "./traits.ts";

/** One record of a page. Plain JSON. */
export interface RecordSample {
  readonly traits: Traits;
  readonly inner: readonly string[];
  readonly innerWords: readonly string[];
  /** Parent and child tags of its elements: `h3>a`. */
  readonly build: readonly string[];
  readonly texts: readonly string[];
  readonly chars: number;
}

/** What is stored of a step's records between runs. Plain JSON. */
export interface RegionPrint {
  /** Share of the pages that had records. */
  readonly share: number;
  /** Highest number of records on one page. */
  readonly count: number;
  readonly traits: CommonTraits;
  /** Tags within the records. */
  readonly inner: readonly string[];
  readonly innerWords: readonly string[];
  readonly build: readonly string[];
  /** Hashes of texts that most records share, and of some that differ between records. */
  readonly shared: readonly string[];
  readonly hashes: readonly string[];
  /** Hashes of whole records; see `contentsOf`. */
  readonly contents: readonly string[];
  readonly chars: number;
}

const MAX_INNER = 24;
const MAX_BUILD = 40;
const MAX_INSIDE = 300;
const MAX_TEXTS = 12;
const MIN_TEXT = 6;
const MAX_TEXT = 80;
/** The text of larger elements is not read: their length is `LARGE_CHARS`. */
const MAX_RECORD_NODES = 20_000;
const LARGE_CHARS = 200_000;
const MAX_HASHES = 60;
const SHARED_SHARE = 0.6;
const MAX_LEVELS = 8;
const MIN_CONTENT_CHARS = 12;
const MAX_CONTENT_CHARS = 3_000;
const WEIGHTS = { inner: 2, innerWords: 1.5, build: 2.5, shared: 1.5, chars: 1, known: 3 } as const;

const unique = (tokens: readonly string[], most: number): string[] => [...new Set(tokens)].slice(0, most);

/** Index and sibling count of an element and its ancestors, outermost first: `0/3.1/2`. */
const addressOf = (element: AnyNode | null): string =>
  (element ? outward(element) : [])
    .slice(0, MAX_LEVELS)
    .map(placeAmong)
    .map(({ index, count }) => `${index}/${count}`)
    .reverse()
    .join(".");

/** Traits of a record's element, with its parent's address. */
const traitsOfRecord = (element: Element): Traits =>
  traitsOf(element, { before: "", after: "", order: 0, address: addressOf(element.parent) }, null);

export const sampleRecord = (element: Element): RecordSample => {
  const inside = findAll(() => true, element.children).slice(0, MAX_INSIDE);
  const texts = [element, ...inside]
    .map((each) => shortText(each, MAX_TEXT) ?? "")
    .filter((text) => text.length >= MIN_TEXT);
  return {
    traits: traitsOfRecord(element),
    inner: unique(
      inside.map(({ name }) => name),
      MAX_INNER,
    ),
    innerWords: unique(inside.flatMap(wordsOf), MAX_INNER),
    build: unique(
      inside.map(
        ({ name, parent }) => `${parent && isTag(parent) && parent !== element ? parent.name : ""}>${name}`,
      ),
      MAX_BUILD,
    ),
    texts: unique(texts.map(hashText), MAX_TEXTS),
    chars: holdsAtMost(MAX_RECORD_NODES, element) ? textOf(element).length : LARGE_CHARS,
  };
};

/** Returns a hash of a record's words in any order; none if its text is too short or too long to identify it. */
export const contentsOf = (element: Element): string[] => {
  if (!holdsAtMost(MAX_RECORD_NODES, element)) return [];
  const text = textOf(element);
  if (text.length < MIN_CONTENT_CHARS || text.length > MAX_CONTENT_CHARS) return [];
  return [hashText(text.split(" ").sort().join(" "))];
};

export const printOfRegion = (
  samples: readonly RecordSample[],
  { share, count, contents }: { share: number; count: number; contents: readonly string[] },
): RegionPrint => {
  const texts = samples.map((sample) => sample.texts);
  const shared = samples.length > 1 ? commonOf(texts, SHARED_SHARE, MAX_HASHES) : [];
  const most = (of: (sample: RecordSample) => readonly string[], count: number): string[] =>
    commonOf(samples.map(of), undefined, count);
  return {
    share: Number(share.toFixed(3)),
    count,
    traits: shareTraits(samples.map(({ traits }) => traits)),
    inner: most(({ inner }) => inner, MAX_INNER),
    innerWords: most(({ innerWords }) => innerWords, MAX_INNER),
    build: most(({ build }) => build, MAX_BUILD),
    shared,
    hashes: unique(
      texts.flat().filter((token) => !shared.includes(token)),
      MAX_HASHES,
    ),
    contents,
    chars: Math.round(mean(samples.map(({ chars }) => chars))),
  };
};

/** Similarity in both directions: penalises missing and additional tokens. */
const accord = (wanted: readonly string[], found: readonly string[]): number =>
  recall(wanted, found) * (0.5 + 0.5 * recall(found, wanted));

const scoreRecord = (print: RegionPrint, sample: RecordSample): number => {
  const lengths = [print.chars + 20, sample.chars + 20].sort((left, right) => left - right);
  const words = recall(print.innerWords, sample.innerWords);
  const known = sample.texts.filter((hash) => print.hashes.includes(hash)).length;
  const evidence: Evidence[] = [
    ...compareTraits(print.traits, sample.traits),
    [accord(print.inner, sample.inner), print.inner.length > 0 ? WEIGHTS.inner : 0],
    [accord(print.build, sample.build), print.build.length > 0 ? WEIGHTS.build : 0],
    [words, print.innerWords.length === 0 ? 0 : words > 0 ? WEIGHTS.innerWords : WEIGHTS.innerWords * 0.3],
    [recall(print.shared, sample.texts), print.shared.length > 0 ? WEIGHTS.shared : 0],
    [(lengths[0] ?? 0) / (lengths[1] ?? 1), WEIGHTS.chars],
    [1, known > 0 ? WEIGHTS.known : 0],
  ];
  return weigh(evidence);
};

const SAMPLE = 5;

/** Rates how much elements look like the records, from 0 to 1. Scores are cached per element. */
export const looksLike = (print: RegionPrint): ((elements: readonly Element[]) => number) => {
  const scores = new Map<Element, number>();
  const scoreOf = (element: Element): number => {
    const score = scores.get(element) ?? scoreRecord(print, sampleRecord(element));
    scores.set(element, score);
    return score;
  };
  return (elements) => mean(evenly(elements, SAMPLE).map(scoreOf));
};
