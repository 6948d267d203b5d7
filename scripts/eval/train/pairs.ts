/** What the choices of columns and of texts for fields that nothing names have in common when they are trained. */
import type { OutputSchema } from "../../../src/contract/fields/outputSchema.ts";
import type { Forest } from "../../../src/engine/extract/content/forest.ts";
import type { Features } from "../../../src/engine/extract/scorer/guess/nameFeatures.ts";
import { type Rated, rate } from "../../../src/engine/extract/scorer/guess/rating.ts";
import type { WrittenPage } from "../written/pages.ts";
import { type Growth, growForest } from "./forest.ts";

/** What is rated: a field, and a column or text that may be it. */
interface FieldPair {
  readonly name: string;
  readonly features: Features;
}

/** A field and a column or text, and whether it has the field's values. */
export interface PairSample<Pair extends FieldPair> {
  readonly page: WrittenPage;
  /** Which reading of the page it is from: as it is asked, with some fields hidden, or with one that the page lacks. */
  readonly reading: number;
  /** Whether the page lacks the field altogether. */
  readonly isForeign: boolean;
  readonly pair: Pair;
  readonly isRight: boolean;
}

export type NamedType = readonly [name: string, type: string];

const withForeign = (schema: OutputSchema, [name, type]: NamedType, at: number): OutputSchema => {
  const fields = Object.entries(schema);
  fields.splice(Math.floor(at * (fields.length + 1)), 0, [name, type as "string"]);
  return Object.fromEntries(fields);
};

/** How often a page is asked: with some of its fields hidden, but for the first time, and with a field that it lacks. */
interface Readings {
  readonly hidden: number;
  readonly foreign: number;
}
/** The share of the fields that is hidden. */
const HIDE = 0.3;

/**
 * All readings of a page.
 *
 * @param names the fields that may be hidden
 * @param foreign fields of other pages
 */
export const readAll = <Sample>(
  schema: OutputSchema,
  names: readonly string[],
  foreign: readonly NamedType[],
  random: () => number,
  times: Readings,
  readAs: (schema: OutputSchema, hidden: ReadonlySet<string>, reading: number) => readonly Sample[],
): Sample[] => {
  const asked = Array.from({ length: times.hidden }, (_, at) =>
    readAs(schema, new Set(at === 0 ? [] : names.filter(() => random() < HIDE)), at),
  );
  const more = Array.from({ length: times.foreign }, (_, at) => {
    const field = foreign[Math.floor(random() * foreign.length)];
    return !field || field[0] in schema
      ? []
      : readAs(withForeign(schema, field, random()), new Set(), times.hidden + at);
  });
  return [...asked, ...more].flat();
};

/** An item with some of its fields hidden. */
export const hide = (
  item: Readonly<Record<string, unknown>>,
  hidden: ReadonlySet<string>,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, hidden.has(name) ? null : value]));

export const learnPairs = (
  samples: readonly Pick<PairSample<FieldPair>, "pair" | "isRight">[],
  growth: Growth,
): Forest => {
  const names = Object.keys(samples[0]?.pair.features ?? {}).sort();
  return growForest(
    {
      names,
      rows: samples.map(({ pair }) => Float32Array.from(names.map((name) => pair.features[name] ?? 0))),
      labels: samples.map(({ isRight }) => Number(isRight)),
      masses: samples.map(() => 1),
    },
    growth,
  );
};

interface Report<Pair extends FieldPair> {
  readonly title: string;
  readonly growth: Growth;
  readonly folds: number;
  /** Likelihoods from which a pair is given; undefined for those in use. */
  readonly likelihoods: readonly (number | undefined)[];
  readonly choose: <Sample extends Pair & Rated>(
    pairs: readonly Sample[],
    least?: number,
  ) => readonly Sample[];
}

/** Prints, for likelihoods from which a pair is given, how many fields get the right one, with each page left out. */
export const reportPairs = <Pair extends FieldPair>(
  samples: readonly PairSample<Pair>[],
  { title, growth, folds, likelihoods, choose }: Report<Pair>,
): void => {
  const pages = [...new Set(samples.map(({ page }) => page))];
  const foldOf = new Map(pages.map((page, at) => [page, at % folds]));
  const rated = Array.from({ length: folds }, (_, fold) => {
    const forest = learnPairs(
      samples.filter(({ page }) => foldOf.get(page) !== fold),
      growth,
    );
    return samples
      .filter(({ page }) => foldOf.get(page) === fold)
      .map((sample) => ({ ...sample, ...rate(sample.pair, forest) }));
  }).flat();
  const readings = [...Map.groupBy(rated, ({ page, reading }) => `${page.id} ${reading}`).values()];
  const asked = readings.filter(([first]) => first?.reading === 0);
  const foreign = readings.filter((own) => own.some(({ isForeign }) => isForeign));
  const countFields = (all: typeof rated): number =>
    new Set(all.map(({ page, name }) => `${page.id} ${name}`)).size;
  const open = asked.flat();
  const right = open.filter(({ isRight }) => isRight);
  console.log(
    `${title}: ${pages.length} pages, ${countFields(open)} open fields, ${countFields(right)} of them there`,
  );
  for (const least of likelihoods) {
    const chosen = asked.flatMap((own) => choose(own, least));
    const good = chosen.filter(({ isRight }) => isRight).length;
    const filled = foreign.flatMap((own) => choose(own, least)).filter(({ isForeign }) => isForeign).length;
    console.log(
      `  ${least === undefined ? "as in use" : `from ${least}`}: ${good} right, ${chosen.length - good} wrong; of ${foreign.length} fields that a page lacks, ${filled} filled`,
    );
  }
};
