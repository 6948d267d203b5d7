/** Recognises the records of a page, and finds them again where the page was rebuilt. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { findAll } from "domutils";
import type { PageDocument } from "../document.ts";
import { compileSelector } from "../read.ts";
import { writeSelector } from "../selectors/index.ts";
import { textOf } from "../text.ts";
import { hashText } from "./hash.ts";
import {
  type CommonTraits,
  compareTraits,
  type Evidence,
  isStranger,
  shareTraits,
  weigh,
} from "./likeness.ts";
import { mean, spread } from "./spread.ts";
import {
  ancestorsOf,
  listSpots,
  selectByClass,
  signatureOf,
  type Traits,
  traitsOf,
  wordsOf,
} from "./traits.ts";

/** One record as it stood on a page. Plain JSON. */
export interface RecordSample {
  readonly traits: Traits;
  readonly inner: readonly string[];
  readonly innerWords: readonly string[];
  readonly texts: readonly string[];
  readonly chars: number;
}

/** What is kept of a step's records between runs. Plain JSON. */
export interface RegionPrint {
  /** Share of the pages that held records. */
  readonly share: number;
  /** Most records of one page. */
  readonly count: number;
  readonly traits: CommonTraits;
  /** Tags within the records. */
  readonly inner: readonly string[];
  readonly innerWords: readonly string[];
  /** Texts that all records share, and hashes of some that tell them apart. */
  readonly shared: readonly string[];
  readonly hashes: readonly string[];
  readonly chars: number;
}

export interface RelocatedRegion {
  readonly css: string;
  readonly records: readonly Element[];
  /** From 0 to 1. */
  readonly confidence: number;
}

const MAX_INNER = 24;
const MAX_TEXTS = 12;
const MIN_TEXT = 6;
const MAX_TEXT = 80;
const MAX_HASHES = 60;
const SHARED_SHARE = 0.6;
const SAMPLE = 5;
const MAX_RATED = 14;
const SAME_FAMILY = 0.5;
const WEIGHTS = { inner: 2, innerWords: 1.5, shared: 1.5, chars: 1, known: 3 } as const;
const SURE = { score: 0.6, lead: 0.06 };
const MIN_FIT = 0.9;
/** Groups of one family that are this close differ in how many records they hold only. */
const NEAR = 0.04;

const unique = (tokens: readonly string[], most: number): string[] => [...new Set(tokens)].slice(0, most);

export const sampleRecord = (element: Element): RecordSample => {
  const inside = findAll(() => true, element.children);
  const texts = [element, ...inside]
    .map(textOf)
    .filter((text) => text.length >= MIN_TEXT && text.length <= MAX_TEXT);
  return {
    traits: traitsOf({ element, before: "", after: "", order: 0 }, null),
    inner: unique(
      inside.map(({ name }) => name),
      MAX_INNER,
    ),
    innerWords: unique(inside.flatMap(wordsOf), MAX_INNER),
    texts: unique(texts.map(hashText), MAX_TEXTS),
    chars: textOf(element).length,
  };
};

const shareOf = (lists: readonly (readonly string[])[], token: string): number =>
  lists.filter((list) => list.includes(token)).length / lists.length;

export const printOfRegion = (
  samples: readonly RecordSample[],
  { share, count }: { readonly share: number; readonly count: number },
): RegionPrint => {
  const texts = samples.map((sample) => sample.texts);
  const all = unique(texts.flat(), MAX_HASHES + MAX_TEXTS);
  const isShared = (token: string): boolean => samples.length > 1 && shareOf(texts, token) >= SHARED_SHARE;
  const most = (lists: readonly (readonly string[])[]): string[] =>
    unique(lists.flat(), 200)
      .filter((token) => shareOf(lists, token) >= 0.5)
      .slice(0, MAX_INNER);
  return {
    share: Number(share.toFixed(3)),
    count,
    traits: shareTraits(samples.map(({ traits }) => traits)),
    inner: most(samples.map(({ inner }) => inner)),
    innerWords: most(samples.map(({ innerWords }) => innerWords)),
    shared: all.filter(isShared),
    hashes: all.filter((token) => !isShared(token)).slice(0, MAX_HASHES),
    chars: Math.round(samples.reduce((sum, { chars }) => sum + chars, 0) / Math.max(1, samples.length)),
  };
};

const recall = (wanted: readonly string[], found: readonly string[]): number =>
  wanted.filter((token) => found.includes(token)).length / Math.max(1, wanted.length);

const scoreRecord = (print: RegionPrint, sample: RecordSample): number => {
  const lengths = [print.chars + 20, sample.chars + 20].sort((left, right) => left - right);
  const words = recall(print.innerWords, sample.innerWords);
  const known = sample.texts.filter((hash) => print.hashes.includes(hash)).length;
  const evidence: Evidence[] = [
    ...compareTraits(print.traits, sample.traits),
    [
      recall(print.inner, sample.inner) * (0.5 + 0.5 * recall(sample.inner, print.inner)),
      print.inner.length > 0 ? WEIGHTS.inner : 0,
    ],
    [words, print.innerWords.length === 0 ? 0 : words > 0 ? WEIGHTS.innerWords : WEIGHTS.innerWords * 0.3],
    [recall(print.shared, sample.texts), print.shared.length > 0 ? WEIGHTS.shared : 0],
    [(lengths[0] ?? 0) / (lengths[1] ?? 1), WEIGHTS.chars],
    [1, known > 0 ? WEIGHTS.known : 0],
  ];
  return weigh(evidence);
};

