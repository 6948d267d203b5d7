/** How much the regions of a page look like lists of records. */
import { findOne } from "domutils";
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

const MAX_RATED = 12;
const FEW = 3;

/** Points of a region, by what its records look like. Policy as data. */
const RULES: readonly (readonly [points: number, test: (region: Region, shape: RecordShape) => boolean])[] = [
  [1.5, ({ leads }) => leads],
  [1, (_, { alike }) => alike >= 0.7],
  [-1, (_, { alike }) => alike < 0.3],
  [1, (_, { priced }) => priced >= 0.5],
  [0.5, (_, { pictured, dated }) => pictured >= 0.6 || dated >= 0.6],
  [0.5, ({ records }) => records.length >= 6],
  [-1, ({ records }) => records.length < FEW],
  [0.5, (_, { words }) => words <= 60],
  [-1.5, (_, { words }) => words > 120],
  [0.5, ({ share }) => share >= 0.15],
  [1, ({ share }) => share >= 0.45],
  [-1, ({ share }) => share < 0.05],
  // Records that no element holds may as well be the sections of a text.
  [-1, ({ records }) => records[0]?.parent === null],
  [-2, ({ leads }, { fields }) => fields < 2 && !leads],
  [-4, (_, { isPairs }) => isPairs],
  [-3, (_, { isAside }) => isAside],
];

/** Two neighbours are a list only where they are as alike as two cards are. */
const isEnough = ({ records, leads, share }: Region, { alike, priced, words }: RecordShape): boolean =>
  records.length >= FEW || ((leads || priced === 1) && alike >= 0.8 && words <= 80 && share >= 0.3);

/** Regions that hold records rather than the sections of a page. */
export const rateRegions = (regions: readonly Region[]): Candidate[] =>
  regions
    .filter(({ score }) => score > 0)
    .slice(0, MAX_RATED)
    .map((region) => ({ region, shape: shapeOf(region.records) }))
    .filter(({ region, shape }) => isEnough(region, shape))
    .map(({ region, shape }) => ({
      region,
      shape,
      points: RULES.reduce((sum, [points, test]) => sum + (test(region, shape) ? points : 0), 0),
      filled: null,
    }));

const MAX_OTHER_WORDS = 80;
const isOther = ({ region, shape }: Candidate): boolean =>
  region.records.length >= FEW &&
  shape.priced >= 0.6 &&
  shape.alike >= 0.6 &&
  shape.words <= MAX_OTHER_WORDS &&
  !region.records.some((record) => findOne(({ name }) => name === "h1", record.children, true) !== null);

/** Elements of records that have a price each: where the page is about one thing, theirs are not its own. */
export const findOthers = (candidates: readonly Candidate[]): ReadonlySet<unknown> =>
  coveredBy(candidates.filter(isOther).flatMap(({ region }) => region.records));
