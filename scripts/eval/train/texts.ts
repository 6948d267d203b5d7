/** Trains the choice of texts for the fields of a single page that nothing names, on pages that were written for this. */
import type { OutputSchema } from "../../../src/contract/fields/outputSchema.ts";
import type { Forest } from "../../../src/engine/extract/content/forest.ts";
import { parseDocument } from "../../../src/engine/extract/extract.ts";
import { findOthers } from "../../../src/engine/extract/regions/rate.ts";
import { findRegions } from "../../../src/engine/extract/regions/regions.ts";
import { extractOne } from "../../../src/engine/extract/scorer/one.ts";
import { viewPage } from "../../../src/engine/extract/scorer/pageFacts.ts";
import { findCandidates } from "../../../src/engine/extract/scorer/records/candidates.ts";
import { chooseTexts, rateText } from "../../../src/engine/extract/scorer/single/guessTexts.ts";
import { listTextPairs, type TextPair } from "../../../src/engine/extract/scorer/single/textPairs.ts";
import { seededRandom } from "../pages.ts";
import { NOW } from "../sets.ts";
import { isSame, plain, schemaOf, type WrittenPage } from "../written/pages.ts";
import { type Growth, growForest } from "./forest.ts";

export interface TextSample {
  readonly page: WrittenPage;
  readonly reading: number;
  readonly isForeign: boolean;
  readonly pair: TextPair;
  readonly isRight: boolean;
}

const HIDDEN = 3;
const FOREIGN = 4;
const HIDE = 0.3;

const samplesOf = (
  page: WrittenPage,
  foreign: readonly (readonly [string, string])[],
  random: () => number,
): TextSample[] => {
  const view = viewPage(parseDocument(page.html, { url: page.url }), NOW);
  const regions = findRegions(view.content);
  const readAs = (
    schema: OutputSchema,
    isHidden: (name: string) => boolean,
    reading: number,
  ): TextSample[] => {
    const candidates = findCandidates(view, regions, schema);
    const one = extractOne(view, regions, candidates, schema);
    const item = one?.item ?? {};
    const left = Object.fromEntries(
      Object.keys(schema).map((name) => [name, isHidden(name) ? null : (item[name] ?? null)]),
    );
    const others = findOthers(candidates, view.titles);
    return listTextPairs(view, { item: left, provenance: {} } as never, schema, others).map((pair) => {
      const type = page.schema[pair.name];
      const wanted = page.truth[0]?.[pair.name];
      return {
        page,
        reading,
        isForeign: type === undefined,
        pair,
        isRight: type !== undefined && plain(wanted) !== null && isSame(pair.value, wanted, type),
      };
    });
  };
  const schema = schemaOf(page);
  const asked = Array.from({ length: HIDDEN }, (_, at) =>
    readAs(schema, at === 0 ? () => false : () => random() < HIDE, at),
  );
  const more = Array.from({ length: FOREIGN }, (_, at) => {
    const field = foreign[Math.floor(random() * foreign.length)];
    if (!field || field[0] in schema) return [];
    const fields = Object.entries(schema);
    fields.splice(Math.floor(random() * (fields.length + 1)), 0, [field[0], field[1] as "string"]);
    return readAs(Object.fromEntries(fields), () => false, HIDDEN + at);
  });
  return [...asked, ...more].flat();
};

/** The samples of all pages about one thing. */
export const textSamples = (pages: readonly WrittenPage[]): TextSample[] => {
  const random = seededRandom(11);
  const singles = pages.filter(({ kind }) => kind === "one");
  const fields = singles.map((page) => Object.entries(schemaOf(page)) as [string, string][]);
  return singles.flatMap((page) =>
    samplesOf(page, fields.filter((_, at) => singles[at] !== page).flat(), random),
  );
};

const GROWTH: Growth = {
  trees: 160,
  leaves: 12,
  rate: 0.07,
  rows: 0.7,
  features: 0.4,
  least: 20,
  ridge: 5,
  seed: 5,
};

export const learnTexts = (samples: readonly TextSample[]): Forest => {
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

const FOLDS = 8;
export const reportTexts = (samples: readonly TextSample[]): void => {
  const pages = [...new Set(samples.map(({ page }) => page))];
  const foldOf = new Map(pages.map((page, at) => [page, at % FOLDS]));
  const rated = Array.from({ length: FOLDS }, (_, fold) => {
    const forest = learnTexts(samples.filter(({ page }) => foldOf.get(page) !== fold));
    return samples
      .filter(({ page }) => foldOf.get(page) === fold)
      .map((sample) => ({ ...sample, ...rateText(sample.pair, forest) }));
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
  const open = new Set(asked.flat().map(({ page, name }) => `${page.id} ${name}`));
  console.log(`texts: ${pages.length} pages, ${open.size} open fields, ${has.size} with a text`);
  for (const least of [0.2, 0.3, 0.4, 0.5, 0.6, undefined]) {
    const chosen = asked.flatMap((own) => chooseTexts(own, least));
    const right = chosen.filter(({ isRight }) => isRight).length;
    const filled = foreign
      .flatMap((own) => chooseTexts(own, least))
      .filter(({ isForeign }) => isForeign).length;
    console.log(
      `  ${least === undefined ? "as in use" : `from ${least}`}: ${right} right, ${chosen.length - right} wrong; of ${foreign.length} fields that a page lacks, ${filled} filled`,
    );
  }
};
