import { describe, expect, it } from "@jest/globals";
import { type Field, parseField } from "../../../../src/contract/fields/fields.ts";
import type { OutputSchema } from "../../../../src/contract/fields/outputSchema.ts";
import { type Step, Steps } from "../../../../src/contract/steps/steps.ts";
import { parseDocument } from "../../../../src/engine/extract/extract.ts";
import {
  extractHealing,
  type HealingReport,
  type Prints,
  reportHealing,
  type Tracks,
} from "../../../../src/engine/extract/slots/healing/index.ts";
import { collectSite, planOf } from "../collection/site.ts";

const URL = "http://shop.test/";
const NOW = Date.UTC(2026, 0, 31);
const FIELDS = ["title: h3 a", "price: .price", "url: h3 a@href", "tags[]: .tag"];
const SCHEMA: OutputSchema = { price: "price", url: "url" };
const STEPS: Step[] = [{ type: "extract", selector: "article.book", fields: FIELDS }];

const BOOKS = ["Middlemarch", "Emma", "Dracula", "Ulysses", "Persuasion", "Walden", "Candide", "Faust"].map(
  (title, index) => ({ title, price: `£${(7.2 + index * 3.15).toFixed(2)}`, url: `/b/${index}` }),
);
type Book = (typeof BOOKS)[number];

const OLD = ({ title, price, url }: Book): string =>
  `<article class="book" id="book-${url.slice(3)}"><h3><a href="${url}">${title}</a></h3><p class="price">${price}</p><p class="tags"><i class="tag">paper</i><i class="tag">used</i></p></article>`;

const inPage = (rows: readonly string[]): string =>
  `<html><head><title>Books</title></head><body><nav><ul><li><a href="/">Home</a></li><li><a href="/sale">Sale</a></li><li><a href="/help">Help</a></li></ul></nav><main class="shop">${rows.join("")}</main><footer><p>Terms, £5.00 delivery</p></footer></body></html>`;

/** Each makes the same books into other markup. */
const REBUILT: Readonly<Record<string, (html: string) => string>> = {
  "classes are renamed": (html) =>
    html.replaceAll('"book"', '"tile"').replaceAll('"price"', '"amount"').replaceAll('"tag"', '"chip"'),
  "classes are made by a build": (html) =>
    html
      .replaceAll('"book"', '"css-1x7f9a"')
      .replaceAll('"price"', '"css-9k2m1q"')
      .replaceAll('"tag"', '"css-0p3z8d"'),
  "tags are changed": (html) =>
    html.replaceAll("<article", "<div").replaceAll("</article", "</div").replaceAll("h3>", "h2>"),
  "wrappers are added and classes renamed": (html) =>
    html
      .replaceAll('<article class="book"', '<div class="cell"><article class="tile"')
      .replaceAll("</article>", "</article></div>")
      .replaceAll('<p class="price">', '<div><p class="amount">')
      .replaceAll('</p><p class="tags">', '</p></div><p class="tags">'),
  "ids and classes are removed": (html) => html.replaceAll(/ (?:id|class)="[^"]*"/g, ""),
  "siblings are inserted and classes renamed": (html) =>
    html.replaceAll('class="book"', 'class="tile"').replaceAll("<h3>", '<em class="new">New</em><h3>'),
};

const fieldsOf = (texts: readonly string[]): Field[] => texts.map(parseField);

/** One run of the step over pages; between pages, and between runs, all goes through JSON. */
const run = (
  pages: readonly string[],
  prints: Prints = {},
  steps: readonly Step[] = STEPS,
  schema: OutputSchema = SCHEMA,
) => {
  const [step] = steps;
  if (step?.type !== "extract") throw new Error("the first step extracts");
  const query = { selector: step.selector, fields: fieldsOf(step.fields ?? []), schema, now: NOW };
  let tracks: Tracks = {};
  const news: string[] = [];
  const records = pages.flatMap((html) => {
    const document = parseDocument(html, { url: URL });
    const found = extractHealing({ prints, tracks, isShell: () => false }, [0], {
      document,
      url: URL,
      query,
    });
    news.push(...found.news);
    tracks = JSON.parse(JSON.stringify(tracks)) as Tracks;
    return found.records;
  });
  const report = JSON.parse(JSON.stringify(reportHealing(steps, prints, tracks))) as HealingReport;
  return { records, news, report };
};

const outcomes = ({ findings }: HealingReport): string[] =>
  findings.map(({ field, outcome }) => `${field ?? "records"} ${Object.keys(outcome)[0]}`);

