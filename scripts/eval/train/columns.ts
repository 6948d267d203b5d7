/** Trains the choice of columns for the fields of a list that nothing names, on pages that were written for this. */
import type { Forest } from "../../../src/engine/extract/content/forest.ts";
import { parseDocument } from "../../../src/engine/extract/extract.ts";
import { findRegions } from "../../../src/engine/extract/regions/regions.ts";
import { viewPage } from "../../../src/engine/extract/scorer/pageFacts.ts";
import { findCandidates } from "../../../src/engine/extract/scorer/records/candidates.ts";
import { listPairs, type Pair } from "../../../src/engine/extract/scorer/records/columnPairs.ts";
import { choosePairs } from "../../../src/engine/extract/scorer/records/guessColumns.ts";
import { readNamedItems } from "../../../src/engine/extract/scorer/records/list.ts";
import { seededRandom } from "../pages.ts";
import { NOW } from "../sets.ts";
import { align, type Item, isSame, plain, schemaOf, type WrittenPage } from "../written/pages.ts";
import type { Growth } from "./forest.ts";
import { hide, learnPairs, type NamedType, type PairSample, readAll, reportPairs } from "./pairs.ts";

const TIMES = { hidden: 3, foreign: 2 } as const;
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

const PLAIN: ReadonlySet<unknown> = new Set(["string", "number", "date", "string[]"]);

/** The samples of a page; `foreign` are fields of other pages. */
const samplesOf = (
  page: WrittenPage,
  foreign: readonly NamedType[],
  random: () => number,
): PairSample<Pair>[] => {
  const view = viewPage(parseDocument(page.html, { url: page.url }), NOW);
  const regions = findRegions(view.content);
  const schema = schemaOf(page);
  const names = Object.keys(schema).filter((name) => PLAIN.has(schema[name]));
  return readAll(schema, names, foreign, random, TIMES, (asked, hidden, reading) => {
    const { items, elements } = readNamedItems(view, findCandidates(view, regions, asked), asked);
    const own = align(
      page,
      items.map(({ item }) => item),
    );
    const truth = items.map(({ item }) => page.truth[own.indexOf(item)]);
    if (truth.filter(Boolean).length < 2) return [];
    const left = items.map((read) => ({ ...read, item: hide(read.item, hidden) }));
    return listPairs(elements, left, asked, view.context).map((pair) => {
      const type = page.schema[pair.name];
      return {
        page,
        reading,
        isForeign: type === undefined,
        pair,
        isRight: type !== undefined && isColumnOf(pair, truth, type),
      };
    });
  });
};

/** The samples of all lists among the pages. */
export const columnSamples = (pages: readonly WrittenPage[]): PairSample<Pair>[] => {
  const random = seededRandom(7);
  return pages
    .filter(({ kind }) => kind === "list")
    .flatMap((page) => {
      const foreign = pages
        .filter((other) => other !== page)
        .flatMap(
          (other) => Object.entries(schemaOf(other)).filter(([, type]) => PLAIN.has(type)) as NamedType[],
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

export const learnColumns = (samples: readonly PairSample<Pair>[]): Forest => learnPairs(samples, GROWTH);

export const reportColumns = (samples: readonly PairSample<Pair>[]): void =>
  reportPairs(samples, {
    title: "columns",
    growth: GROWTH,
    folds: 10,
    likelihoods: [0.3, 0.4, 0.45, 0.5, 0.6],
    choose: choosePairs,
  });
