import { describe, expect, it } from "@jest/globals";
import {
  extractData,
  extractRecords,
  parseDocument,
  parseField,
} from "../../../../../src/engine/extract/extract.ts";

const URL = "https://shop.example/shelf";
const NOW = Date.UTC(2026, 10, 21);
const read = (html: string, schema?: Readonly<Record<string, "string" | "string[]" | "price">>) => {
  const { kind, results } = extractData(parseDocument(html, { url: URL }), { schema, now: NOW });
  return { kind, items: results.map(({ item }) => item) };
};

const BOOKS = ["Walden", "Emma", "Ulysses"];
const SHELF = `<title>Shelf</title><h1>Shelf</h1><ul>${BOOKS.map(
  (title, index) =>
    `<li class="book"><a href="/${title}">${title}</a> <b class="price">${index + 5}.50 €</b></li>`,
).join("")}</ul>`;

describe("a page without body tags", () => {
  it("is parsed as browsers parse it", () => {
    expect(read(SHELF, { title: "string", price: "price" })).toEqual({
      kind: "list",
      items: BOOKS.map((title, index) => ({ title, price: index + 5.5 })),
    });
  });

  it("has a body for selectors, after the elements that belong in the head", () => {
    const page = parseDocument(`<meta charset="utf-8">${SHELF}`, { url: URL });
    const query = { selector: "body > ul > li", fields: [parseField("title: a")], schema: {}, now: NOW };
    expect(extractRecords(page, query).records).toHaveLength(BOOKS.length);
    const outside = { ...query, selector: "body > title, body > meta" };
    expect(extractRecords(page, outside).records).toHaveLength(0);
  });
});

describe("a price requested as text", () => {
  it("is given as the page shows it", () => {
    expect(read(SHELF, { title: "string", price: "string" }).items[0]).toEqual({
      title: "Walden",
      price: "5.50 €",
    });
  });
});

describe("a product page without markup", () => {
  it("is recognized as a product without a schema", () => {
    const html = `<html lang="en"><body><h1>Kettle</h1><p>SKU: K-1</p><span class="price">$24.50</span>
      <p>In stock</p><p>4.5 out of 5 (120 reviews)</p><button>Add to cart</button></body></html>`;
    expect(read(html).items).toEqual([
      expect.objectContaining({
        title: "Kettle",
        price: 24.5,
        currency: "USD",
        availability: "InStock",
        sku: "K-1",
        rating: 4.5,
        reviewCount: 120,
      }),
    ]);
  });
});

describe("records that link to the same pages", () => {
  const quote = (number: number): string =>
    `<div class="quote"><span class="text">“Saying number ${number} of many that were said.”</span>
      <span>by <small class="author">Ada Krüger</small> <a href="/author/ada">(about)</a></span>
      <div class="tags">Tags: <a class="tag" href="/tag/change/">change</a> <a class="tag" href="/tag/deep/">deep-thoughts</a></div></div>`;
  const html = `<html lang="en"><body><h1><a href="/">Sayings</a></h1><div>${[1, 2, 3, 4, 5, 6, 7, 8]
    .map(quote)
    .join("")}</div></body></html>`;

  it("are all returned if their text differs", () => {
    const { kind, items } = read(html, { text: "string", author: "string" });
    expect(kind).toBe("list");
    expect(items).toHaveLength(8);
    expect(items[7]).toEqual({
      text: "“Saying number 8 of many that were said.”",
      author: "Ada Krüger",
    });
  });

  it("are not named after their topic", () => {
    expect(read(html).items[0]?.title).toBe("“Saying number 1 of many that were said.”");
  });
});
