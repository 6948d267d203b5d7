/** Finds the records of a rebuilt page again. */
import type { AnyNode, Element } from "domhandler";
import type { PageDocument } from "../../page/document.ts";
import { areNested, isWithin } from "../../page/tree.ts";
import { evenly } from "../../values/evenly.ts";
import { compileSelector } from "../select.ts";
import { writeSelector } from "../selectors/index.ts";
import { isStranger } from "./likeness.ts";
import { contentsOf, looksLike, type RegionPrint } from "./records.ts";
import { listSpots, MAX_SIZE } from "./spots.ts";
import { signatureOf } from "./traits.ts";

interface RelocatedRegion {
  readonly css: string;
  readonly records: readonly Element[];
  /** From 0 to 1. */
  readonly confidence: number;
}

const SAMPLE = 5;
/** Min fit of the records' selector. */
const MIN_FIT = 0.9;
const MAX_RATED = 14;
const SURE = { score: 0.6, lead: 0.06 };
/** Min share and number of known records in one group that cannot be chance. */
const SURE_CONTENT = { share: 0.3, count: 2 };
/** A group gets the bonus too if it has at least this share of the highest number of known records. */
const NEAR_CONTENT = 0.9;
const KNOWN_BONUS = 0.2;
/** Lowest accepted `rateCount`: the number of records can change by a factor of about ten. */
const MIN_COUNT = 0.3;

interface Group {
  readonly elements: readonly Element[];
  readonly score: number;
  /** The part of the score for containing records that were there before. */
  readonly bonus: number;
}

const UNLIKELY: ReadonlySet<string> = new Set(["html", "body", "head", "br", "img", "input", "option"]);
const SAME_FAMILY = 0.5;

/** Groups the page's elements by tag and path, by parent, by class and by marks. */
const listGroups = (page: PageDocument, least: number): Element[][] => {
  const groups = new Map<string, Element[]>();
  const add = (key: string, element: Element): void => {
    const known = groups.get(key);
    if (known) known.push(element);
    else groups.set(key, [element]);
  };
  const ids = new Map<AnyNode, number>();
  for (const { element, traits, size } of listSpots(page.root)) {
    if (UNLIKELY.has(element.name) || size > MAX_SIZE) continue;
    const path = traits.path.join(" ");
    const classes = [...traits.classes].sort().join(".");
    const parent = element.parent as AnyNode;
    if (!ids.has(parent)) ids.set(parent, ids.size);
    add(`path ${element.name} ${path}`, element);
    add(`parent ${element.name} ${ids.get(parent)}`, element);
    add(`path ${element.name}.${classes} ${path}`, element);
    if (classes !== "") add(`class ${element.name}.${classes}`, element);
    for (const mark of traits.marks) add(`mark ${mark}`, element);
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

/** Whether two groups are the same records, at different levels of nesting. */
const isFamily = (left: readonly Element[], right: readonly Element[]): boolean => {
  const [a, b] = [new Set(left), new Set(right)];
  const inB = left.filter((element) => isWithin(element, b)).length;
  const inA = right.filter((element) => isWithin(element, a)).length;
  return Math.max(inB / left.length, inA / right.length) >= SAME_FAMILY;
};

const rateCount = (wanted: number, found: number): number => {
  const [less, more] = [Math.min(wanted, found), Math.max(wanted, found)];
  return more === 0 ? 0 : Math.sqrt(less / more);
};

/** Counts the known records in each group, at most one for each element. */
const countKnown = (print: RegionPrint, groups: readonly (readonly Element[])[]): number[] => {
  const wanted = new Set(print.contents);
  const byElement = new Map<Element, string | undefined>();
  const knownIn = (element: Element): string | undefined => {
    if (!byElement.has(element))
      byElement.set(
        element,
        contentsOf(element).find((content) => wanted.has(content)),
      );
    return byElement.get(element);
  };
  return groups.map((elements) => new Set(elements.map(knownIn).filter((known) => known !== undefined)).size);
};

/** Rates each group's share of known records, from 0 to `KNOWN_BONUS`. */
const rateKnown = (print: RegionPrint, groups: readonly (readonly Element[])[]): number[] => {
  const wanted = Math.min(print.count, print.contents.length);
  const counts = wanted >= SURE_CONTENT.count ? countKnown(print, groups) : [];
  const most = Math.max(0, ...counts);
  const isSure = most >= SURE_CONTENT.count && most >= wanted * SURE_CONTENT.share;
  return groups.map(({ length }, index) => {
    const count = counts[index] ?? 0;
    return isSure && count >= most * NEAR_CONTENT ? (KNOWN_BONUS * count) / length : 0;
  });
};

/**
 * Finds the records on a page; null if not certain enough.
 *
 * @param names signatures of the elements that the page used to have
 * @param rateFields rates how well the step's fields are found in records, from 0 to 1
 */
export const relocateRegion = (
  page: PageDocument,
  print: RegionPrint,
  names: ReadonlySet<string>,
  rateFields: (records: readonly Element[]) => number,
): RelocatedRegion | null => {
  const look = looksLike(print);
  const readFields = (elements: readonly Element[]): number => rateFields(evenly(elements, SAMPLE));
  const groups = listGroups(page, print.count > 1 ? 2 : 1).filter(
    ({ length }) => rateCount(print.count, length) >= MIN_COUNT,
  );
  const known = rateKnown(print, groups);
  const rated = groups
    .map((elements, index): Group => {
      const bonus = known[index] ?? 0;
      const score = look(elements) * 0.9 + rateCount(print.count, elements.length) * 0.1;
      return { elements, bonus, score: score + bonus };
    })
    .filter(
      ({ bonus, elements: [first] }) =>
        bonus > 0 || (first && !isStranger(print.traits, names, signatureOf(first))),
    )
    .sort((left, right) => right.score - left.score)
    .slice(0, MAX_RATED)
    .map((group): Group => {
      const { elements, bonus } = group;
      return { ...group, score: (group.score - bonus + readFields(elements)) / 2 + bonus };
    })
    .sort((left, right) => right.score - left.score);
  const [best] = rated;
  if (!best || best.score < SURE.score) return null;
  const rival = rated.find((group) => !isFamily(best.elements, group.elements));
  if (rival && best.score - rival.score < SURE.lead) return null;

  const css = writeSelector(page.root, best.elements, MIN_FIT)?.css;
  if (css === undefined) return null;
  const records = compileSelector(css)(page.root);
  return { css, records, confidence: Number(Math.min(1, best.score).toFixed(2)) };
};
