/** Trains the choice of columns for the fields of a list that nothing names, on pages that were written for this. */
import type { OutputSchema } from "../../../src/contract/fields/outputSchema.ts";
import type { Forest } from "../../../src/engine/extract/content/forest.ts";
import { parseDocument } from "../../../src/engine/extract/extract.ts";
import { findRegions } from "../../../src/engine/extract/regions/regions.ts";
import type { MatchedItem } from "../../../src/engine/extract/scorer/match.ts";
import { viewPage } from "../../../src/engine/extract/scorer/pageFacts.ts";
import { findCandidates } from "../../../src/engine/extract/scorer/records/candidates.ts";
import { listPairs, type Pair } from "../../../src/engine/extract/scorer/records/columnPairs.ts";
import { choosePairs, rate } from "../../../src/engine/extract/scorer/records/guessColumns.ts";
import { readNamedItems } from "../../../src/engine/extract/scorer/records/list.ts";
import { seededRandom } from "../pages.ts";
import { NOW } from "../sets.ts";
import { align, type Item, isSame, plain, schemaOf, type WrittenPage } from "../written/pages.ts";
import { type Growth, growForest } from "./forest.ts";

/** A field and a column, and whether the column has the field's values. */
export interface ColumnSample {
  readonly page: WrittenPage;
  /** Which reading of the page it is from: fields hidden, or asked though the page lacks them. */
  readonly reading: number;
  /** Whether the page has the field at all. */
  readonly isForeign: boolean;
  readonly pair: Pair;
  readonly isRight: boolean;
}

/** How often the fields of a page are asked: as they are, with some of those that are named hidden, with one that it lacks. */
const HIDDEN = 3;
const FOREIGN = 2;
const HIDE = 0.3;
/** A column is the field's if it has these shares of its values, and few others. */
const SHARE = { right: 0.6, wrong: 0.25 } as const;

type Truth = readonly (Item | undefined)[];

const isColumnOf = ({ name, read }: Pair, truth: Truth, type: string): boolean => {
  const values = read();
  const wanted = truth.map((record) => record?.[name]);
  const there = wanted.filter((value) => plain(value) !== null).length;
  const isRight = (value: unknown, at: number): boolean =>
    plain(wanted[at]) !== null && isSame(value, wanted[at], type);
  const right = values.filter(isRight).length;
  const wrong = values.filter(
    (value, at) => truth[at] && plain(value) !== null && !isRight(value, at),
  ).length;
  return right >= 2 && right >= there * SHARE.right && wrong <= truth.length * SHARE.wrong;
};

const hide = (items: readonly MatchedItem[], hidden: ReadonlySet<string>): MatchedItem[] =>
  items.map((own) => ({
    ...own,
    item: Object.fromEntries(
      Object.entries(own.item).map(([name, value]) => [name, hidden.has(name) ? null : value]),
    ),
  }));

const PLAIN: ReadonlySet<unknown> = new Set(["string", "number", "date", "string[]"]);

const withForeign = (
  schema: OutputSchema,
  [name, type]: readonly [string, string],
  at: number,
): OutputSchema => {
  const fields = Object.entries(schema);
  fields.splice(Math.floor(at * (fields.length + 1)), 0, [name, type as "string"]);
  return Object.fromEntries(fields);
};

