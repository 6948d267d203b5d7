/** Data regions: sibling elements of the same shape, each with one record. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { findOne } from "domutils";
import type { MainContent } from "../content/content.ts";
import type { Block } from "../page/blocks.ts";
import { bitOf, groupsOf } from "../page/groups.ts";
import { isLink, leadsOn } from "../page/leads.ts";
import { startText } from "../page/shortText.ts";
import { INLINE } from "../page/text.ts";
import { isWithin, outerOf } from "../page/tree.ts";
import { parseSoleDate } from "../values/dates.ts";
import { rememberedFor } from "../vocabulary/remember.ts";
import { gatherKinds, mergeAlike, sorter } from "./alike.ts";
import { joinGridRows } from "./gridRows.ts";
import { MIN_MARKED, nodesOf, signatureOf, splitAtMarkers } from "./markers.ts";
import { type Measure, massOf, measureAll } from "./measure.ts";

export interface Region {
  readonly records: readonly Element[];
  /** How much main content the records contain, weighted by how list-like they are. */
  readonly score: number;
  /** Share of the page's main content that the records hold. */
  readonly share: number;
  /** Whether the records link to pages of their own, as list entries do and sections of a text do not. */
  readonly leads: boolean;
  /** Whether each record contains several other records: days with events, shelves with products. */
  readonly holds: boolean;
  readonly path: string;
}

/** Elements that the records cover. A record without an element of its own covers its parts. */
export const coveredBy = (records: readonly Element[]): ReadonlySet<AnyNode> =>
  new Set(records.flatMap(nodesOf));

export const isCovered = ({ nodes: [first] }: Block, covered: ReadonlySet<unknown>): boolean =>
  isWithin(first, covered);

/** Whether any of the records is inside or equal to a covered element. */
const isAnyWithin = (records: readonly Element[], covered: ReadonlySet<unknown>): boolean =>
  records.some((record) => nodesOf(record).some((node) => isWithin(node, covered)));

type Records = Pick<Region, "records">;
/** Whether two regions share elements. */
export const overlaps = ({ records: left }: Records, { records: right }: Records): boolean =>
  isAnyWithin(right, coveredBy(left)) || isAnyWithin(left, coveredBy(right));

const BARRED = bitOf("navigation") | bitOf("footer") | bitOf("overlay");
/** Page wrappers can have any class name: an element with this share of the main content is not a menu. */
const BARRED_SHARE = 0.25;
const isBarred = (element: Element, share: number): boolean =>
  element.name === "nav" ||
  element.name === "footer" ||
  (share < BARRED_SHARE && (groupsOf(element) & BARRED) !== 0);

/** Whether an element holds nothing but a menu, as a column of the page's layout does. */
const isBar = ({ name, children }: Element): boolean => {
  const [only, ...others] = children.filter(isTag);
  return name === "nav" || name === "footer" || (only !== undefined && others.length === 0 && isBar(only));
};

/** Whether siblings form a list: at least two records with text, most of them structured rather than prose. */
const isList = (records: readonly Element[], measures: ReadonlyMap<Element, Measure>): boolean => {
  const filled = records.filter((record) => (measures.get(record)?.words ?? 0) > 0);
  if (filled.length < 2 || filled.length < records.length / 2) return false;
  if (filled.length === 2 && filled.some(isBar)) return false;
  const structured = filled.filter((record) => {
    const measure = measures.get(record);
    return (
      measure && measure.elements >= 1 && (measure.hasLink || measure.hasHeading || measure.elements >= 2)
    );
  });
  return structured.length >= filled.length * 0.6;
};

const MAX_START = 60;
/** Share of distinct texts, scaled down for short records: text repeated in every record is boilerplate. */
const variance = (records: readonly Element[], measures: ReadonlyMap<Element, Measure>): number => {
  const words = records.map((record) => measures.get(record)?.words ?? 0);
  const average = words.reduce((sum, value) => sum + value, 0) / words.length;
  return distinctShare(records) * Math.min(1, average / 4);
};
/** Share of different beginnings among some of the records. */
const distinctShare = (records: readonly Element[]): number => {
  const some = records.slice(0, MAX_STARTS);
  return new Set(some.map((record) => startText(record, MAX_START))).size / some.length;
};
const MAX_STARTS = 50;

const MAX_REGIONS = 100;

/** Only this many regions are checked for links to pages of their own. */
const MAX_LED = 30;
const LINK_SHARE = 0.5;