const good = run([inPage(BOOKS.map(OLD))]);

describe("a redesigned page", () => {
  it("needs no repair as long as it is unchanged", () => {
    const { records, news, report } = run([inPage(BOOKS.map(OLD))], good.report.prints);
    expect(records).toEqual(good.records);
    expect(news).toEqual([]);
    expect(report.steps).toBeNull();
    expect(report.prints).toEqual(good.report.prints);
  });

  it.each(Object.keys(REBUILT))("returns the same records when %s", (name) => {
    const html = REBUILT[name]?.(inPage(BOOKS.map(OLD))) ?? "";
    const { records, news, report } = run([html], good.report.prints);
    expect(records).toEqual(good.records);
    expect(news.length).toBeGreaterThan(0);
    const steps = Steps.parse(report.steps);
    expect(run([html], {}, steps).records).toEqual(good.records);
  });

  it("is recognized by its structure when the content has changed too", () => {
    const first = run([inPage(BOOKS.slice(0, 4).map(OLD))]);
    const html = REBUILT["classes are renamed"]?.(inPage(BOOKS.slice(4).map(OLD))) ?? "";
    expect(run([html], first.report.prints).records).toEqual(good.records.slice(4));
  });

  it("is repaired once: later pages use what was found on the first", () => {
    const rebuild = REBUILT["classes are renamed"] ?? ((html: string) => html);
    const pages = [BOOKS.slice(0, 4), BOOKS.slice(4)].map((books) => rebuild(inPage(books.map(OLD))));
    const { records, news } = run(pages, good.report.prints);
    expect(records).toEqual(good.records);
    expect(news.filter((line) => line.includes("article.book"))).toHaveLength(1);
  });

  it("keeps its fingerprints until it is repaired permanently", () => {
    const html = REBUILT["classes are renamed"]?.(inPage(BOOKS.map(OLD))) ?? "";
    expect(run([html], good.report.prints).report.prints).toEqual(good.report.prints);
  });
});

describe("a field next to a similar one", () => {
  const TWO_PRICES = (book: Book): string =>
    OLD(book).replace(
      '<p class="price">',
      `<p class="was">£${(Number(book.price.slice(1)) + 2).toFixed(2)}</p><p class="price">`,
    );
  const rename = REBUILT["classes are renamed"] ?? String;
  const before = run([inPage(BOOKS.map(TWO_PRICES))]);

  it("is distinguished from it when both were renamed", () => {
    const html = rename(inPage(BOOKS.map(TWO_PRICES))).replaceAll('"was"', '"former"');
    expect(run([html], before.report.prints).records).toEqual(before.records);
  });

  it("is null if it is missing and only the other is left, whatever its name", () => {
    const rows = BOOKS.map((book) => TWO_PRICES(book).replace(/<p class="price">.*?<\/p>/, ""));
    const html = rename(inPage(rows)).replaceAll('"was"', '"former"');
    const { records } = run([html], before.report.prints);
    expect(records.map(({ title }) => title)).toEqual(BOOKS.map(({ title }) => title));
    expect(records.map(({ price }) => price)).toEqual(BOOKS.map(() => null));
  });

  it("is found again if its selector matches the same text in every record", () => {
    const html = inPage(BOOKS.map(OLD)).replaceAll("<h3>", '<h3><a href="/login">Sign in to buy</a>');
    const { records, report } = run([html], good.report.prints);
    expect(records.map(({ url, title }) => [url, title])).toEqual(
      good.records.map(({ url, title }) => [url, title]),
    );
    expect(outcomes(report)).toEqual(expect.arrayContaining(["title healed", "url healed"]));
  });
});

describe("a field with a nested record", () => {
  const steps = Steps.parse([
    { type: "extract", selector: "article.book", fields: ["title: h3", "offer: .deal", "parts: .part"] },
  ]);
  const schema: OutputSchema = {
    offer: { seller: "string", price: "price" },
    parts: [{ name: "string", pages: "integer" }],
  };
  const row = ({ title, price }: Book, index: number): string =>
    `<article class="book"><h3>${title}</h3><div class="deal"><b itemprop="seller">Shop ${title}</b> <i itemprop="price">${price}</i></div><ul class="all"><li class="part"><b itemprop="name">${title} I</b> <i itemprop="pages">${100 + index}</i></li><li class="part"><b itemprop="name">${title} II</b> <i itemprop="pages">${200 + index}</i></li></ul></article>`;
  const page = inPage(BOOKS.map(row));

  it("is found again, as a record or a list of records", () => {
    const before = run([page], {}, steps, schema);
    expect(before.records[0]).toMatchObject({
      offer: { price: 7.2 },
      parts: [{ pages: 100 }, { pages: 200 }],
    });
    const html = page
      .replaceAll('"book"', '"tile"')
      .replaceAll('"deal"', '"bid"')
      .replaceAll('"part"', '"piece"');
    const { records, report } = run([html], before.report.prints, steps, schema);
    expect(records).toEqual(before.records);
    expect(run([html], {}, Steps.parse(report.steps), schema).records).toEqual(before.records);
  });
});

