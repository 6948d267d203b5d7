/** Scores every set on one of its splits and prints a table: run by `npm run eval -- --sets`. */
import { evenly } from "../../../src/engine/extract/values/evenly.ts";
import { sampleOfCommand } from "../../sample.ts";
import { bootstrap, mean, median, wordF1 } from "../measures.ts";
import { type PageTruth, seededRandom } from "../pages.ts";
import { loadReadability } from "../readability.ts";
import { type Entry, loadSet, type Split } from "../sets.ts";
import { readByTrafilatura } from "../trafilatura.ts";
import { type ArticleTruth, scoreArticle } from "./articles.ts";
import { type ContentTruth, scoreContent } from "./content.ts";
import { type EventTruth, scoreEventList } from "./events.ts";
import { type FieldsTruth, fieldF1, scoreFields } from "./fields.ts";
import { scoreKind } from "./kind.ts";
import { type ListTruth, scoreList } from "./lists.ts";
import { type PagerTruth, scorePager } from "./pagers.ts";
import { type ProductTruth, scoreProduct } from "./products.ts";
import { scoreRecipe } from "./recipes.ts";

type Figures = Readonly<Record<string, number>>;
interface Scored {
  readonly entry: Entry<unknown>;
  readonly figures: Figures;
}

const SEED = 7;
const show = (values: readonly number[]): string => {
  const [low, high] = bootstrap(values, seededRandom(SEED));
  return `${mean(values).toFixed(3)} (${low.toFixed(2)}–${high.toFixed(2)}, ${values.length})`;
};

/** Means of all scores over some pages. */
const sumUp = (scored: readonly Scored[]): Map<string, number[]> => {
  const values = new Map<string, number[]>();
  for (const { figures } of scored)
    for (const [name, value] of Object.entries(figures))
      values.set(name, [...(values.get(name) ?? []), value]);
  return values;
};

const printSet = (set: string, scored: readonly Scored[]): Record<string, unknown> => {
  const kinds = Map.groupBy(scored, ({ entry }) => entry.kind);
  const groups: [string, readonly Scored[]][] = [["all", scored], ...(kinds.size > 1 ? kinds : [])];
  for (const [kind, group] of groups)
    console.log(
      `| ${set} | ${kind} | ${[...sumUp(group)].map(([name, values]) => `${name} ${show(values)}`).join(" · ")} |`,
    );
  const means = (group: readonly Scored[]): Figures =>
    Object.fromEntries([...sumUp(group)].map(([name, values]) => [name, mean(values)]));
  return {
    ...means(scored),
    ...(kinds.size > 1 && {
      byKind: Object.fromEntries([...kinds].map(([kind, group]) => [kind, means(group).f1])),
    }),
  };
};

/** `--quick`: one page in ten. */
const SHARE = process.argv.includes("--quick") ? 0.1 : 1;
/** `--sample`: maximum number of pages per set. */
const AT_MOST = sampleOfCommand();

/** The pages of a set that are asked for, spread evenly. */
const sampleOf = <Entry>(entries: readonly Entry[]): readonly Entry[] =>
  evenly(entries, Math.min(AT_MOST, Math.ceil(entries.length * SHARE)));

const scoreAll = <Truth>(set: string, split: Split, score: (entry: Entry<Truth>) => Figures): Scored[] => {
  return sampleOf(loadSet<Truth>(set, split)).map((entry) => ({ entry, figures: score(entry) }));
};

/** Sets whose pages are known to have one item or many. */
const KIND_SETS = ["content", "pages", "fields", "lists"];

const printFieldSet = (split: Split): Record<string, unknown> => {
  const outcomes = loadSet<FieldsTruth>("fields", split).flatMap(scoreFields);
  for (const [site, own] of Map.groupBy(outcomes, ({ entry }) => entry.site))
    console.log(`| fields | ${site} | f1 ${fieldF1(own).toFixed(3)} (${own.length} fields) |`);
  const f1 = fieldF1(outcomes);
  console.log(`| fields | all | f1 ${f1.toFixed(3)} (${outcomes.length} fields) |`);
  return { f1 };
};

/**
 * Word F1 of trafilatura's main content, for the pages of `content` whose truth has one; or the reason for
 * skipping it.
 */
const scoreTrafilatura = (scored: readonly Scored[]): { f1: number } | { skipped: string } => {
  const entries = scored
    .map(({ entry }) => entry as Entry<ContentTruth>)
    .filter(({ truth }) => truth.main_content);
  const texts = readByTrafilatura(entries.map(({ read }) => read()));
  if (!("length" in texts)) return texts;
  const values = entries.map(({ truth }, at) => wordF1(texts[at] ?? "", truth.main_content ?? ""));
  for (const [kind, own] of Map.groupBy(entries.keys(), (at) => entries[at]?.kind))
    console.log(`| trafilatura | ${kind} | f1 ${show(own.map((at) => values[at] ?? 0))} |`);
  console.log(`| trafilatura | all | f1 ${show(values)} |`);
  return { f1: mean(values) };
};

export interface SetFigures {
  /** By set. */
  readonly sets: Readonly<Record<string, unknown>>;
  /** Readability's main content on the same pages of `content`; null if `bench/` is not installed. */
  readonly readability: { readonly f1: number } | null;
  readonly trafilatura: { readonly f1: number } | { readonly skipped: string };
  /** Time to parse and extract a page of `content`. */
  readonly msPerPageP50: number;
}

const NOT_OF_SET: ReadonlySet<string> = new Set(["ms", "readabilityF1"]);
const withoutPeers = (figures: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(figures).filter(([name]) => !NOT_OF_SET.has(name)));

/** Prints a row per set and kind. */
export const printSets = (split: Split): SetFigures => {
  const readability = loadReadability();
  console.log("| set | pages | figures: mean (95 % interval, pages) |\n| --- | --- | --- |");
  const content = scoreAll<ContentTruth>("content", split, (entry) => scoreContent(entry, readability));
  const contentFigures = printSet("content", content);
  return {
    sets: {
      content: withoutPeers(contentFigures),
      articles: printSet("articles", scoreAll<ArticleTruth>("articles", split, scoreArticle)),
      products: printSet("products", scoreAll<ProductTruth>("products", split, scoreProduct)),
      recipes: printSet("recipes", scoreAll<PageTruth>("recipes", split, scoreRecipe)),
      fields: printFieldSet(split),
      lists: printSet("lists", scoreAll<ListTruth>("lists", split, scoreList)),
      events: printSet("events", scoreAll<EventTruth>("events", split, scoreEventList)),
      pagers: printSet("pagers", scoreAll<PagerTruth>("pagers", split, scorePager)),
      kind: printSet(
        "kind",
        KIND_SETS.flatMap((set) => scoreAll<unknown>(set, split, scoreKind)),
      ).kind,
    },
    trafilatura: scoreTrafilatura(content),
    readability: readability && { f1: Number(contentFigures.readabilityF1) },
    msPerPageP50: median(content.map(({ figures }) => figures.ms ?? 0)),
  };
};
