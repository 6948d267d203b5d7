/** How much the regions of a page look like lists of records. */
import type { Element } from "domhandler";
import { findOne } from "domutils";
import { leadsOn } from "../page/leads.ts";
import { shortText, startText } from "../page/shortText.ts";
import { textOf } from "../page/text.ts";
import { outerOf } from "../page/tree.ts";
import { BUYS } from "../values/stock.ts";
import { countSpaced, lettersOf } from "../values/text.ts";
import { coveredBy, type Region } from "./regions.ts";
import { type RecordShape, shapeOf } from "./shape.ts";

export interface Candidate {
  readonly region: Region;
  readonly shape: RecordShape;
  /** How much its records look like those of a list, whatever page they stand on. */
  readonly points: number;
  /** Share of the wanted fields that its first records fill; null where nobody named fields. */
  readonly filled: number | null;
}

const MAX_RATED = 24;
const FEW = 3;
const SOME = 6;

/** Points of a region, by what its records look like. Policy as data. */
const RULES: readonly (readonly [points: number, test: (region: Region, shape: RecordShape) => boolean])[] = [
  [1.5, ({ leads }) => leads],
  [1, (_, { alike }) => alike >= 0.7],
  [-2, (_, { alike }) => alike < 0.3],
  [1, (_, { priced }) => priced >= 0.5],
  [0.5, (_, { pictured }) => pictured >= 0.6],
  [0.5, (_, { dated }) => dated >= 0.6],
  [0.5, ({ records }) => records.length >= 6],
  [-1, ({ records }) => records.length < FEW],
  // What a page says of itself in three boxes.
  [
    -1,
    ({ records, leads }, { priced, dated }) =>
      records.length < SOME && !leads && Math.max(priced, dated) < 0.5,
  ],
  [0.5, (_, { words }) => words <= 60],
  // Whole posts, one below the other, each under a title that leads to its own page.
  [-2.5, ({ leads }, { words }) => words > 120 && !leads],
  [0.5, ({ share }) => share >= 0.15],
  [1, ({ share }) => share >= 0.45],
  [-1, ({ share }) => share < 0.05],
  // Records that no element holds may as well be the sections of a text, but these have no day each.
  [-1, ({ records }, { dated }) => records[0]?.parent === null && dated < 0.6],
  [1, ({ leads }, { isRanked }) => isRanked && leads],
  [-2, ({ leads }, { fields }) => fields < 2 && !leads],
  [-4, (_, { isPairs }) => isPairs],
  [-3, (_, { isAside }) => isAside],
  [-1, (_, { isAside, isFeatured }) => isFeatured && !isAside],
  // But not goods with their variants.
  [-1.5, ({ holds }, { priced, words }) => holds && (priced < 0.5 || words > 120)],
  [-1, (_, { isSaid }) => isSaid],
  [-2, (_, { isHeadless, isInTurns }) => isHeadless || isInTurns],
];

/** Two neighbours are a list only where they are as alike as two cards are. */
const isEnough = ({ records, leads, share }: Region, { alike, priced, words }: RecordShape): boolean =>
  records.length >= FEW || ((leads || priced === 1) && alike >= 0.8 && words <= 80 && share >= 0.3);

/** Several levels of one list come to the same records. */
const isFirst = ({ records }: Region, at: number, all: readonly Region[]): boolean =>
  all.findIndex((other) => other.records[0] === records[0] && other.records.length === records.length) === at;

const MAX_WIDENED = 4;
const MAX_GROWTH = 3;
const MAX_COUNTED = 20;
const countWords = (records: readonly Element[]): number =>
  records.slice(0, MAX_COUNTED).reduce((sum, record) => sum + countSpaced(textOf(record)), 0);

/** A record is all that stands in a box of its own: a name and a price with the picture beside them. */
const widen = (region: Region): Region => {
  let records = region.records;
  let words = 0;
  for (let step = 0; step < MAX_WIDENED; step++) {
    const outer = records.map(outerOf).filter((element) => element !== null);
    const distinct = new Set<unknown>(outer);
    const [first] = outer;
    if (
      !first ||
      distinct.size < records.length ||
      outer.some(({ name }) => name !== first.name) ||
      outer.some(({ parent }) => distinct.has(parent))
    )
      break;
    words ||= countWords(records);
    const wider = countWords(outer);
    if (wider > words * MAX_GROWTH) break;
    records = outer;
    words = wider;
  }
  if (records === region.records) return region;
  const leads = region.leads || leadsOn(records, (record) => countSpaced(textOf(record)));
  return { ...region, records, leads };
};

