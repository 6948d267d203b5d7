/** Regions of a list by day: the records of the days that a page names, in one section or in several. */
import { type AnyNode, type Element, isTag, isText, type Text } from "domhandler";
import type { MainContent } from "../content/content.ts";
import { leadsOn } from "../page/leads.ts";
import { startText } from "../page/shortText.ts";
import { outward } from "../page/tree.ts";
import { middle } from "../values/averages.ts";
import type { DateReading } from "../values/dates.ts";
import { countSpaced } from "../values/text.ts";
import { readColumns } from "./columns.ts";
import { cutDays, daysIn, MAX_LINE } from "./cutDays.ts";
import { nodesOf } from "./markers.ts";
import { massOf } from "./measure.ts";
import { DAILY, type Region } from "./regions.ts";

const KEY_LEVELS = 3;
/** Names of the elements around a record, and of its columns: the lists of several years are one list. */
const keyOf = (record: Element, columns: readonly string[]): string => {
  const [anchor] = nodesOf(record);
  if (!anchor) return "";
  const names = outward(anchor)
    .slice(0, KEY_LEVELS)
    .map(({ name }) => name);
  return [...names, ...columns].join("<");
};

const textsIn = (nodes: readonly AnyNode[]): Text[] =>
  nodes.flatMap((node) => (isText(node) ? [node] : isTag(node) ? textsIn(node.children) : []));

const MIN_RECORDS = 2;
/** Of regions with cards, the words that make a full list. */
const SEVERAL = 6;

/** A record of a day with the words that a reader sees, and how much of them is main content. */
interface Weighed {
  readonly record: Element;
  readonly key: string;
  /** Whether it is the row of a table whose columns have names. */
  readonly isNamed: boolean;
  readonly words: number;
  readonly mass: number;
}

const sumOf = (all: readonly Weighed[], of: "words" | "mass"): number =>
  all.reduce((sum, each) => sum + each[of], 0);
const densityOf = (all: readonly Weighed[]): number => sumOf(all, "mass") / (sumOf(all, "words") || 1);

/** Words above which a record is rather a text, and counts less. */
const SHORT = 30;
/** Of a list's records, the most words that a record elsewhere can have, as a multiple of the median, and beside it. */
const LONGER = 2;
const SOME_WORDS = 8;
/** The least density of main content that a record elsewhere has, as a share of the list's. */
const LEAST_DENSITY = 0.25;
/** A record of the list itself with so many times the words of the others is a text that mentions a day. */
const MUCH_LONGER = 6;

/** The records of a list, and those elsewhere on the page that are like them: in another section, or with other markup. */
const gather = (list: readonly Weighed[], all: readonly Weighed[]): readonly Weighed[] => {
  const usual = middle(list.map(({ words }) => words));
  const density = densityOf(list) * LEAST_DENSITY;
  return all.filter((each) => {
    if (each.key === list[0]?.key) return each.words <= usual * MUCH_LONGER + SOME_WORDS;
    if (list[0]?.isNamed || each.isNamed) return false;
    return each.words <= usual * LONGER + SOME_WORDS && densityOf([each]) >= density;
  });
};

const MAX_LISTS = 12;
/** A list of events with at least so many records is completed with those elsewhere: a page about one event names other days too. */
const MIN_GATHERED = 4;

/**
 * Lists of days, if a page has them; only for requests that ask for a day.
 *
 * @param ofEvents whether the days are those of events, so that each list is completed with those elsewhere on the page
 */
export const findDayRegions = (content: MainContent, context: DateReading, ofEvents: boolean): Region[] => {
  const records = content.top ? cutDays(content.top, context) : [];
  if (!content.top || records.length < MIN_RECORDS) return [];
  const masses = massOf(content);
  const massIn = (nodes: readonly AnyNode[]): number =>
    textsIn(nodes).reduce((sum, text) => sum + (masses.get(text) ?? 0), 0);
  const total = massIn([content.top]) || 1;
  const wordsOf = (record: Element): number =>
    textsIn([record]).reduce((sum, { data }) => sum + (data.trim() === "" ? 0 : countSpaced(data)), 0);
  const weighed = records.map((record) => {
    const columns = readColumns(record);
    const key = keyOf(record, columns);
    const isNamed = key.startsWith("tr<") && columns.length > 0;
    return { record, key, isNamed, words: wordsOf(record), mass: massIn([record]) };
  });
  const fullness = (list: readonly Weighed[]): number =>
    list.reduce(
      (sum, { mass, words }) => sum + mass / (ofEvents ? Math.max(1, words / SHORT) ** 0.5 : 1),
      0,
    ) *
    Math.min(1, list.length / SEVERAL) ** 0.5;
  const groups = [...Map.groupBy(weighed, ({ key }) => key).values()].sort(
    (left, right) => fullness(right) - fullness(left),
  );
  const lists = groups.slice(0, MAX_LISTS).map((group) => ({
    path: group[0]?.key,
    list: ofEvents && group.length >= MIN_GATHERED ? gather(group, weighed) : group,
  }));
  return lists
    .filter(
      ({ list }, at) =>
        list.length >= MIN_RECORDS &&
        lists.findIndex((other) => other.list.length === list.length && other.list[0] === list[0]) === at,
    )
    .map(({ path, list }) => {
      const own = list.map(({ record }) => record);
      return {
        records: own,
        score: fullness(list),
        share: sumOf(list, "mass") / total,
        leads: leadsOn(own, wordsOf),
        holds: false,
        path: `${path}${DAILY}`,
      };
    });
};

const MANY = 3;
/** So many days in each box, on average, are those of different events. */
const CROWD = 2;
/**
 * Tells which share of some boxes hold several of the records of lists of days, on different days: a year of them. Boxes that
 * all hold two days can say when something was written beside when it takes place.
 */
export const createCrowd = (
  lists: readonly Region[],
  context: DateReading,
): ((boxes: readonly Element[]) => number) => {
  const daysOf = new Map<AnyNode, Set<string>>();
  for (const record of new Set(lists.flatMap(({ records }) => records))) {
    const [day = ""] = daysIn(startText(record, MAX_LINE), context);
    for (const at of new Set(nodesOf(record).flatMap((node) => [node, ...outward(node)]))) {
      const days = daysOf.get(at) ?? new Set();
      daysOf.set(at, days.add(day));
    }
  }
  const countIn = (box: Element): number =>
    new Set(nodesOf(box).flatMap((node) => [...(daysOf.get(node) ?? [])])).size;
  return (boxes) => {
    const counts = boxes.map(countIn);
    const isUneven = new Set(counts).size >= MANY;
    if (isUneven && counts.reduce((sum, count) => sum + count, 0) >= boxes.length * CROWD) return 1;
    return (
      counts.filter((count) => count > MANY || (isUneven && count > 1)).length / Math.max(1, boxes.length)
    );
  };
};
