/** Selectors and pages that are meant to take all of a worker's time or memory. */
import { describe, expect, it } from "@jest/globals";
import {
  compileSelector,
  extractData,
  extractRecords,
  parseDocument,
  parseField,
} from "../../../../src/engine/extract/extract.ts";
import { SelectorLimitError } from "../../../../src/engine/extract/page/documentError.ts";

const documentOf = (html: string) => parseDocument(html, { url: "https://shop.example/" });
const within = (times: number, inner: string, tag = '<div class="record">') =>
  tag.repeat(times) + inner + "</div>".repeat(times);

describe("a selector that visits too many elements", () => {
  const nested = documentOf(within(400, "text"));
  const siblings = documentOf(`<main>${"<div><p>x</p></div>".repeat(20_000)}</main>`);

  it.each([
    ["nested :has", "div:has(div:has(div:has(div:has(b))))", nested],
    ["nested :has without a name", ":has(:has(:has(:has(b))))", nested],
    [":has of siblings", "div:has(~ div:has(~ div b))", siblings],
  ])("is stopped by an error that names it: %s", (_, selector, page) => {
    expect(() => compileSelector(selector)(page.root)).toThrow(SelectorLimitError);
    expect(() => compileSelector(selector)(page.root)).toThrow(selector);
  });

  it("is counted over all records of a page", () => {
    const find = compileSelector(":has(:has(:has(b)))");
    const perRecord = documentOf(within(60, "text")).root;
    expect(() => {
      for (let record = 0; record < 10_000; record += 1) find(perRecord);
    }).toThrow(SelectorLimitError);
  });

  it.each([
    ["div p", 20_000],
    ["div:has(p)", 20_000],
    ["div:has(p):has(b)", 0],
    ["div + div > p", 19_999],
    ["div:nth-child(2n+1)", 10_000],
    ["div:nth-last-child(-n+3)", 3],
    ["div:nth-of-type(even) p", 10_000],
    ["div:nth-last-of-type(20000)", 1],
    ["div:not(:has(b)) > p:contains('x')", 20_000],
  ])("still matches a long list: %s", (selector, count) => {
    expect(compileSelector(selector)(siblings.root)).toHaveLength(count);
  });
});

describe("positional pseudo-classes", () => {
  const page = documentOf("<ul><li>a</li><!-- --><b>b</b><li>c</li><li>d</li></ul>");
  const textsOf = (selector: string) =>
    compileSelector(selector)(page.root).map(({ children: [text] }) => (text as { data?: string }).data);

  it.each([
    ["li:nth-child(3)", ["c"]],
    ["li:nth-last-child(1)", ["d"]],
    ["li:nth-of-type(2)", ["c"]],
    ["li:nth-last-of-type(3)", ["a"]],
    ["b:nth-child(odd)", []],
    ["ul > :nth-child( 2n )", ["b", "d"]],
  ])("count as browsers do: %s", (selector, texts) => {
    expect(textsOf(selector)).toEqual(texts);
  });
});

describe("a page of 1.5 MB with nested records", () => {
  const page = documentOf(within(400, `<p>${"long text ".repeat(150_000)}</p>`));
  const read = (selector: string, ...fields: string[]) =>
    extractRecords(page, { selector, fields: fields.map(parseField), schema: {}, now: 0 });

  it.each([
    ["the records' own text", ".record", "text: :scope"],
    ["text of what they contain", "div", "u: div"],
    ["text found by :has", ":has(p)", "u: :has(p)"],
    ["HTML", ".record", "text: :scope | html"],
    ["lists", ".record", "text[]: p"],
  ])("is refused before its values take all memory: %s", (_, selector, field) => {
    const startedAt = process.memoryUsage().heapUsed;
    expect(() => read(selector, field)).toThrow(/more than 32 million characters, "(?:text|u)" among them/);
    expect(process.memoryUsage().heapUsed - startedAt).toBeLessThan(300e6);
  });

  it("is read if the values are small", () => {
    const { records } = read(".record", "class: :scope@class");
    expect(records).toHaveLength(400);
  });
});

describe("a name of 80 kB with many hyphens", () => {
  const MOST_MS = 2_000;

  it.each([
    ["itemprop", "abc-"],
    ["data-testid", "abd-"],
  ])("is read in time that grows with its length, not with the square of it: %s", (attribute, part) => {
    const page = documentOf(`<h1>Chair</h1><p ${attribute}="${part.repeat(20_000)}!">red</p>`);
    const startedAt = performance.now();
    extractData(page, { schema: { title: "string", colour: "string" }, now: 0 });
    expect(performance.now() - startedAt).toBeLessThan(MOST_MS);
  });
});
