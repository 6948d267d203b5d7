/** Finds the records of a page again where the page was rebuilt. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { type Forest, judge } from "../../content/forest.ts";
import type { PageDocument } from "../../page/document.ts";
import { areNested, classesOf, isWithin } from "../../page/tree.ts";
import { compileSelector } from "../read.ts";
import { writeSelector } from "../selectors/index.ts";
import { isStranger, mean, ratio, UNKNOWN } from "./likeness.ts";
import { comparerOf, contentOf, RECORD_FEATURES, type RegionPrint } from "./records.ts";
import { listSpots, MAX_SIZE } from "./spots.ts";
import { signatureOf } from "./traits.ts";
import { GROUP, REGION } from "./weights.ts";

/** Elements of a page that may be the records, with what speaks for and against them. */
export interface Group {
  readonly elements: readonly Element[];
  readonly features: readonly number[];
  /** Share of them that are the very records of before. */
  readonly known: number;
}

/** What is known of a page besides the print of its records. */
export interface PageNames {
  /** What its elements used to be called, and the share of them that it still has. */
  readonly known: ReadonlySet<string>;
  readonly kept: number;
}

export const GROUP_FEATURES = [
  ...RECORD_FEATURES,
  ..."count more contents contentShare bestContents stranger kept wanted".split(" "),
];
export const REGION_FEATURES = [
  ...GROUP_FEATURES,
  ..."alike rivalAlike rank fields leastField usual rivalFields".split(" "),
];

/** Of records there may be a few times more, or less, than there used to be. */
const MIN_COUNT = 0.08;
const UNLIKELY: ReadonlySet<string> = new Set(["html", "body", "head", "br", "img", "input", "option"]);
const SAME_FAMILY = 0.5;
const MAX_RATED = 8;
/** Of a selector of the records. */
const MIN_FIT = 0.9;

/** Elements of the page that are alike by tag and place, or by class. */
const listAlike = (page: PageDocument, { count }: RegionPrint): Element[][] => {
  const least = count > 1 ? 2 : 1;
  const groups = new Map<string, Element[]>();
  const ids = new Map<AnyNode, number>();
  for (const { element, traits, size } of listSpots(page.root)) {
    if (UNLIKELY.has(element.name) || size > MAX_SIZE) continue;
    const path = traits.path.join(" ");
    const called = `${element.name}.${[...traits.classes].sort().join(".")}`;
    const parent = element.parent as AnyNode;
    if (!ids.has(parent)) ids.set(parent, ids.size);
    const outer = element.parent && isTag(element.parent) ? classesOf(element.parent) : [];
    const keys = [
      `path ${element.name} ${path}`,
      `parent ${element.name} ${ids.get(parent)}`,
      `children ${ids.get(parent)}`,
      `path ${called} ${path}`,
      `class ${called}`,
      ...traits.classes.map((name) => `.${name}`),
      ...outer.map((name) => `.${name} ${element.name}`),
      ...traits.ownAttributes.map((name) => `[${name}]`),
      ...traits.marks,
    ];
    for (const key of keys) {
      const group = groups.get(key);
      if (group) group.push(element);
      else groups.set(key, [element]);
    }
  }
  const seen = new Set<string>();
  const order = new Map<Element, number>();
  return [...groups.values()].filter((elements) => {
    if (elements.length < least || areNested(elements)) return false;
    for (const element of elements) if (!order.has(element)) order.set(element, order.size);
    const key = elements.map((element) => order.get(element)).join();
    return !seen.has(key) && seen.add(key);
  });
};

/** Whether two groups hold the same records, with more or less around them. */
const isFamily = (left: readonly Element[], right: readonly Element[]): boolean => {
  const [a, b] = [new Set(left), new Set(right)];
  const inB = left.filter((element) => isWithin(element, b)).length;
  const inA = right.filter((element) => isWithin(element, a)).length;
  return Math.max(inB / left.length, inA / right.length) >= SAME_FAMILY;
};

