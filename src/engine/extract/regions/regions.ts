/** Data regions: sibling elements of the same shape, each with one record. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { findOne } from "domutils";
import type { MainContent } from "../content/content.ts";
import type { Block } from "../page/blocks.ts";
import { isLink, leadsOn } from "../page/leads.ts";
import { startText } from "../page/shortText.ts";
import { isWithin, outerOf } from "../page/tree.ts";
import { rememberedFor } from "../vocabulary/remember.ts";
import { gatherKinds, mergeAlike, sorter } from "./alike.ts";
import { collect, isRowLike } from "./collect.ts";
import { nodesOf, ownersOf } from "./markers.ts";
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
/** Sections without an element of their own, of which a page has few, hold rows by so many numbers. */
const UNEVEN_ROWS = 2;
/** How many records boxes contain: varying numbers, as days and sections do. Parts of a record repeat evenly. */
const countHeld = (boxes: readonly Element[], records: readonly Element[]): ReadonlySet<number> => {
  const owners = ownersOf(boxes);
  const counts = new Map<Element, number>();
  for (const record of records)
    for (let at: AnyNode | null = nodesOf(record)[0] ?? null; at; at = at.parent) {
      const box = owners.get(at);
      if (box && box !== record) counts.set(box, (counts.get(box) ?? 0) + 1);
    }
  return new Set(counts.values());
};
const LINKED_SHARE = 0.9;
const areLinked = (records: readonly Element[]): boolean => {
  const looked = records.slice(0, MAX_COMPARED);
  return (
    looked.filter((record) => findOne(isLink, record.children) !== null).length >=
    looked.length * LINKED_SHARE
  );
};

const areRows = (records: readonly Element[]): boolean => records.slice(0, MAX_COMPARED).every(isRowLike);

/** Whether records have no element of their own: a heading and what follows it. */
const isJoined = ({ records: [first] }: Records): boolean => first?.parent === null;
const startOf = ({ children }: Element): Element | undefined => children.find(isTag);

/** Lists by day also consist of a day and the elements that follow it. */
export const isDaily = ({ path }: Region): boolean => path.endsWith(DAILY);
/** How the paths of lists by day end. */
export const DAILY = " > days";

/**
 * Whether a region's boxes contain the records of another: at least two each, with most of the text. A box without an element of
 * its own starts with something else, such as a heading.
 */
export const isAround = (region: Region, { records, share }: Region): boolean => {
  const own = coveredBy(region.records);
  const starts = new Set<unknown>(isJoined(region) ? region.records.map(startOf) : []);
  const isInside = (record: Element | undefined): boolean => {
    const [node] = record ? nodesOf(record) : [];
    if (isDaily(region)) return isWithin(node, own);
    return isJoined(region) ? !starts.has(node) && isWithin(node, own) : isWithin(node?.parent, own);
  };
  return (
    records.length >= region.records.length * 2 &&
    share >= region.share * INNER_SHARE &&
    isInside(records[0]) &&
    isInside(records.at(-1))
  );
};

const MIN_TERMS = 0.9;
/** Whether lists hold terms, one or several each: a glossary by letter. Labels repeat from list to list. */
const holdTerms = ({ records: [first, ...more] }: Region, { records: terms }: Region): boolean => {
  const starts = terms.map(startOf);
  const names = starts.filter((start) => start?.name === "dt" && outerOf(start)?.name === "dl");
  return (
    first?.name === "dl" &&
    terms.length > more.length + 1 &&
    names.length === terms.length &&
    new Set(names.map((name) => name && startText(name, MAX_START))).size >= terms.length * MIN_TERMS
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
  const { records } = region;
  const holds = all
    .slice(0, MAX_COMPARED)
    .some(
      (other) =>
        holdTerms(region, other) ||
        (isAround(region, other) &&
          (other.leads ||
            (areLinked(other.records) && countHeld(records, other.records).size >= UNEVEN) ||
            (isJoined(region) &&
              areRows(other.records) &&
              countHeld(records, other.records).size >= UNEVEN_ROWS))),
    );
  return lower(region, holds);
};
