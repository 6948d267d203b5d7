/** Flows from examples, on sites of which no page was read while the rules were written, and on lists. */
import { ShownRecord } from "../../../src/contract/fields/recordExamples.ts";
import { parseDocument, textOf } from "../../../src/engine/extract/extract.ts";
import {
  asCopied,
  bySite,
  type FieldTruth,
  fullestFirst,
  MAX_EXAMPLE,
  plain,
  readWith,
  type SitePage,
  scoreShow,
} from "../examples.ts";
import type { ListTruth } from "../score/lists.ts";
import { type Entry, parseEntry } from "../sets.ts";
import { loadAll, sourceOf } from "./sources.ts";

interface Named {
  readonly title?: string;
  readonly author?: string | readonly string[];
  readonly records?: readonly { readonly title: string | null; readonly location: readonly string[] }[];
}

/** Values as the page writes them: an example is copied from the page. */
const shownOn = (entry: Entry<Named>): FieldTruth => {
  const shown = ` ${plain(textOf(parseDocument(entry.read(), entry).root))} `;
  const { title, author, records } = entry.truth;
  const [meeting] = records ?? [];
  const truths = {
    title: [title ?? meeting?.title ?? []].flat(),
    author: [author ?? []].flat(),
    place: meeting?.location ?? [],
  };
  return Object.fromEntries(
    Object.entries(truths)
      .map(
        ([name, texts]) =>
          [name, texts.filter((text) => plain(text) !== "" && shown.includes(plain(text)))] as const,
      )
      .filter(([, texts]) => texts.length > 0),
  );
};

const MIN_SITE = 3;
/** Hosts whose pages are of many sites. */
const SHARED = /^(?:|unknown\.invalid|web\.archive\.org)$/;
/** Maximum number of further pages without an example. */
const SIBLINGS = 3;

type Way = "one" | "siblings" | "two";

/** Whether each shown value of the pages without an example is read. */
const scoreSite = (pages: readonly SitePage[], way: Way): number[] => {
  const [first, second, ...rest] = fullestFirst(pages);
  if (!first || !second || rest.length === 0) return [];
  const others = way === "two" ? rest : [second, ...rest];
  const { right, wanted } = scoreShow({
    shown: way === "two" ? [first, second] : [first],
    alike: way === "siblings" ? others.slice(0, SIBLINGS) : [],
    others,
  });
  return Array.from({ length: wanted }, (_, at) => Number(at < right));
};

const WAYS: readonly Way[] = ["one", "siblings", "two"];
const scoreSites = (sites: Iterable<readonly SitePage[]>, prefix: string): Record<string, number[]> => {
  const all = [...sites].filter(({ length }) => length >= MIN_SITE);
  return Object.fromEntries(
    WAYS.map((way) => [`${prefix} ${way}`, all.flatMap((pages) => scoreSite(pages, way))]),
  );
};

/** Sites with several pages in the sets that no rule for examples was written on. */
export const scoreShownSites = (source: string): Record<string, number[]> => {
  const entries = ["content", "articles", "events"]
    .flatMap((set) => loadAll<Named>(set))
    .filter((entry) => sourceOf(entry) === source && entry.kind !== "list");
  const hosts = Map.groupBy(entries, ({ url, kind }) => `${URL.parse(url)?.hostname ?? ""} ${kind}`);
  const sites = [...hosts]
    .filter(([host, { length }]) => length >= MIN_SITE && !SHARED.test(host.split(" ")[0] ?? ""))
    .map(([, own]) => own.map((entry) => ({ ...entry, truth: shownOn(entry) })));
  return scoreSites(sites, "examples");
};

/** The sites of `fields`, which were read while the rules were written. */
export const scoreShownFields = (): Record<string, number[]> => {
  const pages = bySite(loadAll<FieldTruth>("fields"));
  return scoreSites(pages, "seen examples");
};

const COLUMNS = ["name", "docket"] as const;
type ListRecord = ListTruth["records"][number];

/** An example with a list of two records, read on its own page: the share of the records that the list has. */
const scoreList = (entry: Entry<ListTruth>): number | null => {
  const { truth } = entry;
  const names = COLUMNS.filter((name) =>
    truth.records.some((record) => record.on_page[name] && record[name]),
  );
  const textsOf = (record: ListRecord): Record<string, string> =>
    Object.fromEntries(
      names.flatMap((name) =>
        record.on_page[name] && record[name]
          ? [[name, asCopied(String(record[name])).slice(0, MAX_EXAMPLE)]]
          : [],
      ),
    );
  const wanted = truth.records.map(textsOf).filter((record) => Object.keys(record).length === names.length);
  const [first, second] = wanted;
  if (names.length === 0 || !first || !second || wanted.length < MIN_SITE) return null;
  const example = ShownRecord.safeParse({ opinions: [first, second] });
  if (!example.success) return 0;
  const document = parseEntry(entry);
  const { read } = readWith([{ url: entry.url, document }], [example.data], [document]);
  const found = [read[0]?.[0]?.opinions ?? []].flat() as Readonly<Record<string, unknown>>[];
  const keyOf = (record: Readonly<Record<string, unknown>>): string =>
    names.map((name) => plain(record[name])).join("|");
  const keys = new Set(found.map(keyOf));
  return wanted.filter((record) => keys.has(keyOf(record))).length / wanted.length;
};

export const scoreShownLists = (count: number): Record<string, number[]> => ({
  "examples lists": loadAll<ListTruth>("lists")
    .slice(0, count)
    .map(scoreList)
    .filter((value) => value !== null),
});