/** How many of the records that were there before elements hold, each looked at once. */
const counterOf = ({ contents }: RegionPrint): ((elements: readonly Element[]) => number) => {
  const wanted = new Set<string | null>(contents);
  const looked = new Map<Element, string | null>();
  const look = (element: Element): string | null => {
    const content = looked.has(element) ? (looked.get(element) ?? null) : contentOf(element);
    looked.set(element, content);
    return content;
  };
  return (elements) =>
    wanted.size === 0 ? 0 : new Set(elements.map(look).filter((content) => wanted.has(content))).size;
};

/** The groups of a page that may be its records. */
export const listGroups = (page: PageDocument, print: RegionPrint, { known, kept }: PageNames): Group[] => {
  const compare = comparerOf(print);
  const countKnown = counterOf(print);
  const wanted = Math.min(print.count, print.contents.length);
  const groups = listAlike(page, print)
    .filter(({ length }) => ratio(print.count, length) >= MIN_COUNT)
    .map((elements) => ({ elements, held: countKnown(elements) }));
  const most = Math.max(0, ...groups.map(({ held }) => held));
  return groups.map(({ elements, held }): Group => {
    const strangers = elements.map((each) => Number(isStranger(print.traits, known, signatureOf(each))));
    return {
      elements,
      known: held < Math.max(KNOWN.count, most * KNOWN.share) ? 0 : held / elements.length,
      features: [
        ...compare(elements),
        ratio(print.count, elements.length),
        Number(elements.length > print.count),
        wanted === 0 ? UNKNOWN : held / wanted,
        wanted === 0 ? UNKNOWN : held / elements.length,
        most === 0 ? UNKNOWN : held / most,
        mean(strangers),
        kept,
        print.count,
      ],
    };
  });
};

/** How well each of a step's fields is found in records, from 0 to 1. */
export type RateFields = (records: readonly Element[]) => readonly number[];

/** The likeliest groups, with what is found in them. */
export const rateGroups = (groups: readonly Group[], likeness: Forest, rateFields: RateFields): Group[] => {
  const ranked = groups
    .map((group) => ({ ...group, alike: judge(likeness, group.features) }))
    .sort((left, right) => right.alike - left.alike)
    .slice(0, MAX_RATED)
    .map((group) => ({ ...group, rates: rateFields(group.elements) }));
  return ranked.map(({ elements, features, known, alike, rates }, rank) => {
    const rivals = ranked.filter((other) => !isFamily(elements, other.elements));
    return {
      elements,
      known,
      features: [
        ...features,
        alike,
        Math.max(0, ...rivals.map((rival) => rival.alike)),
        rank,
        mean(rates),
        Math.min(1, ...rates),
        rates.length,
        Math.max(0, ...rivals.map((rival) => mean(rival.rates))),
      ],
    };
  });
};

interface RelocatedRegion {
  readonly css: string;
  readonly records: readonly Element[];
  /** From 0 to 1. */
  readonly confidence: number;
}

/** What is less likely is not taken: swept on held-out sites, see `docs/quality.md`. */
const SURE = 0.5;

/** So many of the very records of before are no chance, whatever else has changed: a list may have become shorter. */
const KNOWN = { count: 3, share: 0.8 } as const;

/** Finds the records on a page; null where that is not sure enough. */
export const relocateRegion = (
  page: PageDocument,
  print: RegionPrint,
  names: PageNames,
  rateFields: RateFields,
): RelocatedRegion | null => {
  const rated = rateGroups(listGroups(page, print, names), GROUP, rateFields)
    .map((group) => ({ ...group, score: judge(REGION, group.features) + Number(group.known >= KNOWN.share) }))
    .sort((left, right) => right.score - left.score);
  for (const { elements, score } of rated) {
    if (score < SURE) return null;
    const css = writeSelector(page.root, elements, MIN_FIT)?.css;
    if (css !== undefined)
      return {
        css,
        records: compileSelector(css)(page.root),
        confidence: Math.min(1, Number(score.toFixed(2))),
      };
  }
  return null;
};
