/** Rates how much the regions of a page look like lists of records. */
import type { Element } from "domhandler";
import { findOne } from "domutils";
import { leadsOn } from "../page/leads.ts";
import { shortText, startText } from "../page/shortText.ts";
import { textOf } from "../page/text.ts";
import { isHeading, outerOf } from "../page/tree.ts";
import { BUYS } from "../values/stock.ts";
import { countSpaced, lettersOf } from "../values/text.ts";
import { coveredBy, type Region } from "./regions.ts";
import { type RecordShape, shapeOf } from "./shape.ts";

export interface Candidate {
  readonly region: Region;
  readonly shape: RecordShape;
  /** How much its records look like list items, regardless of the page. */
  readonly points: number;
  /** Share of the requested fields that some of its records fill; null if no fields are requested. */
  readonly filled: number | null;
  /** The same, of the fields that menus and other lists of links lack; null if none of these is requested. */
  readonly filledTelling: number | null;
  /** Share of some of its records that hold several events, if the day of each is requested. */
  readonly crowded: number;
}

const MAX_RATED = 24;
const FEW = 3;
const SOME = 6;

/** Points for a region, based on its records. Policy as data. */
const RULES: readonly (readonly [points: number, test: (region: Region, shape: RecordShape) => boolean])[] = [
  [1.5, ({ leads }) => leads],
  [1, (_, { alike }) => alike >= 0.7],
  [-2, (_, { alike }) => alike < 0.3],
  [1, (_, { priced }) => priced >= 0.5],
  [0.5, (_, { pictured }) => pictured >= 0.6],
  [0.5, (_, { dated }) => dated >= 0.6],
  [0.5, ({ records }) => records.length >= 6],
  [-1, ({ records }) => records.length < FEW],
  // A few unlinked boxes without prices or dates: usually the page describing itself.
  [
    -1,
    ({ records, leads }, { priced, dated }) =>
      records.length < SOME && !leads && Math.max(priced, dated) < 0.5,
  ],
  [0.5, (_, { words }) => words <= 60],
  // Full posts one below the other score well only if their titles link to their own pages.
  [-2.5, ({ leads }, { words }) => words > 120 && !leads],
  [0.5, ({ share }) => share >= 0.15],
  [1, ({ share }) => share >= 0.45],
  [-1, ({ share }) => share < 0.05],
  // Records without an element of their own can be sections of a text, but sections are rarely dated.
  [-1, ({ records }, { dated }) => records[0]?.parent === null && dated < 0.6],
  [1, ({ leads }, { isRanked }) => isRanked && leads],
  [-2, ({ leads }, { fields }) => fields < 2 && !leads],
  [-4, (_, { isPairs }) => isPairs],
  [-3, (_, { isAside }) => isAside],
  [-1, (_, { isAside, isFeatured }) => isFeatured && !isAside],
  // Except products with their variants.
  [-1.5, ({ holds }, { priced, words }) => holds && (priced < 0.5 || words > 120)],
  [-1, (_, { isSaid }) => isSaid],
  [-2, (_, { isHeadless, isInTurns }) => isHeadless || isInTurns],
];

/** Two siblings are a list only if they are as similar as two cards. */
const isEnough = ({ records, leads, share }: Region, { alike, priced, words }: RecordShape): boolean =>
  records.length >= FEW || ((leads || priced === 1) && alike >= 0.8 && words <= 80 && share >= 0.3);

/** Whether no earlier region has the same records: several levels of one list can widen to them. */
const isFirst = ({ records }: Region, at: number, all: readonly Region[]): boolean =>
  all.findIndex((other) => other.records[0] === records[0] && other.records.length === records.length) === at;

const MAX_WIDENED = 4;
const MAX_GROWTH = 3;
const MAX_COUNTED = 20;
const countWords = (records: readonly Element[]): number =>
  records.slice(0, MAX_COUNTED).reduce((sum, record) => sum + countSpaced(textOf(record)), 0);

/** Widens each record to the largest box of its own: a name and a price, with the picture beside them. */
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

/** Rates the highest-scoring regions; small groups count only if their records are very similar. */
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
      filledTelling: null,
      crowded: 0,
    }));

/** A region with at least this many points is likely a list. */
export const LIKELY = 1.5;

/** Dampens the amount of content against looks: text written for search engines is longer than cards. */
const MASS_POWER = 0.35;

const LEAST = 0.5;

/** Worth of a region as the page's list: its content, its looks, and its share of the requested fields. */
const worthOf = ({ region, shape, points, filled, filledTelling, crowded }: Candidate): number => {
  const even = region.score ** MASS_POWER * (0.3 + 0.7 * shape.even);
  if (filled === null) return even * Math.max(0, points) ** 2;
  return (
    even * Math.max(LEAST, points) * filled ** 2 * (UNTOLD + (filledTelling ?? 1)) * (1 - crowded * CROWDED)
  );
};
/** Worth left to a list that has only titles and links. With .1 and .3, days of `events` were .03 and .05 worse. */
const UNTOLD = 0.03;

/** What a list loses whose records hold a year of events each. */
const CROWDED = 0.9;

/** Candidates sorted by worth, the likeliest list first. */
export const byWorth = <Rated extends Candidate>(candidates: readonly Rated[]): Rated[] =>
  [...candidates].sort((left, right) => worthOf(right) - worthOf(left));

/** The page's heading, or a radio button that selects a variant: sizes, licences. */
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
/**
 * Whether a record offers the product the page is about: it contains the product's name near its start, its heading
 * says "buy", or it has only a price and a button.
 */
const offersPage = (record: Element, titles: readonly string[]): boolean => {
  const start = lettersOf(startText(record, MAX_START));
  if (titles.some((title) => title.length >= MIN_TITLE && start.includes(title))) return true;
  const heading = findOne(isHeading, record.children);
  if (heading) return BUYS.test(startText(heading, MAX_START));
  const rest = shortText(record, MAX_OFFER)?.replace(AMOUNT, " ").trim();
  return rest !== undefined && BUYS.test(rest);
};

/** A record much longer than its siblings is the product itself, laid out like them. */
const MUCH_LONGER = 5;
/**
 * Records of other products. If the page is about one product, called `titles`, their prices are not its price.
 * Records that offer that product itself are left out.
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