/** The samples of a page; `foreign` are fields of other pages. */
const samplesOf = (
  page: WrittenPage,
  foreign: readonly (readonly [string, string])[],
  random: () => number,
): ColumnSample[] => {
  const view = viewPage(parseDocument(page.html, { url: page.url }), NOW);
  const regions = findRegions(view.content);
  const readAs = (schema: OutputSchema, hidden: ReadonlySet<string>, reading: number): ColumnSample[] => {
    const { items, elements } = readNamedItems(view, findCandidates(view, regions, schema), schema);
    const own = align(
      page,
      items.map(({ item }) => item),
    );
    const truth = items.map(({ item }) => page.truth[own.indexOf(item)]);
    if (truth.filter(Boolean).length < 2) return [];
    return listPairs(elements, hide(items, hidden), schema, view.context).map((pair) => {
      const type = page.schema[pair.name];
      return {
        page,
        reading,
        isForeign: type === undefined,
        pair,
        isRight: type !== undefined && isColumnOf(pair, truth, type),
      };
    });
  };
  const schema = schemaOf(page);
  const names = Object.keys(schema).filter((name) => PLAIN.has(schema[name]));
  const asked = Array.from({ length: HIDDEN }, (_, at) =>
    readAs(schema, new Set(at === 0 ? [] : names.filter(() => random() < HIDE)), at),
  );
  const more = Array.from({ length: FOREIGN }, (_, at) => {
    const field = foreign[Math.floor(random() * foreign.length)];
    return !field || field[0] in schema
      ? []
      : readAs(withForeign(schema, field, random()), new Set(), HIDDEN + at);
  });
  return [...asked, ...more].flat();
};

/** The samples of all lists among the pages. */
export const columnSamples = (pages: readonly WrittenPage[]): ColumnSample[] => {
  const random = seededRandom(7);
  return pages
    .filter(({ kind }) => kind === "list")
    .flatMap((page) => {
      const foreign = pages
        .filter((other) => other !== page)
        .flatMap(
          (other) =>
            Object.entries(schemaOf(other)).filter(([, type]) => PLAIN.has(type)) as [string, string][],
        );
      return samplesOf(page, foreign, random);
    });
};

const GROWTH: Growth = {
  trees: 250,
  leaves: 8,
  rate: 0.04,
  rows: 0.7,
  features: 0.4,
  least: 15,
  ridge: 5,
  seed: 5,
};

export const learnColumns = (samples: readonly ColumnSample[]): Forest => {
  const names = Object.keys(samples[0]?.pair.features ?? {}).sort();
  return growForest(
    {
      names,
      rows: samples.map(({ pair }) => Float32Array.from(names.map((name) => pair.features[name] ?? 0))),
      labels: samples.map(({ isRight }) => Number(isRight)),
      masses: samples.map(() => 1),
    },
    GROWTH,
  );
};

const FOLDS = 10;

/** Prints, for likelihoods from which a column is given, how many fields get the right one, with each page left out. */
export const reportColumns = (samples: readonly ColumnSample[]): void => {
  const pages = [...new Set(samples.map(({ page }) => page))];
  const foldOf = new Map(pages.map((page, at) => [page, at % FOLDS]));
  const rated = Array.from({ length: FOLDS }, (_, fold) => {
    const forest = learnColumns(samples.filter(({ page }) => foldOf.get(page) !== fold));
    return samples
      .filter(({ page }) => foldOf.get(page) === fold)
      .map((sample) => ({ ...sample, ...rate(sample.pair, forest) }));
  }).flat();
  const readings = [...Map.groupBy(rated, ({ page, reading }) => `${page.id} ${reading}`).values()];
  const asked = readings.filter(([first]) => first?.reading === 0);
  const foreign = readings.filter((own) => own.some(({ isForeign }) => isForeign));
  const has = new Set(
    asked
      .flat()
      .filter(({ isRight }) => isRight)
      .map(({ page, name }) => `${page.id} ${name}`),
  );
  console.log(`columns: ${pages.length} pages, ${has.size} fields with a column`);
  for (const least of [0.3, 0.4, 0.45, 0.5, 0.6]) {
    const chosen = asked.flatMap((own) => choosePairs(own, least));
    const right = chosen.filter(({ isRight }) => isRight).length;
    const filled = foreign
      .flatMap((own) => choosePairs(own, least))
      .filter(({ isForeign }) => isForeign).length;
    console.log(
      `  from ${least}: ${right} right, ${chosen.length - right} wrong; of ${foreign.length} fields that a page lacks, ${filled} filled`,
    );
  }
};
