import { describe, expect, it } from "@jest/globals";
import { extractData, parseDocument } from "../../../../../src/engine/extract/extract.ts";

const ROWS = Array.from({ length: 12 }, (_, index) => index + 1);
const pageOf = (number: number): number => Math.ceil(number / 4);

/** A table over three pages of a document. `heads` and `cells` add a column. */
const tableOf = (heads = "", cells = (_: number): string => ""): string => {
  const rows = ROWS.map(
    (number) =>
      `<tr class="record" data-page="${pageOf(number)}"><td>Article ${number}</td><td>${number}.50</td>${cells(number)}</tr>`,
  );
  const head = `<tr><th>Article</th><th>Price EUR</th>${heads}</tr>`;
  return `<html><body><article><table><thead>${head}</thead><tbody>${rows.join("")}</tbody></table></article></body></html>`;
};

const pagesOf = (html: string, format: "html" | "document"): unknown[] =>
  extractData(parseDocument(html, { url: "https://court.example/file", format }), { now: 0 }).results.map(
    ({ item }) => item.page,
  );

describe("the page number of a record", () => {
  it("is the page number that the document states for the row", () => {
    expect(pagesOf(tableOf(), "document")).toEqual(ROWS.map(pageOf));
  });

  it("is not taken from attributes of a website", () => {
    expect(pagesOf(tableOf(), "html")).toEqual(ROWS.map(() => undefined));
  });

  it("is replaced by a column of that name", () => {
    const html = tableOf("<th>Page</th>", (number) => `<td>${number * 10}</td>`);
    expect(pagesOf(html, "document")).toEqual(ROWS.map((number) => String(number * 10)));
  });
});
