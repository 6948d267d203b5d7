import { describe, expect, it } from "@jest/globals";
import { parseField } from "../../../../src/contract/fields/fields.ts";
import type { OutputSchema } from "../../../../src/contract/fields/outputSchema.ts";
import {
  DocumentError,
  extractRecords,
  findLinks,
  parseDocument,
} from "../../../../src/engine/extract/extract.ts";

const URL_ = "https://shop.test/list/";
const extract = (html: string, fields: string[], schema: OutputSchema = {}, selector?: string) =>
  extractRecords(parseDocument(html, { url: URL_ }), {
    selector,
    fields: fields.map(parseField),
    schema,
    now: 0,
  });
const first = (html: string, field: string, schema: OutputSchema = {}) =>
  Object.values(extract(html, [field], schema).records[0] ?? {})[0];

describe("fields", () => {
  it.each([
    ["t: h1", "<h1> a <b>b</b>\n c<script>x</script></h1>", "a b c"],
    ["t: p", "<p>one<br>two</p>", "one two"],
    ["t: ul", "<ul><li>a</li><li>b</li></ul>", "a b"],
    ["t: script", "<script> let a = 1; </script>", "let a = 1;"],
    ["t: p | html", "<p> a <b>b</b> </p>", "a <b>b</b>"],
    ["t: a@title", '<a title=" x ">y</a>', "x"],
    ["t: a@href", '<a href="../x">y</a>', "https://shop.test/x"],
    ["t: meta[name=x]", '<meta name="x" content="y">', "y"],
    ["t[]: li", "<li>a</li><li></li><li>b</li>", ["a", "b"]],
    ["t[]: li", "<p></p>", []],
    ["t: p", "<b>x</b>", null],
    ["t: b@constructor", "<b>x</b>", null],
    ["toString: b", "<b>x</b>", "x"],
    ["t: p | regex(/(\\d+) of/) | integer", "<p>12 of 30</p>", 12],
    ["t: p | regex(/\\d+/)", "<p>ab 12</p>", "12"],
    ["t: p | regex(/x/)", "<p>ab</p>", null],
    ['t: p | replace(/a+/, "b") | upper', "<p>caat</p>", "CBT"],
    ["t: p | lower | trim", "<p> AB </p>", "ab"],
    ["t: p | number", "<p>1,299.50</p>", 1299.5],
    ["t: p | date", "<p>2. Januar 2024</p>", "2024-01-02"],
    ["t: a@href | url", '<a href="x">y</a>', "https://shop.test/list/x"],
    ["t: table > tbody > tr:nth-child(2) > td", "<table><tr><td>a</td></tr><tr><td>b</td></tr></table>", "b"],
  ])("read %s from %s", (field, html, value) => {
    expect(first(html, field)).toEqual(value);
  });

  it.each([
    ["an alternation", "/^(a|a)*b/", "a".repeat(150)],
    ["many quantifiers", "/a*a*a*a*a*a*a*a*b/", "a".repeat(19_000)],
    ["a lookahead", "/^(?=(a|a?)+$)b/", "a".repeat(60)],
  ])("stop %s, and read the other fields", (_, pattern, text) => {
    const html = `<p>${text}<b>7</b></p>`.repeat(3);
    const startedAt = performance.now();
    const fields = [`t: :scope | regex(${pattern})`, "n: b | integer", "all: :scope | regex(/\\d/)"];
    const { records, stopped } = extract(html, fields, {}, "p");
    expect(records).toEqual(Array(3).fill({ t: null, n: 7, all: "7" }));
    expect(stopped).toEqual(["t"]);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  it("can apply a pattern to many values", () => {
    const { records, stopped } = extract(
      "<p>a1</p>".repeat(20_000),
      ["t: :scope | regex(/\\w*?(\\d)/)"],
      {},
      "p",
    );
    expect(stopped).toEqual([]);
    expect(records).toHaveLength(20_000);
    expect(records.at(-1)).toEqual({ t: "1" });
  });

  it("use the regular expressions of JavaScript", () => {
    expect(first("<p>a\u00a0b</p>", "t: p@title | regex(/x/)")).toBeNull();
    expect(first("<p title='\u00a0é1'></p>", "t: p@title | regex(/^\\s(?=é)(?<!x)\\W\\b1/)")).toBe(
      "\u00a0é1",
    );
  });

  it("stop catastrophic backtracking, on each value and on the whole page", () => {
    const html = `<p>${"a".repeat(40)}!</p>`.repeat(50);
    const startedAt = performance.now();
    const { records, warnings } = extract(html, ["t: :scope | regex(/(a+)+$/)"], {}, "p");
    expect(records).toHaveLength(50);
    expect(records[0]).toEqual({ t: null });
    expect(warnings).toEqual([expect.stringContaining("t: its pattern takes too long on this page")]);
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });

  it("read types from their usual attributes", () => {
    const html = `<div class="card"><a href="/p/1"><img data-src="/late.png" src="data:image/gif;base64,x"></a>
      <time datetime="2024-01-02T10:00Z">yesterday</time><span itemprop="price" content="12.30">about 12</span></div>`;
    const schema = { link: "url", pic: "image", on: "date", price: "price" } as const;
    expect(extract(html, ["link: a", "pic: a", "on: .card", "price: span"], schema).records).toEqual([
      { link: "https://shop.test/p/1", pic: "https://shop.test/late.png", on: "2024-01-02", price: 12.3 },
    ]);
  });

  it("use the first URL of a srcset and the page's base URL", () => {
    expect(first('<base href="/b/"><img srcset="x.png 1x, y.png 2x">', "i: img", { i: "image" })).toBe(
      "https://shop.test/b/x.png",
    );
  });

  it("return null with one warning per field if values do not fit", () => {
    const { records, warnings } = extract(
      "<p>Call us</p><p>Ask</p><p>£3</p>",
      ["price: :scope"],
      { price: "price" },
      "p",
    );
    expect(records).toEqual([{ price: null }, { price: null }, { price: 3 }]);
    expect(warnings).toEqual(['price: 2 values do not fit the type price, such as "Call us"']);
  });

  it("read the price of an offer, and its former price where that is asked for", () => {
    const html = "<div><p>Was £50.00 Now £35.00</p></div><div><p>£12.00</p></div><div><p>£8 – £12</p></div>";
    const schema = { price: "price", originalPrice: "price" } as const;
    expect(extract(html, ["price: p", "originalPrice: p"], schema, "div").records).toEqual([
      { price: 35, originalPrice: 50 },
      { price: 12, originalPrice: 12 },
      { price: null, originalPrice: null },
    ]);
  });

  it("read the price of an offer whose former price is struck through or named as old", () => {
    const html =
      "<div><p><del>$38.00</del> <ins>$24.57</ins></p></div>" +
      '<div><p><span class="old">38,00 €</span> <b>24,57 €</b></p></div>' +
      "<div><p><s><span>$1,299.00</span></s> <span>$999.00</span> <i>Save $300.00</i></p></div>" +
      "<div><p><b>$38.00</b> <b>$24.57</b></p></div>";
    const schema = { price: "price", originalPrice: "price" } as const;
    expect(extract(html, ["price: p", "originalPrice: p"], schema, "div").records).toEqual([
      { price: 24.57, originalPrice: 38 },
      { price: 24.57, originalPrice: 38 },
      { price: 999, originalPrice: 1299 },
      { price: null, originalPrice: null },
    ]);
  });

  it.each([
    ["Members: on request", "memberPrice: p | regex(/Members: (.+)/)"],
    ["Members: on request", "price: p | regex(/Members: (.+)/)"],
    ["Ask us", "price: p | own"],
    ["plus <i>£5</i> shipping", "shippingCost: p"],
    ["", "deposit: p"],
  ])("do not take the price of an offer for another amount: %s, %s", (text, field) => {
    const [name = ""] = field.split(":");
    const html = `<div><p><del>£50</del> <ins>£35</ins> ${text}</p></div>`;
    const { records, warnings } = extract(html, [field], { [name]: "price" }, "div");
    expect(records).toEqual([{ [name]: null }]);
    expect(warnings).toEqual([expect.stringContaining(`${name}: 1 value does not fit the type price`)]);
  });

  it("can read an attribute of the record's own element", () => {
    expect(extract('<li data-id="7">x</li>', ["id: @data-id", "same: li@data-id"], {}, "li").records).toEqual(
      [{ id: "7", same: "7" }],
    );
  });
});

describe("links", () => {
  it.each([
    ["<p>word</p>", null],
    ["<p>https://x.test/a</p>", "https://x.test/a"],
    ["<p><a href=word>x</a></p>", "https://shop.test/list/word"],
    ["<p itemprop=url content=/c>x</p>", "https://shop.test/c"],
  ])("of %s are %j, never its text", (html, link) => {
    expect(first(html, "u: p", { u: "url" })).toBe(link);
    const page = parseDocument(html, { url: URL_ });
    expect(findLinks(page, page.root, { selector: "p", attribute: null })).toEqual(
      link === null ? [] : [link],
    );
  });
});

describe("field names without a selector", () => {
  it.each([
    ["in_stock", "boolean", '<p class="product-in-stock">Sold out</p>', false],
    ["in_stock", "boolean", '<p class="inStock">In stock</p>', true],
    ["in_stock", "boolean", '<p class="instock availability">In stock</p>', true],
    ["price", "price", '<p class="price_color">£51.77</p>', 51.77],
    ["price", "price", '<p class="price-info">more</p><p class="price">£5</p>', 5],
    ["price", "price", '<p class="price">£5</p><i itemprop="price" content="6">x</i>', 6],
    ["price", "price", '<p data-price="7.50">x</p>', 7.5],
    ["price", "price", '<p data-price-currency="3">x</p>', null],
    ["price", "price", '<p data-testid="product-price">£8</p>', 8],
    ["price", "price", '<p class="price">Sale</p><p class="price">£9</p>', 9],
    ["price", "price", '<p id="price">£5</p>', 5],
    ["title", "string", '<p class="subtitle">no</p><h3>yes</h3>', "yes"],
    ["description", "string", '<meta name="description" content="all">', "all"],
    ["author", "string", '<div itemscope><b itemprop="author">x</b></div>', "x"],
    [
      "name",
      "string",
      '<div itemscope><i itemprop="brand" itemscope><b itemprop="name">B</b></i><b itemprop="name">P</b></div>',
      "P",
    ],
    ["photo", "image", '<img src="a.png">', "https://shop.test/list/a.png"],
    ["url", "url", '<a href="x">y</a>', "https://shop.test/list/x"],
    ["published", "date", '<time datetime="2024-01-02">x</time>', "2024-01-02"],
    ["tags", "string[]", '<i class="tags">a</i><i class="tags">b</i>', ["a", "b"]],
    ["weight", "number", "<p>nothing</p>", null],
  ] as const)("find %s as %s in %s", (name, type, html, value) => {
    expect(first(html, name, { [name]: type })).toEqual(value);
  });

  it("read the cell of a table's row under the column of that name, also one that begins in a row above", () => {
    const table =
      "<table><tr><th>Day<th>Session<th>Entry price</tr><tr><td rowspan=2>Monday<td>Lanes<td rowspan=2>£5.20</tr><tr><td>Families</tr><tr><td>Friday<td>Club<td>£7</tr></table>";
    expect(
      extract(table, ["day", "session", "entryPrice"], { entryPrice: "price" }, "tr:has(td)").records,
    ).toEqual([
      { day: "Monday", session: "Lanes", entryPrice: 5.2 },
      { day: "Monday", session: "Families", entryPrice: 5.2 },
      { day: "Friday", session: "Club", entryPrice: 7 },
    ]);
  });

  it("are read from the column of their name, else from the only one that means the same", () => {
    const table =
      "<table><tr><th>Name<th>Link<th>Published<th>Date</tr><tr><td><a href=/a>Anna</a><td><a href=/cv>CV</a><td>1 May 2026<td>5 May 2026</tr></table>";
    const schema: OutputSchema = { url: "url", date: "date", title: "string" };
    const read = (html: string) => extract(html, ["url", "date", "title"], schema, "tr:has(td)").records;
    expect(read(table)).toEqual([{ url: "https://shop.test/a", date: "2026-05-05", title: "Anna" }]);
    expect(read(table.replace("<th>Date", "<th>Posted"))).toEqual([
      { url: "https://shop.test/a", date: null, title: "Anna" },
    ]);
  });

  it("fill nested records from the same element", () => {
    const html =
      '<div class="offer"><b class="price">£3</b></div><div class="review"><i class="text">a</i></div><div class="review"><i class="text">b</i></div>';
    const schema: OutputSchema = { offer: { price: "price" }, review: [{ text: "string" }] };
    expect(extract(html, ["offer", "review"], schema).records).toEqual([
      { offer: { price: 3 }, review: [{ text: "a" }, { text: "b" }] },
    ]);
  });
});

describe("hostile pages", () => {
  it("are refused with more than a million nodes", () => {
    expect(() => parseDocument("<p>".repeat(1_000_000), { url: URL_ })).toThrow(DocumentError);
  });

  it("may be nested without limit", () => {
    const page = parseDocument(`${"<div>".repeat(9_000)}<a href="x">y</a>`, { url: URL_ });
    expect(findLinks(page, page.root, { selector: "a", attribute: null })).toEqual([
      "https://shop.test/list/x",
    ]);
    expect(() => parseDocument("<div>".repeat(400_000), { url: URL_ })).toThrow(DocumentError);
  });
});