const PROSE: ReadonlySet<string> = new Set(
  "p br h1 h2 h3 h4 h5 h6 option source path script style td th dt dd link meta hr".split(" "),
);

/** Paragraphs are records only if they are mostly links, table cells only if they have a picture and a link. */
const mayBeRecord = (element: Element, measure: Measure | undefined): boolean => {
  if (!measure) return false;
  if (element.name === "td") return measure.hasImage && measure.hasLink;
  if (element.name === "p") return measure.hasLink && measure.linkWords >= measure.words * LINK_SHARE;
  return !PROSE.has(element.name) && (!INLINE.has(element.name) || element.name === "a");
};

/** Signatures of an element, its parent and its grandparent. If none has a class name, depth keeps levels apart. */
const pathOf = (child: Element, depth: number): string => {
  const outer = outerOf(child);
  const path = [outer?.parent ?? null, outer, child].map((at) => (at && isTag(at) ? signatureOf(at) : ""));
  return `${path.join(" > ")}${path.every((name) => name.endsWith(".")) ? ` ${depth}` : ""}`;
};

/** Settings for detecting dates in headings: the actual day does not matter here. */
const ANY_DAY = { language: "", now: 0, dayFirst: true };
/** The entries below headings that are only a date; null for other headings, or if there is text directly below. */
const entriesOfDays = (marked: readonly Element[]): Element[] | null => {
  const entries = marked.flatMap(({ children }) => {
    const [head, ...inner] = children.filter(isTag);
    const [only] = inner.length === 1 ? inner : [];
    const isDay = head !== undefined && parseSoleDate(startText(head, MAX_START), ANY_DAY) !== null;
    return isDay ? (only?.children.filter(isTag) ?? inner) : [null];
  });
  const all = entries.filter((entry) => entry !== null).filter(({ name }) => !PROSE.has(name));
  return all.length === entries.length && all.length > marked.length ? all : null;
};

interface Found {
  readonly path: string;
  readonly records: readonly Element[];
}

/** Groups elements by path, and collects runs of siblings that form a record together, across rows and columns. */
const collect = (
  top: Element,
  measures: ReadonlyMap<Element, Measure>,
): { groups: Map<string, Element[]>; split: Found[]; rows: Found[] } => {
  const total = measures.get(top)?.mass || 1;
  const { joined, parts } = joinGridRows(top);
  const groups = new Map<string, Element[]>();
  const runs = new Map<string, Element[]>();
  const note = (map: Map<string, Element[]>, key: string, records: readonly Element[]): void => {
    const known = map.get(key);
    if (known) known.push(...records);
    else map.set(key, [...records]);
  };
  const visit = (element: Element, depth: number): void => {
    if (isBarred(element, (measures.get(element)?.mass ?? 0) / total)) return;
    const marked = splitAtMarkers(element);
    const [marker] = marked[0]?.children.filter(isTag) ?? [];
    if (marker) {
      const isCalled = marker.attribs.class !== undefined && !signatureOf(marker).endsWith(".");
      const records = entriesOfDays(marked) ?? marked;
      note(runs, isCalled ? signatureOf(marker) : pathOf(marker, depth), records);
    }
    for (const child of element.children) {
      if (!isTag(child)) continue;
      if (!parts.has(child) && mayBeRecord(child, measures.get(child)))
        note(groups, pathOf(child, depth), [child]);
      visit(child, depth + 1);
    }
  };
  visit(top, 0);
  const split = [...runs]
    .filter(([, records]) => records.length >= MIN_MARKED)
    .map(([path, records]) => ({ path: `${path} > headings`, records }));
  return { groups, split, rows: joined.map((records) => ({ path: "grid > rows", records })) };
};

const MARKED_WORTH = 0.7;

