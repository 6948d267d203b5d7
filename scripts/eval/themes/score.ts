/** Scores extraction on pages of templates: asked with fields alone, with a sentence, and with one example. */
import { type DataQuery, extractData, parseDocument, textOf } from "../../../src/engine/extract/extract.ts";
import { readWith } from "../examples.ts";
import { mean, wordF1 } from "../measures.ts";
import { loadThemes, missingThemes, type ThemePage } from "./corpus.ts";
import { type Figures, type Item, questionsOf } from "./questions.ts";

const NOW = Date.UTC(2026, 10, 21);
export type Way = "fields" | "sentence" | "example";

/** A figure of one page. */
export interface ThemeRow {
  readonly page: ThemePage;
  readonly way: Way;
  readonly measure: string;
  readonly value: number;
  readonly items: readonly Item[];
}

/** Figures of what an example shows. */
const shownOf = (figures: Figures, example: Item | null): Figures =>
  Object.fromEntries(Object.entries(figures).filter(([name]) => name === "count" || name in (example ?? {})));

/** Reads a page in each way that it can be asked. */
const scorePage = (page: ThemePage): ThemeRow[] => {
  const parse = () => parseDocument(page.read(), { url: page.url });
  const shown = textOf(parse().root).toLowerCase().replace(/\s+/g, " ");
  const { truth } = page;
  const content = "post" in truth ? extractData(parse(), { now: NOW }).results[0]?.item.content : undefined;
  const text: ThemeRow[] =
    "post" in truth
      ? [
          {
            page,
            way: "fields",
            measure: "text of a post, nothing asked",
            items: [],
            value: wordF1(String(content ?? ""), truth.post.paragraphs.join(" ")),
          },
        ]
      : [];
  const asked = questionsOf(page, shown).flatMap(({ name, isMany, schema, sentence, example, score }) => {
    const rowsOf = (way: Way, items: readonly Item[], figures: Figures): ThemeRow[] =>
      Object.entries(figures).flatMap(([of, value]) =>
        value === null ? [] : [{ page, way, measure: `${name} ${of}`, value, items }],
      );
    const ask = (way: Way, query: Omit<DataQuery, "now">): ThemeRow[] => {
      const { kind, results } = extractData(parse(), { ...query, now: NOW });
      const items = results.map(({ item }) => item);
      return rowsOf(way, items, { kind: Number((kind === "list") === isMany), ...score(items) });
    };
    const shownRecord = example();
    const read =
      shownRecord &&
      (readWith([{ url: page.url, document: parse() }], [shownRecord], [parse()], "all records").read[0] ??
        []);
    return [
      ...ask("fields", { schema }),
      ...ask("sentence", { schema, instructions: sentence }),
      ...(read ? rowsOf("example", read, shownOf(score(read), shownRecord)) : []),
    ];
  });
  return [...text, ...asked];
};

const WAYS: readonly Way[] = ["fields", "sentence", "example"];
const HALVES = { train: "first half", dev: "other half" } as const;

/** `npm run eval -- --themes`. */
export const printThemes = async (isJson: boolean): Promise<void> => {
  const pages = await loadThemes();
  if (pages === null) {
    console.log(JSON.stringify({ skipped: "themes cannot be installed from the npm registry" }));
    return;
  }
  const missing = missingThemes(pages);
  if (missing.length > 0) console.log(`No pages from ${missing.join(", ")}.`);
  const rows = pages.flatMap(scorePage);
  const figures = Object.entries(HALVES).map(([split, name]) => {
    const own = rows.filter(({ page }) => page.split === split);
    const of = (measure: string, way: Way) =>
      own.filter((row) => row.measure === measure && row.way === way).map(({ value }) => value);
    console.log(`\n| ${name} | ${WAYS.join(" | ")} |\n| --- | --- | --- | --- |`);
    const table = [...new Set(own.map(({ measure }) => measure))].map((measure) => {
      const values = WAYS.map((way) => of(measure, way));
      console.log(
        `| ${measure} | ${values.map((all) => (all.length === 0 ? "" : `${mean(all).toFixed(3)} (${all.length})`)).join(" | ")} |`,
      );
      return [
        measure,
        Object.fromEntries(WAYS.map((way, at) => [way, values[at]?.length ? mean(values[at]) : null])),
      ];
    });
    return [split === "train" ? "read" : "leftOut", Object.fromEntries(table)];
  });
  if (isJson) console.log(JSON.stringify({ themes: Object.fromEntries(figures) }));
};
