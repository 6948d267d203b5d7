/**
 * Reads the pages of one source with weights that never saw it: `node --import ./weights.ts read.ts SOURCE
 * [--quick]`, run by `npm run eval -- --unseen`. Prints one JSON list of rows.
 */
import { extractData, type OutputSchema, parseDocument } from "../../../src/engine/extract/extract.ts";
import { evenly } from "../../../src/engine/extract/values/evenly.ts";
import { bare, dayOf, isSameDay, isSameName, isSameTitle } from "../compare.ts";
import { type EventTruth, scoreEvents } from "../score/events.ts";
import { type FieldsTruth, scoreFields } from "../score/fields.ts";
import { isMany } from "../score/kind.ts";
import { type ListTruth, scoreList } from "../score/lists.ts";
import { type ProductTruth, scoreProduct } from "../score/products.ts";
import { type Entry, parseEntry } from "../sets.ts";
import { askOf, WAYS, type Way } from "./asks.ts";
import { scoreShownFields, scoreShownLists, scoreShownSites } from "./shown.ts";
import { loadAll, sourceOf } from "./sources.ts";
import { scoreSentences } from "./told.ts";

/** A figure of one page, from 0 to 1. */
export interface Row {
  readonly source: string;
  readonly measure: string;
  readonly way?: Way;
  readonly value: number;
}

const [, , source = ""] = process.argv;
const isQuick = process.argv.includes("--quick");
const rows: Row[] = [];
const add = (measure: string, value: number, way?: Way): void =>
  void rows.push({ source, measure, value, ...(way && { way }) });

const ofSource = <Truth>(set: string): Entry<Truth>[] =>
  loadAll<Truth>(set).filter((entry) => sourceOf(entry) === source);

/** Maximum number of pages of each sort. */
const [LISTS, SINGLES, ARTICLES] = isQuick ? [12, 12, 12] : [200, 80, 300];

/** One item or many, and the content of lists of meetings. */
const scoreKinds = (): void => {
  const entries = ["content", "pages", "fields", "lists", "articles", "recipes", "events"].flatMap((set) =>
    ofSource<unknown>(set),
  );
  const known = entries.filter((entry) => isMany(entry) !== null);
  const lists = evenly(
    known.filter((entry) => isMany(entry) === true),
    LISTS,
  );
  const singles = evenly(
    known.filter((entry) => isMany(entry) === false),
    SINGLES,
  );
  for (const entry of [...lists, ...singles])
    for (const way of WAYS) {
      const ask = askOf(entry, way);
      if (!ask) continue;
      const answer = extractData(parseEntry({ ...entry, url: ask.url }), { ...ask.query, withOther: true });
      const many = isMany(entry);
      const isRight = (answer.kind === "list") === many;
      add(many ? "list" : "single", Number(isRight), way);
      add(
        `${many ? "list" : "single"} in either reading`,
        Number(isRight || answer.other !== undefined),
        way,
      );
      add(`${many ? "list" : "single"} with two readings`, Number(answer.other !== undefined), way);
      if (entry.set === "events" && way !== "nothing")
        for (const [name, value] of Object.entries(scoreEvents(entry as Entry<EventTruth>, answer)))
          add(`${many ? "events" : "event"} ${name}`, value, way);
    }
};

interface ArticleTruth {
  readonly title?: string;
  readonly author?: string | readonly string[];
  readonly date?: string;
  readonly publish_date?: string;
}
const ARTICLE: OutputSchema = { title: "string", author: "string", date: "date" };

/** Titles, authors and days: exact, and as `docs/quality.md` forgives additions. */
const scoreArticles = (): void => {
  const entries = ["content", "articles", "metadata"].flatMap((set) => ofSource<ArticleTruth>(set));
  for (const { url, read, truth } of evenly(entries, ARTICLES)) {
    const { results } = extractData(parseDocument(read(), { url }), {
      schema: ARTICLE,
      now: Date.UTC(2026, 10, 21),
    });
    const item = results[0]?.item ?? {};
    const authors = [truth.author ?? []].flat();
    const day = truth.date ?? truth.publish_date;
    if (truth.title) {
      add("title", Number(isSameTitle(item.title, truth.title)));
      add("title exact", Number(bare(item.title) === bare(truth.title)));
    }
    if (authors.length > 0) {
      const isExact = [...authors, authors.join()].some((name) => bare(name) === bare(item.author));
      add("author", Number(authors.some((name) => isSameName(item.author, name))));
      add("author exact", Number(isExact));
    }
    if (day && dayOf(day) !== null) add("date", Number(isSameDay(item.date, day)));
  }
};

const addAll = (prefix: string, figures: Readonly<Record<string, number>>): void => {
  for (const [name, value] of Object.entries(figures)) add(`${prefix} ${name}`, value);
};

const spaceless = (text: string): string => text.normalize("NFKC").replace(/\s+/gu, " ").trim();
/** The truth of `fields` is a text of the page, with the colon after its label or the bar before the next value. */
const markless = (text: string): string => spaceless(text).replace(/^[\s:|]+|[\s:|]+$/g, "");

scoreKinds();
scoreArticles();
for (const entry of ofSource<ListTruth>("lists")) addAll("lists", scoreList(entry));
for (const entry of ofSource<ProductTruth>("products")) addAll("products", scoreProduct(entry));
for (const entry of ofSource<FieldsTruth>("fields"))
  for (const { truth, found, isRight } of scoreFields(entry)) {
    if (truth.length === 0) continue;
    add("fields", Number(isRight));
    const is = (polish: (text: string) => string): number =>
      Number(found !== null && truth.some((text) => polish(text) === polish(found)));
    add("fields exact", is(spaceless));
    add("fields without colons and bars", is(markless));
  }
for (const [measure, values] of Object.entries({
  ...(source === "fields" && scoreShownFields()),
  ...(source === "fields" && (await scoreSentences(isQuick ? 1 : 5))),
  ...(source === "lists" && scoreShownLists(isQuick ? 12 : Number.POSITIVE_INFINITY)),
  ...scoreShownSites(source),
}))
  for (const value of values) add(measure, value);
console.log(JSON.stringify(rows));
