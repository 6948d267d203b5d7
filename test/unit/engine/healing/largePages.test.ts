import { describe, expect, it } from "@jest/globals";
import { parseField } from "../../../../src/contract/fields/fields.ts";
import { findContent } from "../../../../src/engine/extract/content/content.ts";
import { parseDocument } from "../../../../src/engine/extract/extract.ts";
import {
  extractHealing,
  type Prints,
  reportHealing,
  type Tracks,
} from "../../../../src/engine/extract/slots/healing/index.ts";

const URL = "http://shop.test/";

/** Seconds of processor time: what else the machine does is not counted. */
const secondsOf = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
};

const run = (html: string, selector: string | undefined, texts: string[], prints: Prints = {}) => {
  const document = parseDocument(html, { url: URL });
  const tracks: Tracks = {};
  const query = { selector, fields: texts.map(parseField), schema: {}, now: 0 };
  const healing = { prints, tracks, isShell: () => false };
  const { records, news } = extractHealing(healing, [0], { document, url: URL, query });
  const steps = [{ type: "extract" as const, ...(selector && { selector }), fields: texts }];
  return { records, news, report: reportHealing(steps, prints, tracks) };
};

const BOOK = (index: number): string =>
  `<article class="book"><h3><a href="/b/${index}">Title ${index}</a></h3><p class="price">£${index}.50</p></article>`;
const books = (count: number): string => Array.from({ length: count }, (_, index) => BOOK(index)).join("");
const FIELDS = ["title: h3 a", "price: .price"];
const rebuilt = (html: string): string =>
  html.replaceAll('"book"', '"tile"').replaceAll('"price"', '"cost"').replaceAll("h3>", "h2>");

const MAX_SECONDS = 8;

describe("a page designed to be slow", () => {
  it.each([
    ["nested", `${"<div>".repeat(500)}${"<p>no words</p>".repeat(20_000)}`, ["first: p", "list[]: p"]],
    ["flat", "<div>a word</div>".repeat(30_000), ["first: div", "list[]: div"]],
    [
      "one row",
      `<table><tr><th>a</th>${"<td>5.00</td>".repeat(60_000)}</tr></table>`,
      ["first: td", "list[]: td"],
    ],
    [
      "nested headings",
      `${"<h1>".repeat(500)}${"<p hidden>No items found</p>".repeat(20_000)}`,
      ["first: p"],
    ],
  ])("is fingerprinted in bounded time: %s", (_, html, fields) => {
    expect(secondsOf(() => run(html, undefined, fields))).toBeLessThan(MAX_SECONDS);
  });

  it("is not repaired if it is too large, and says so", () => {
    const { report } = run(books(20), "article.book", FIELDS);
    const small = run(rebuilt(books(20)), "article.book", FIELDS, report.prints);
    expect(small.records).toHaveLength(20);
    let large = small;
    const html = rebuilt(books(7_000));
    expect(
      secondsOf(() => {
        large = run(html, "article.book", FIELDS, report.prints);
      }),
    ).toBeLessThan(MAX_SECONDS);
    expect(large.records).toEqual([]);
    expect(large.news).toEqual([expect.stringContaining("too large")]);
    expect(large.report.steps).toBeNull();
    expect(large.report.findings.some(({ outcome }) => "broken" in outcome)).toBe(true);
  });

  it("has its main content found in the same time, however deeply it is wrapped", () => {
    const paragraphs = "<p>some words</p>".repeat(8_000);
    const [flat, deep] = [1, 480].map((depth) => {
      const page = parseDocument(`<body>${"<div>".repeat(depth)}${paragraphs}`, { url: URL });
      findContent(parseDocument("<p>first</p>", { url: URL }));
      return secondsOf(() => findContent(page));
    });
    expect(deep).toBeLessThan((flat ?? 0) * 2 + 0.2);
  });
});