/** The data regions of a page, the one with the most main content first. */
export const findRegions = rememberedFor((content: MainContent): readonly Region[] => {
  if (!content.top) return [];
  const measures = measureAll(content.top, massOf(content));
  const total = measures.get(content.top)?.mass || 1;
  const sum = (record: Element, of: "mass" | "words"): number =>
    nodesOf(record)
      .filter(isTag)
      .reduce((all, element) => all + (measures.get(element)?.[of] ?? 0), 0);
  const massIn = (records: readonly Element[]): number =>
    records.reduce((all, record) => all + sum(record, "mass"), 0);
  const { groups, split, rows } = collect(content.top, measures);
  const inOrder = sorter([...measures.keys()]);
  const merged = mergeAlike(groups, inOrder);
  const regions = [...merged, ...gatherKinds(merged, inOrder)]
    .filter(([, records]) => isList(records, measures))
    .map(([path, records]): Omit<Region, "leads" | "holds"> => {
      const filled = records.filter((record) => (measures.get(record)?.words ?? 0) > 0);
      const mass = massIn(filled);
      const several = Math.min(1, filled.length / 6) ** 0.5;
      return {
        records: filled,
        score: mass * several * variance(filled, measures),
        share: mass / total,
        path,
      };
    });
  const marked = split.map(({ records, path }) => {
    const mass = massIn(records);
    return { records, score: mass * MARKED_WORTH, share: mass / total, path };
  });
  const inGrids = rows.map(({ records, path }) => {
    const mass = massIn(records);
    return { records, score: mass, share: mass / total, path };
  });
  return [...regions, ...marked, ...inGrids]
    .sort((left, right) => right.score - left.score)
    .slice(0, MAX_REGIONS)
    .map((region, index) => ({
      ...region,
      holds: false,
      leads: index < MAX_LED && leadsOn(region.records, (record) => sum(record, "words")),
    }))
    .map(rateAmong)
    .sort((left, right) => right.score - left.score);
});

const MAX_COMPARED = 20;
const INNER_SHARE = 0.6;
const HOLDER_SCORE = 0.4;
const STILL_SCORE = 0.7;

const UNEVEN = 3;
/** Whether boxes contain varying numbers of records, as days and sections do. Parts of a record repeat evenly. */
const holdUnevenly = (boxes: ReadonlySet<AnyNode>, records: readonly Element[]): boolean => {
  const counts = new Map<AnyNode, number>();
  for (const record of records)
    for (let at: AnyNode | null = record.parent; at; at = at.parent as AnyNode | null)
      if (boxes.has(at)) counts.set(at, (counts.get(at) ?? 0) + 1);
  return new Set(counts.values()).size >= UNEVEN;
};
const LINKED_SHARE = 0.9;
const areLinked = (records: readonly Element[]): boolean => {
  const looked = records.slice(0, MAX_COMPARED);
  return (
    looked.filter((record) => findOne(isLink, record.children) !== null).length >=
    looked.length * LINKED_SHARE
  );
};

/** Lists by day also consist of a day and the elements that follow it. */
export const isDaily = ({ path }: Region): boolean => path.endsWith(DAILY);
/** How the paths of lists by day end. */
export const DAILY = " > days";

/** Whether a region's boxes contain the records of another: at least two each, with most of the text. */
export const isAround = (region: Region, { records, share }: Region): boolean => {
  const own = coveredBy(region.records);
  const isInside = (record: Element | undefined): boolean => {
    const [node] = record ? nodesOf(record) : [];
    return isWithin(isDaily(region) ? node : node?.parent, own);
  };
  return (
    records.length >= region.records.length * 2 &&
    share >= region.share * INNER_SHARE &&
    isInside(records[0]) &&
    isInside(records.at(-1))
  );
};

const lower = (region: Region, holds: boolean): Region => {
  const factor = holds ? HOLDER_SCORE : region.leads ? 1 : STILL_SCORE;
  return { ...region, holds, score: region.score * factor };
};

const MIN_DISTINCT = 0.5;
/**
 * Lists by day beside the other regions: a day's box can contain several records. Links to agendas and minutes,
 * which start alike, do not count.
 */
export const rateBeside = (days: readonly Region[], others: readonly Region[]): Region[] =>
  days.map((region) =>
    lower(
      region,
      others
        .slice(0, MAX_COMPARED)
        .some((other) => isAround(region, other) && distinctShare(other.records) >= MIN_DISTINCT),
    ),
  );

/** Lowers the score of boxes that contain the actual cards, and of records that do not link to pages of their own. */
const rateAmong = (region: Region, index: number, all: readonly Region[]): Region => {
  if (index >= MAX_COMPARED) return region;
  const own = coveredBy(region.records);
  const holds = all
    .slice(0, MAX_COMPARED)
    .some(
      (other) =>
        isAround(region, other) &&
        (other.leads || (areLinked(other.records) && holdUnevenly(own, other.records))),
    );
  return lower(region, holds);
};
