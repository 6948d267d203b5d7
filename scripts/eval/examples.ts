/** Scores flows made from one example: on a site's other pages, and on all records of a list. */
import type { ExampleRecord, ShownRecord } from "../../src/contract/fields/recordExamples.ts";
import { type PageDocument, parseDocument } from "../../src/engine/extract/extract.ts";
import { generateFromExamples, readSteps } from "../../src/engine/generate/index.ts";
import { mean } from "./measures.ts";
import { type Entry, loadSet, NOW, parseEntry, type Split, setMissing } from "./sets.ts";

/** Accepted values by field; empty if the page does not show the field. */
export type FieldTruth = Readonly<Record<string, readonly string[]>>;
interface ListTruth {
  readonly records: readonly (Readonly<Record<string, unknown>> & {
    readonly on_page: Readonly<Record<string, boolean>>;
  })[];
}

/** Examples are cut to what the contract takes of a value. */
export const MAX_EXAMPLE = 500;

/** Text as a user would copy it: some truths start or end with a separator. */
export const asCopied = (text: string): string => text.replace(/^[\s:|]+|[\s|]+$/g, "");

/** Text and numbers without surrounding symbols: "$9,970" becomes 9970. */
export const plain = (value: unknown): string =>
  asCopied(String(value ?? ""))
    .normalize("NFKC")
    .toLowerCase()
    .replace(/(?<=\d)[,'](?=\d{3})/g, "")
    .replace(/\.0+(?!\d)/g, "")
    .replace(/[\p{Sc}\s:]+/gu, " ")
    .replace(/\/$/, "")
    .trim();

interface Known {
  readonly url: string;
  readonly document: PageDocument;
}

export const readWith = (
  [page, ...alike]: readonly [Known, ...Known[]],
  examples: readonly ShownRecord[],
  others: readonly PageDocument[],
  prompt?: string,
) => {
  const { flow } = generateFromExamples({ ...page, isRendered: false }, examples, prompt, NOW, alike);
  if (!flow) return { flow, read: others.map(() => []) };
  const steps = flow.steps.filter((each) => each.type === "extract");
  return { flow, read: others.map((other) => readSteps(other, steps, flow.outputSchema, NOW).records) };
};

export type SitePage = Entry<FieldTruth>;
type Counts = Readonly<Record<"right" | "given" | "wanted", number>>;

const filledIn = ({ truth }: SitePage): number => Object.values(truth).filter(([value]) => value).length;

const exampleOf = ({ truth }: SitePage): ExampleRecord =>
  Object.fromEntries(
    Object.entries(truth).flatMap(([name, [value]]) =>
      value ? [[name, asCopied(value).slice(0, MAX_EXAMPLE)]] : [],
    ),
  );

const open = (entry: SitePage): Known => ({ url: entry.url, document: parseDocument(entry.read(), entry) });

interface Show {
  /** Pages with one example each. */
  readonly shown: readonly [SitePage, ...SitePage[]];
  /** Further pages, without an example. */
  readonly alike: readonly SitePage[];
  readonly others: readonly SitePage[];
}

export const scoreShow = ({ shown, alike, others }: Show, isLoud = false): Counts => {
  const counts = { right: 0, given: 0, wanted: 0 };
  const examples = shown.map(exampleOf);
  const [first, ...rest] = shown;
  const { flow, read } = readWith(
    [open(first), ...[...rest, ...alike].map(open)],
    examples,
    others.map((entry) => open(entry).document),
  );
  if (isLoud)
    console.log(
      first.site,
      JSON.stringify(examples),
      JSON.stringify(flow?.steps[1] ?? null),
      JSON.stringify(flow?.notes ?? []),
    );
  others.forEach((entry, at) => {
    for (const name of Object.keys(examples[0] ?? {})) {
      const accepted = entry.truth[name] ?? [];
      const value = plain(read[at]?.[0]?.[name]);
      if (accepted.length > 0) counts.wanted++;
      if (value === "") continue;
      counts.given++;
      const isRight = accepted.some((text) => plain(text) === value);
      if (isRight) counts.right++;
      else if (isLoud && at < 3)
        console.log("  wrong", name, JSON.stringify(value), JSON.stringify(accepted));
    }
  });
  return counts;
};

/** The pages of a site, those that show most fields first. */
export const fullestFirst = (pages: readonly SitePage[]): SitePage[] =>
  pages.toSorted((left, right) => filledIn(right) - filledIn(left));

/** Maximum number of further pages without an example. */
const ALIKE = 5;

/** One example; one example with further pages of the same kind; two examples on two pages. */
const waysToShow = (pages: readonly SitePage[]): Record<"one" | "withPages" | "two", Show> | null => {
  const [first, second, ...rest] = fullestFirst(pages);
  if (!first || !second) return null;
  return {
    one: { shown: [first], alike: [], others: [second, ...rest] },
    withPages: { shown: [first], alike: rest.slice(0, ALIKE), others: [second, ...rest.slice(ALIKE)] },
    two: { shown: [first, second], alike: [], others: rest },
  };
};

const f1Of = (counts: readonly Counts[]) => {
  const sum = (name: keyof Counts): number => counts.reduce((total, each) => total + each[name], 0);
  return { f1: (2 * sum("right")) / Math.max(1, sum("given") + sum("wanted")), cells: sum("wanted") };
};

/** The pages of `fields` by site. */
export const bySite = (entries: readonly SitePage[]): SitePage[][] => [
  ...Map.groupBy(entries, ({ id }) => id.replace(/-\d+$/, "")).values(),
];

const scoreFields = (split: Split, isLoud: boolean) => {
  const sites = bySite(loadSet<FieldTruth>("fields", split));
  const shows = sites.map(waysToShow).filter((show) => show !== null);
  const score = (way: keyof (typeof shows)[number]) =>
    f1Of(shows.map((show) => scoreShow(show[way], isLoud)));
  return { sites: sites.length, one: score("one"), withPages: score("withPages"), two: score("two") };
};

const COLUMNS = ["name", "docket", "date"] as const;

const scoreList = ({ id, url, truth, read }: Entry<ListTruth>, isLoud: boolean) => {
  const page = { url, document: parseEntry({ url, read }) };
  const text = (record: ListTruth["records"][number], name: string): string =>
    name !== "date" && record.on_page[name] ? String(record[name] ?? "") : "";
  const shown = truth.records.find(
    (record) => COLUMNS.filter((name) => text(record, name) !== "").length > 0,
  );
  const example = Object.fromEntries(
    COLUMNS.flatMap((name) =>
      shown && text(shown, name) !== "" ? [[name, text(shown, name).slice(0, MAX_EXAMPLE)]] : [],
    ),
  );
  const names = Object.keys(example);
  const wanted = truth.records.filter((record) => names.every((name) => text(record, name) !== ""));
  if (names.length === 0 || wanted.length < 2) return null;
  const {
    flow,
    read: [records = []],
  } = readWith([page], [example], [page.document], "all records");
  const found = new Set(records.map((record) => names.map((name) => plain(record[name])).join("|")));
  const cells = names.map((name) => new Set(records.map((record) => plain(record[name]))));
  const missed = wanted.filter(
    (record) => !found.has(names.map((name) => plain(text(record, name))).join("|")),
  );
  const hits = wanted.length - missed.length;
  const columns = names.map(
    (name, at) => wanted.filter((record) => cells[at]?.has(plain(text(record, name)))).length / wanted.length,
  );
  if (isLoud)
    console.log(
      id,
      hits,
      wanted.length,
      records.length,
      JSON.stringify(example),
      JSON.stringify(flow?.steps[1] ?? null),
      JSON.stringify(flow?.notes ?? []),
      ...missed
        .slice(0, 3)
        .map((record) => `\n  missed ${names.map((name) => text(record, name)).join(" | ")}`),
    );
  return {
    records: hits / wanted.length,
    columns: mean(columns),
  };
};

const scoreLists = (split: Split, isLoud: boolean) => {
  const scores = loadSet<ListTruth>("lists", split)
    .map((entry) => scoreList(entry, isLoud))
    .filter((score) => score !== null);
  return {
    pages: scores.length,
    records: mean(scores.map(({ records }) => records)),
    columns: mean(scores.map(({ columns }) => columns)),
  };
};

/** Prints the scores of flows made from one example; with `isJson`, also one object on the last line. */
export const printExamples = (
  split: Split,
  { isJson, isLoud }: { isJson: boolean; isLoud: boolean },
): void => {
  const missing = setMissing("fields") ?? setMissing("lists");
  if (missing !== null) {
    console.log(JSON.stringify({ skipped: missing }));
    return;
  }
  const { sites, ...fields } = scoreFields(split, isLoud);
  const lists = scoreLists(split, isLoud);
  const shown = Object.entries(fields).map(
    ([way, { f1, cells }]) => `${way} ${f1.toFixed(3)} (${cells} cells)`,
  );
  console.log(
    `Examples of ${sites} sites (${split}), read on their other pages: field F1 ${shown.join(", ")}.`,
  );
  console.log(
    `One example record of each of ${lists.pages} lists: ${(lists.records * 100).toFixed(1)} % of the records, ${(lists.columns * 100).toFixed(1)} % of the cells.`,
  );
  if (isJson) console.log(JSON.stringify({ split, sites, ...fields, lists }));
};
