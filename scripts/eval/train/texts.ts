/** Trains the choice of texts for the fields of a single page that nothing names, on pages that were written for this. */
import type { Forest } from "../../../src/engine/extract/content/forest.ts";
import { parseDocument } from "../../../src/engine/extract/extract.ts";
import { findOthers } from "../../../src/engine/extract/regions/rate.ts";
import { findRegions } from "../../../src/engine/extract/regions/regions.ts";
import { extractOne } from "../../../src/engine/extract/scorer/one.ts";
import { viewPage } from "../../../src/engine/extract/scorer/pageFacts.ts";
import { findCandidates } from "../../../src/engine/extract/scorer/records/candidates.ts";
import { chooseTexts } from "../../../src/engine/extract/scorer/single/guessTexts.ts";
import { listTextPairs, type TextPair } from "../../../src/engine/extract/scorer/single/textPairs.ts";
import { seededRandom } from "../pages.ts";
import { NOW } from "../sets.ts";
import { isSame, plain, schemaOf, type WrittenPage } from "../written/pages.ts";
import type { Growth } from "./forest.ts";
import { hide, learnPairs, type NamedType, type PairSample, readAll, reportPairs } from "./pairs.ts";

/** Pages about one thing are few, so each is asked with more fields that it lacks. */
const TIMES = { hidden: 3, foreign: 4 } as const;

const samplesOf = (
  page: WrittenPage,
  foreign: readonly NamedType[],
  random: () => number,
): PairSample<TextPair>[] => {
  const view = viewPage(parseDocument(page.html, { url: page.url }), NOW);
  const regions = findRegions(view.content);
  const schema = schemaOf(page);
  return readAll(schema, Object.keys(schema), foreign, random, TIMES, (asked, hidden, reading) => {
    const candidates = findCandidates(view, regions, asked);
    const { item = {} } = extractOne(view, regions, candidates, asked) ?? {};
    const others = findOthers(candidates, view.titles);
    return listTextPairs(view, hide(item, hidden), asked, others).map((pair) => {
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
  });
};

/** The samples of all pages about one thing. */
export const textSamples = (pages: readonly WrittenPage[]): PairSample<TextPair>[] => {
  const random = seededRandom(11);
  const singles = pages.filter(({ kind }) => kind === "one");
  const fields = singles.map((page) => Object.entries(schemaOf(page)) as NamedType[]);
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

export const learnTexts = (samples: readonly PairSample<TextPair>[]): Forest => learnPairs(samples, GROWTH);

export const reportTexts = (samples: readonly PairSample<TextPair>[]): void =>
  reportPairs(samples, {
    title: "texts",
    growth: GROWTH,
    folds: 8,
    likelihoods: [0.2, 0.3, 0.4, 0.5, 0.6, undefined],
    choose: chooseTexts,
  });
