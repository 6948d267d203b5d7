import { describe, expect, it } from "@jest/globals";
import { itemsOf, read } from "./helpers.ts";

const JSON_TYPE = "application/json";
const json = (value: unknown, query = {}) => itemsOf(JSON.stringify(value), JSON_TYPE, query);

const KETTLE = {
  name: "Kettle",
  price: { amount: "24.50", currency: "EUR" },
  brand: "Plain",
  reviews: [
    { author: "Ada", rating: 4 },
    { author: "Bo", rating: 5 },
  ],
};

describe("JSON data", () => {
  it("returns the records of its list unchanged, wherever the list is", () => {
    const records = [{ id: 1, tags: ["a"], owner: { name: "Ada" } }, { id: 2 }];
    expect(json(records)).toEqual(records);
    expect(json({ count: 2, next: null, results: records })).toEqual(records);
    expect(json({ status: "ok", data: { list: { entries: records } } })).toEqual(records);
  });

  it("gives the path of each value", () => {
    expect(
      read(JSON.stringify({ items: [{ id: 1, gone: null }] }), JSON_TYPE).results[0]?.provenance,
    ).toEqual({
      id: { source: "json", confidence: 0.95, path: "items[0].id" },
    });
  });

  it("is one item if the object describes one thing, whatever lists it contains", () => {
    expect(json(KETTLE)).toEqual([KETTLE]);
    expect(json({ ok: true, data: KETTLE })).toEqual([KETTLE]);
    expect(json(KETTLE, { instructions: "all reviews" })).toEqual(KETTLE.reviews);
  });

  it("follows a schema by name and type", () => {
    const schema = {
      title: "string",
      price: "price",
      currency: "string",
      reviews: [{ author: "string", rating: "integer" }],
      weight: "string",
    };
    expect(json({ product: KETTLE }, { schema })).toEqual([
      { title: "Kettle", price: 24.5, currency: "EUR", reviews: KETTLE.reviews, weight: null },
    ]);
  });

  it("uses the list that fills the schema, not the longest one", () => {
    const value = {
      menu: Array.from({ length: 30 }, (_, index) => ({ label: `Menu ${index}`, position: index })),
      found: [{ productName: "Kettle", salePrice: 5, href: "/kettle" }],
    };
    expect(json(value, { schema: { name: "string", price: "price", url: "url" } })).toEqual([
      { name: "Kettle", price: 5, url: "https://data.example/kettle" },
    ]);
  });

  it("does not match a field name that only ends the same", () => {
    expect(json([{ author_name: "Ada", id: 1 }], { schema: { name: "string", id: "integer" } })).toEqual([
      { name: null, id: 1 },
    ]);
  });

  it("reads an object of objects as a list", () => {
    const pages = { 11: { title: "A" }, 12: { title: "B" }, 13: { title: "C" } };
    expect(json({ query: { pages } })).toEqual([{ title: "A" }, { title: "B" }, { title: "C" }]);
  });

  it("reads JSON lines, plain values, and JSON with an anti-hijacking prefix", () => {
    expect(itemsOf('{"a":1}\n{"a":2}\n', "application/x-ndjson")).toEqual([{ a: 1 }, { a: 2 }]);
    expect(json(["x", "y"])).toEqual([{ value: "x" }, { value: "y" }]);
    expect(itemsOf(')]}\'\n[{"a":1}]', JSON_TYPE)).toEqual([{ a: 1 }]);
  });

  it("reads JSON-LD by the meaning of its terms", () => {
    const product = {
      "@context": "https://schema.org/",
      "@type": "Product",
      name: "Kettle",
      description: "</script><h1>Pot</h1>",
      offers: { "@type": "Offer", price: "24.50", priceCurrency: "EUR" },
    };
    const schema = { title: "string", price: "price", currency: "string" } as const;
    expect(itemsOf(JSON.stringify(product), "application/ld+json", { schema })).toEqual([
      { title: "Kettle", price: 24.5, currency: "EUR" },
    ]);
  });

  it.each([
    ["an empty list", []],
    ["an empty envelope", { total: 0, results: [], next: null }],
    ["a bare word", "word"],
    ["null", null],
  ])("returns nothing for %s", (_what, value) => {
    expect(json(value)).toEqual([]);
  });

  it("leaves out dangerous property names, and is refused if nested too deeply", () => {
    const [item] = itemsOf('[{"__proto__":{"polluted":1},"constructor":1,"a":1}]', JSON_TYPE);
    expect(item).toEqual({ a: 1 });
    expect(Object.getPrototypeOf(item)).toBe(Object.prototype);
    const deep = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;
    expect(() => itemsOf(deep, JSON_TYPE)).toThrow("nested too deeply");
  });
});

describe("a delimited table", () => {
  it.each([
    ["commas", 'Name,Unit price\n"Lamp, big",12.50\n'],
    ["semicolons", "Name;Unit price\r\nLamp, big;12.50\r\n"],
    ["tabs", "Name\tUnit price\nLamp, big\t12.50"],
    ["Excel's own line", "sep=|\nName|Unit price\nLamp, big|12.50"],
  ])("separated by %s returns one record per row", (_what, text) => {
    expect(itemsOf(text, "text/csv")).toEqual([{ name: "Lamp, big", unitPrice: "12.50" }]);
  });

  it("keeps quotes and line breaks inside cells, and reads empty cells as null", () => {
    expect(itemsOf('a,b,c\n"say ""hi""","two\nlines",\n', "text/csv")).toEqual([
      { a: 'say "hi"', b: "two\nlines", c: null },
    ]);
  });

  it("without a header has numbered columns", () => {
    expect(itemsOf("1,Lamp\n2,Desk", "text/csv")).toEqual([
      { column1: "1", column2: "Lamp" },
      { column1: "2", column2: "Desk" },
    ]);
  });

  it("follows a schema", () => {
    const schema = { product: "string", price: "price", email: "email" } as const;
    expect(itemsOf('Product,Price,E-Mail\nLamp,"1,200.00 €",a@b.example', "text/csv", { schema })).toEqual([
      { product: "Lamp", price: 1200, email: "a@b.example" },
    ]);
  });

  it("with an unclosed quote is read in bounded time", () => {
    expect(itemsOf(`a,b\n"${'"'.repeat(2_000_001)}`, "text/csv")).toHaveLength(1);
  });
});

describe("plain text", () => {
  it("is one page, unchanged", () => {
    const text = `# Tides\n\n${"The water comes <and> goes. ".repeat(6)}\n\n${"It always has. ".repeat(6)}`;
    expect(itemsOf(text, "text/plain")).toEqual([
      expect.objectContaining({ title: "Tides", content: expect.stringContaining("comes <and> goes") }),
    ]);
  });
});
