/** Data regions: elements of one shape, side by side, each with a record in it. */
import { type AnyNode, type Element, isTag, isText, type Text } from "domhandler";
import { findAll, findOne } from "domutils";
import type { Block } from "../content/blocks.ts";
import type { MainContent } from "../content/content.ts";
import { bitOf, groupsOf } from "../content/groups.ts";
import { INLINE } from "../text.ts";
import { mergeAlike } from "./alike.ts";
import { MIN_MARKED, signatureOf, splitAtMarkers } from "./markers.ts";

export interface Region {
  readonly records: readonly Element[];
  /** How much main content the records hold, and how much they look like a list. */
  readonly score: number;
  /** Share of the page's main content that the records hold. */
  readonly share: number;
  /** Whether the records lead to pages of their own, as the entries of a list do and the sections of a text do not. */
  readonly leads: boolean;
  readonly path: string;
}

/** Elements that a record covers. One that no element holds stands for what it was put together from. */
export const coveredBy = (records: readonly Element[]): ReadonlySet<unknown> =>
  new Set<unknown>(records.flatMap((record) => (record.parent === null ? record.children : [record])));

export const isWithin = (node: AnyNode | undefined, covered: ReadonlySet<unknown>): boolean => {
  if (covered.size === 0) return false;
  for (let at: AnyNode | null | undefined = node; at; at = at.parent as AnyNode | null)
    if (covered.has(at)) return true;
  return false;
};
export const isCovered = ({ nodes: [first] }: Block, covered: ReadonlySet<unknown>): boolean =>
  isWithin(first, covered);

/** What a text node is worth: its words times how likely they are main content. */
const massOf = ({ blocks, scores }: MainContent): ReadonlyMap<Text, number> => {
  const masses = new Map<Text, number>();
  blocks.forEach(({ nodes, words }, index) => {
    for (const node of nodes) masses.set(node, ((scores[index] ?? 0) * Math.min(words, 40)) / nodes.length);
  });
  return masses;
};

interface Measure {
  readonly mass: number;
  readonly words: number;
  readonly elements: number;
  readonly hasLink: boolean;
  readonly hasHeading: boolean;
}

const PROSE: ReadonlySet<string> = new Set([
  "p",
  "br",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "option",
  "source",
  "path",
  "script",
  "style",
  "td",
  "th",
  "dt",
  "dd",
  "link",
  "meta",
  "hr",
]);

const measureAll = (top: Element, masses: ReadonlyMap<Text, number>): ReadonlyMap<Element, Measure> => {
  const measures = new Map<Element, Measure>();
  const visit = (element: Element): Measure => {
    let mass = 0;
    let words = 0;
    let elements = 0;
    let hasLink = element.name === "a" && element.attribs.href !== undefined;
    let hasHeading = /^h[1-6]$/.test(element.name);
    for (const child of element.children) {
      if (isText(child)) {
        const own = masses.get(child);
        if (own === undefined) continue;
        mass += own;
        words += child.data.trim() === "" ? 0 : child.data.trim().split(/\s+/).length;
      } else if (isTag(child)) {
        const inner = visit(child);
        mass += inner.mass;
        words += inner.words;
        elements += inner.elements + 1;
        hasLink ||= inner.hasLink;
        hasHeading ||= inner.hasHeading;
      }
    }
    const measure = { mass, words, elements, hasLink, hasHeading };
    measures.set(element, measure);
    return measure;
  };
  visit(top);
  return measures;
};

const BARRED = bitOf("navigation") | bitOf("footer") | bitOf("overlay");
/** Wrappers of whole pages are called by all sorts of names: what holds much of the page is no menu. */
const BARRED_SHARE = 0.25;
const isBarred = (element: Element, share: number): boolean =>
  element.name === "nav" ||
  element.name === "footer" ||
  (share < BARRED_SHARE && (groupsOf(element) & BARRED) !== 0);

/** What makes neighbours a list of records: enough of them, filled, alike, and not mere words of prose. */
const isList = (records: readonly Element[], measures: ReadonlyMap<Element, Measure>): boolean => {
  const filled = records.filter((record) => (measures.get(record)?.words ?? 0) > 0);
  if (filled.length < 2 || filled.length < records.length / 2) return false;
  const structured = filled.filter((record) => {
    const measure = measures.get(record);
    return (
      measure && measure.elements >= 1 && (measure.hasLink || measure.hasHeading || measure.elements >= 2)
    );
  });
  return structured.length >= filled.length * 0.6;
};

/** Text that all records share is furniture, and records without text of their own are none. */
const variance = (records: readonly Element[], measures: ReadonlyMap<Element, Measure>): number => {
  const texts = new Set(records.slice(0, 50).map((record) => firstText(record)));
  const words = records.map((record) => measures.get(record)?.words ?? 0);
  const average = words.reduce((sum, value) => sum + value, 0) / words.length;
  return (texts.size / Math.min(50, records.length)) * Math.min(1, average / 4);
};

const firstText = (element: Element): string => {
  let text = "";
  const visit = (node: AnyNode): boolean => {
    if (isText(node)) text += node.data.trim();
    else if (isTag(node)) for (const child of node.children) if (visit(child)) return true;
    return text.length > 60;
  };
  visit(element);
  return text;
};

const MAX_REGIONS = 100;