/** Regions that hold records rather than the sections of a page. */
export const rateRegions = (regions: readonly Region[]): Candidate[] =>
  regions
    .filter(({ score }) => score > 0)
    .slice(0, MAX_RATED)
    .map(widen)
    .filter(isFirst)
    .map((region) => ({ region, shape: shapeOf(region.records) }))
    .filter(({ region, shape }) => isEnough(region, shape))
    .map(({ region, shape }) => ({
      region,
      shape,
      points: RULES.reduce((sum, [points, test]) => sum + (test(region, shape) ? points : 0), 0),
      filled: null,
    }));

/** Points from which a region is rather a list than not. */
export const LIKELY = 1.5;

/** How much what records hold counts beside what they look like: texts for search engines are longer than cards. */
const MASS_POWER = 0.35;

const LEAST = 0.5;

/** How much a region speaks for being the page's list: what it holds, how much it looks like one, and how far it fills what is asked for. */
const worthOf = ({ region, shape, points, filled }: Candidate): number => {
  const even = region.score ** MASS_POWER * (0.3 + 0.7 * shape.even);
  return filled === null ? even * Math.max(0, points) ** 2 : even * Math.max(LEAST, points) * filled ** 2;
};

/** The likeliest list of a page first. */
export const byWorth = (candidates: readonly Candidate[]): Candidate[] =>
  [...candidates].sort((left, right) => worthOf(right) - worthOf(left));

/** The page's heading, and what chooses one of several: sizes, licences. */
const isOwn = ({ name, attribs }: Element): boolean =>
  name === "h1" || (name === "input" && attribs.type === "radio");
const MAX_OTHER_WORDS = 80;
const isOther = ({ region, shape }: Candidate): boolean =>
  region.records.length >= FEW &&
  (region.leads || shape.pictured >= 0.5 || shape.alike >= 0.9) &&
  !shape.isPairs &&
  shape.priced >= 0.6 &&
  shape.alike >= 0.6 &&
  shape.words <= MAX_OTHER_WORDS &&
  !region.records.some((record) => findOne(isOwn, record.children, true) !== null);

const MAX_START = 200;
const MIN_TITLE = 4;
const MAX_OFFER = 60;
const AMOUNT = /[\p{Sc}\p{N}.,\s]+/gu;
const isTitle = ({ name }: Element): boolean => /^h[1-6]$/.test(name);
/**
 * Whether a record offers the very thing that the page is about: it begins with its name, its heading says to buy it,
 * or it names nothing beside a price and a button.
 */
const offersPage = (record: Element, titles: readonly string[]): boolean => {
  const start = lettersOf(startText(record, MAX_START));
  if (titles.some((title) => title.length >= MIN_TITLE && start.includes(title))) return true;
  const heading = findOne(isTitle, record.children);
  if (heading) return BUYS.test(startText(heading, MAX_START));
  const rest = shortText(record, MAX_OFFER)?.replace(AMOUNT, " ").trim();
  return rest !== undefined && BUYS.test(rest);
};

/** What says many times as much as its neighbours is the thing itself, laid out in a row or cell as they are. */
const MUCH_LONGER = 5;
/**
 * Elements of records that have a price each: where the page is about one thing, called by `titles`, theirs are not its
 * own, but for those that offer the thing itself.
 */
export const findOthers = (
  candidates: readonly Candidate[],
  titles: readonly string[] = [],
): ReadonlySet<unknown> => {
  const own = titles.map(lettersOf);
  return coveredBy(
    candidates
      .filter(isOther)
      .flatMap(({ region, shape }) =>
        region.records.filter(
          (record) => countWords([record]) <= shape.words * MUCH_LONGER && !offersPage(record, own),
        ),
      ),
  );
};