describe("a page without some of its content", () => {
  it("returns null for a missing field, even if something similar is next to it", () => {
    const rows = BOOKS.map((book) => OLD(book).replace(/<p class="price">.*?<\/p>/, ""));
    const { records, report } = run([inPage(rows)], good.report.prints);
    expect(records.map(({ price }) => price)).toEqual(BOOKS.map(() => null));
    expect(records.map(({ title }) => title)).toEqual(BOOKS.map(({ title }) => title));
    expect(outcomes(report)).toContain("price broken");
  });

  it("returns null if the selector finds text instead of prices", () => {
    const texts = [{ type: "extract", selector: "article.book", fields: ["title: h3 a", "price: .price"] }];
    const steps = Steps.parse(texts);
    const before = run([inPage(BOOKS.map(OLD))], {}, steps);
    const rows = BOOKS.map((book) => OLD(book).replace(book.price, "Compare"));
    const untyped = run([inPage(rows)], before.report.prints, steps);
    expect(untyped.records.map(({ price }) => price)).toEqual(BOOKS.map(() => null));
    expect(outcomes(untyped.report)).toContain("price broken");
  });

  it("does not use a menu as records", () => {
    const { records, report } = run([inPage(["<h1>We have moved</h1>"])], good.report.prints);
    expect(records).toEqual([]);
    expect(outcomes(report)).toEqual(["records broken"]);
  });

  it.each([
    [
      "an empty list",
      "<p>No products were found.</p><ul><li><a href='/1'>Try this £3.00</a></li><li><a href='/2'>Try that £4.00</a></li></ul>",
    ],
    ["a bot check", "<h1>Just a moment...</h1><p>Checking your browser</p>"],
  ])("is not repaired if it is %s", (_, body) => {
    const { records, news, report } = run([inPage([body])], good.report.prints);
    expect(records).toEqual([]);
    expect(news.join()).toContain("nothing was healed");
    expect(report.findings).toEqual([]);
    expect(report.prints).toEqual(good.report.prints);
  });
});

describe("the fingerprints kept between runs", () => {
  it("are small, and contain no list values in plain text", () => {
    const text = JSON.stringify(good.report.prints);
    expect(Buffer.byteLength(text)).toBeLessThan(50_000);
    for (const { title, price } of BOOKS) {
      expect(text).not.toContain(title);
      expect(text).not.toContain(price);
    }
  });

  it("ignore a step that was edited", () => {
    const steps = Steps.parse([{ ...STEPS[0], fields: ["title: h3 a", "cost: .cost"] }]);
    const { news, report } = run([inPage(BOOKS.map(OLD))], good.report.prints, steps);
    expect(news).toEqual([]);
    expect(outcomes(report)).not.toContain("cost broken");
  });
});

describe("a collection", () => {
  const site = (rebuild: (html: string) => string) => ({
    "/": rebuild(inPage([...BOOKS.slice(0, 4).map(OLD), '<a rel="next" href="/2">Next</a>'])),
    "/2": rebuild(inPage(BOOKS.slice(4).map(OLD))),
  });
  const steps: Step[] = [
    { type: "extract", label: "books", selector: "article.book", fields: FIELDS },
    { type: "paginate" },
  ];
  const collect = (rebuild: (html: string) => string, prints: Prints) =>
    collectSite(site(rebuild), planOf(steps, { outputSchema: SCHEMA, prints }), { keepsWorker: false });

  it("uses repaired selectors on all pages, whichever worker opens them", async () => {
    const first = await collect((html) => html, {});
    expect(first.items).toHaveLength(BOOKS.length);
    const { prints } = first.batches.at(-1)?.healing ?? { prints: {} };
    const again = await collect(REBUILT["classes are renamed"] ?? String, prints);
    expect(again.items).toEqual(first.items);
    expect(again.logs.filter((line) => line.includes("`article.book` no longer works"))).toHaveLength(1);
    expect(again.batches.at(-1)?.healing?.steps).toHaveLength(2);
  });
});