const isLink = (element: Element): boolean =>
  element.name === "a" && /^(?!#|javascript:|mailto:|tel:)./i.test(element.attribs.href?.trim() ?? "");
const isTitle = ({ name }: Element): boolean => /^h[1-6]$/.test(name);
const holds = (element: Element, test: (inner: Element) => boolean): boolean =>
  test(element) || findOne(test, element.children, true) !== null;

const FEW_WORDS = 30;

/** Where a record leads: the address behind its title or picture, or behind its only words; null where it leads nowhere. */
const leadOf = (record: Element, words: number): string | null => {
  const outer = record.parent && isTag(record.parent) && isLink(record.parent) ? record.parent : null;
  const link = isLink(record) ? record : outer;
  if (link) return link.attribs.href ?? null;
  const links = findAll(isLink, record.children);
  const title = findOne(isTitle, record.children, true);
  const telling =
    links.find((inner) => holds(inner, isTitle) || (title !== null && holds(title, (at) => at === inner))) ??
    links.find((inner) => holds(inner, ({ name }) => name === "img")) ??
    (words <= FEW_WORDS || title === null ? links[0] : undefined);
  return telling?.attribs.href ?? null;
};

const LEAD_SHARE = 0.6;
const MAX_LOOKED_AT = 30;
/** Regions that hold less than these are not asked where they lead. */
const MAX_LED = 30;

const leadsOn = (records: readonly Element[], measures: ReadonlyMap<Element, Measure>): boolean => {
  const looked = records.slice(0, MAX_LOOKED_AT);
  const leads = looked.map((record) => leadOf(record, measures.get(record)?.words ?? FEW_WORDS + 1));
  return new Set(leads.filter((lead) => lead !== null)).size >= looked.length * LEAD_SHARE;
};

/** The data regions of a page, the one that holds most of its main content first. */
export const findRegions = (content: MainContent): Region[] => {
  if (!content.top) return [];
  const measures = measureAll(content.top, massOf(content));
  const total = measures.get(content.top)?.mass || 1;
  const groups = new Map<string, Element[]>();
  const split: { records: Element[]; mass: number; path: string }[] = [];
  const visit = (element: Element, depth: number): void => {
    const mass = measures.get(element)?.mass ?? 0;
    if (isBarred(element, mass / total)) return;
    const marked = splitAtMarkers(element);
    if (marked.length >= MIN_MARKED)
      split.push({ records: marked, mass, path: `${signatureOf(element)} > headings` });
    for (const child of element.children) {
      if (!isTag(child)) continue;
      if (!PROSE.has(child.name) && (!INLINE.has(child.name) || child.name === "a")) {
        // Rows of cards make one list, wherever the rows end.
        const path = [element.parent, element, child].map((at) => (at && isTag(at) ? signatureOf(at) : ""));
        // Where nothing is called anything, depth tells a record from what stands in it.
        const key = `${path.join(" > ")}${path.every((name) => name.endsWith(".")) ? ` ${depth}` : ""}`;
        const known = groups.get(key);
        if (known) known.push(child);
        else groups.set(key, [child]);
      }
      visit(child, depth + 1);
    }
  };
  visit(content.top, 0);
  const regions = mergeAlike(groups, [...measures.keys()])
    .filter(([, records]) => isList(records, measures))
    .map(([path, records]): Omit<Region, "leads"> => {
      const filled = records.filter((record) => (measures.get(record)?.words ?? 0) > 0);
      const mass = filled.reduce((sum, record) => sum + (measures.get(record)?.mass ?? 0), 0);
      const several = Math.min(1, filled.length / 6) ** 0.5;
      const score = mass * several * variance(filled, measures);
      return { records: filled, score, share: mass / total, path };
    });
  const marked = split.map(({ records, mass, path }) => ({
    records,
    score: mass * 0.7,
    share: mass / total,
    path,
  }));
  return [...regions, ...marked]
    .sort((left, right) => right.score - left.score)
    .slice(0, MAX_REGIONS)
    .map((region, index) => ({
      ...region,
      leads: index < MAX_LED && leadsOn(region.records, measures),
    }))
    .map(rateAmong)
    .sort((left, right) => right.score - left.score);
};

const MAX_COMPARED = 20;
const INNER_SHARE = 0.6;
const HOLDER_SCORE = 0.4;
const STILL_SCORE = 0.7;

/** Sections that hold the cards are not the records, the cards are; and what leads somewhere is rather a record. */
const rateAmong = (region: Region, index: number, all: readonly Region[]): Region => {
  if (index >= MAX_COMPARED) return region;
  const own = new Set<unknown>(
    region.records.flatMap((record) => (record.parent === null ? record.children : [record])),
  );
  const isInside = (record: Element | undefined): boolean => {
    for (let at: unknown = record?.parent; at; at = (at as { parent?: unknown }).parent)
      if (own.has(at)) return true;
    return false;
  };
  const holdsList = all
    .slice(0, MAX_COMPARED)
    .some(
      ({ records, share, leads }) =>
        leads &&
        records.length >= region.records.length * 2 &&
        share >= region.share * INNER_SHARE &&
        isInside(records[0]) &&
        isInside(records.at(-1)),
    );
  return { ...region, score: region.score * (holdsList ? HOLDER_SCORE : region.leads ? 1 : STILL_SCORE) };
};