interface Group {
  readonly elements: readonly Element[];
  readonly score: number;
}

const UNLIKELY: ReadonlySet<string> = new Set(["html", "body", "head", "br", "img", "input", "option"]);

/** Elements of the page that are alike by tag and place, or by class. */
const listGroups = (page: PageDocument, least: number): Element[][] => {
  const groups = new Map<string, Element[]>();
  const add = (key: string, element: Element): void => {
    const known = groups.get(key);
    if (known) known.push(element);
    else groups.set(key, [element]);
  };
  const ids = new Map<AnyNode, number>();
  for (const { element } of listSpots(page.root)) {
    if (UNLIKELY.has(element.name)) continue;
    const path = ancestorsOf(element, null).map(({ name }) => name);
    const classes = (element.attribs.class ?? "").trim().split(/\s+/).sort().join(".");
    const parent = element.parent as AnyNode;
    if (!ids.has(parent)) ids.set(parent, ids.size);
    add(`path ${element.name} ${path.join(" ")}`, element);
    add(`parent ${element.name} ${ids.get(parent)}`, element);
    add(`path ${element.name}.${classes} ${path.join(" ")}`, element);
    if (classes !== "") add(`class ${element.name}.${classes}`, element);
    for (const mark of traitsOf({ element, before: "", after: "", order: 0 }, null).marks)
      add(`mark ${mark}`, element);
  }
  const seen = new Set<string>();
  const order = new Map<Element, number>();
  return [...groups.values()].filter((elements) => {
    if (elements.length < least || isNested(elements)) return false;
    for (const element of elements) if (!order.has(element)) order.set(element, order.size);
    const key = elements.map((element) => order.get(element)).join();
    return !seen.has(key) && seen.add(key);
  });
};

/** Records do not hold each other. */
const isNested = (elements: readonly Element[]): boolean => {
  const all = new Set(elements);
  return elements.some(({ parent }) => parent !== null && isTag(parent) && isWithin(parent, all));
};

const isWithin = (element: Element, group: ReadonlySet<Element>): boolean => {
  for (let at: AnyNode | null = element; at && isTag(at); at = at.parent) if (group.has(at)) return true;
  return false;
};

/** Whether two groups hold the same records, with more or less around them. */
const isFamily = (left: Group, right: Group): boolean => {
  const [a, b] = [new Set(left.elements), new Set(right.elements)];
  const inB = left.elements.filter((element) => isWithin(element, b)).length;
  const inA = right.elements.filter((element) => isWithin(element, a)).length;
  return Math.max(inB / left.elements.length, inA / right.elements.length) >= SAME_FAMILY;
};

const rateCount = (wanted: number, found: number): number => {
  const [less, more] = [Math.min(wanted, found), Math.max(wanted, found)];
  return more === 0 ? 0 : Math.sqrt(less / more);
};

/**
 * Finds the records on a page; null where that is not sure enough.
 *
 * @param known what the page's elements used to be called
 * @param rateFields how well the step's fields are found in records, from 0 to 1
 */
export const relocateRegion = (
  page: PageDocument,
  print: RegionPrint,
  known: ReadonlySet<string>,
  rateFields: (records: readonly Element[]) => number,
): RelocatedRegion | null => {
  const look = (elements: readonly Element[]): number =>
    mean(spread(elements, SAMPLE).map((element) => scoreRecord(print, sampleRecord(element))));
  const readFields = (elements: readonly Element[]): number => rateFields(spread(elements, SAMPLE));
  const rated = listGroups(page, print.count > 1 ? 2 : 1)
    .filter(([first]) => first && !isStranger(print.traits, known, signatureOf(first)))
    .map((elements): Group => {
      const score = look(elements) * 0.9 + rateCount(print.count, elements.length) * 0.1;
      return { elements, score };
    })
    .sort((left, right) => right.score - left.score)
    .slice(0, MAX_RATED)
    .map((group): Group => ({ ...group, score: (group.score + readFields(group.elements)) / 2 }))
    .sort((left, right) => right.score - left.score);
  const [best] = rated;
  if (!best || best.score < SURE.score) return null;
  const rival = rated.find((group) => !isFamily(best, group));
  if (rival && best.score - rival.score < SURE.lead) return null;

  /** Whether a group holds more of the same. */
  const isMore = (group: Group, than: Group): boolean => {
    const all = new Set(than.elements);
    const more = group.elements.filter((element) => !isWithin(element, all));
    if (group.elements.length <= than.elements.length || more.length === 0) return false;
    return (
      (look(more) + readFields(more)) / 2 >= (look(than.elements) + readFields(than.elements)) / 2 - NEAR
    );
  };
  const family = rated.filter((group) => group.score >= best.score - NEAR && isFamily(best, group));
  const chosen = family.reduce((most, group) => (isMore(group, most) ? group : most), best);
  const css = writeRecords(page, chosen.elements);
  if (css === null) return null;
  const records = compileSelector(css)(page.root);
  return { css, records, confidence: Number(best.score.toFixed(2)) };
};

/** The most lasting selector of the elements; by names that a build made where there is no other. */
const writeRecords = ({ root }: PageDocument, elements: readonly Element[]): string | null => {
  const written = writeSelector(root, elements);
  if (written && written.fit >= MIN_FIT) return written.css;
  const wanted = new Set(elements);
  const isRight = (css: string): boolean => {
    const found = compileSelector(css)(root);
    const hits = found.filter((element) => wanted.has(element)).length;
    return (2 * hits) / (found.length + wanted.size) >= MIN_FIT;
  };
  return selectByClass(elements).find(isRight) ?? null;
};
