import { describe, expect, it } from "@jest/globals";
import { readLiterals } from "../../../../../src/engine/extract/sources/markup/literals.ts";
import { itemFrom, pageOf } from "./helpers.ts";

describe("object literals in scripts", () => {
  it.each([
    ["JSON", '{"product":{"name":"Lamp","sku":"L-1"}}', { "": [{ product: { name: "Lamp", sku: "L-1" } }] }],
    [
      "code",
      "x = {sku : 'L-1', 'name': `Lamp`, price: 9.5, sold: true, tags: ['a', 2]}",
      { x: { sku: "L-1", name: "Lamp", price: 9.5, sold: true, tags: ["a", 2] } },
    ],
    [
      "calls",
      "gtag('event', 'view', {items: [{item_id: 'L-1'}]});",
      { "": [{ items: [{ item_id: "L-1" }] }] },
    ],
    ["escapes", '{"name":"O\\u0027x \\"a\\" \\/ b"}', { "": [{ name: 'O\'x "a" / b' }] }],
    [
      "quotes in patterns and comments",
      `a = b.replace(/["']/g, ""); // it's\n/* " */ c = {sku: "L-1"}`,
      { c: { sku: "L-1" } },
    ],
    ["a quote that nothing closes", "var a = 'oops\nb = {sku: 'L-1'}", { a: "oops", b: { sku: "L-1" } }],
    ["names that would harm an object", '{"__proto__":{"a":1},"b":2}', { "": [{ "": [{ a: 1 }], b: 2 }] }],
    ["nothing", "if (a) { d(); }", { "": [{}] }],
  ])("are read from %s", (_what, code, values) => {
    expect(readLiterals(code)).toEqual(values);
  });

  it.each(["'", "\\'", "{", "{sku:'", "/", "[/", "/*", "`", "{sku:'a',", "x/y'", '{"sku":"', "}]"])(
    "take linear time: %s",
    (part) => {
      const secondsFor = (count: number): number => {
        const before = process.cpuUsage();
        readLiterals(part.repeat(count));
        return process.cpuUsage(before).user / 1e6;
      };
      expect(secondsFor(400_000)).toBeLessThan(10);
    },
  );
});

describe("pages designed to be slow", () => {
  const SCHEMA = {
    title: "string",
    price: "price",
    sku: "string",
    brand: "string",
    in_stock: "boolean",
  } as const;
  const many = (write: (at: number) => string, count = 10_000): string =>
    pageOf(`<main><h1>Pan</h1>${Array.from({ length: count }, (_, at) => write(at)).join("")}</main>`);

  const lettersFor = (at: number): string =>
    `q${String(at).replace(/\d/g, (digit) => "abcdefghij"[+digit] ?? "")}`;

  it.each([
    ["prices", many((at) => `<p><b>$${at + 1}.99</b> SKU: A-${at}</p>`)],
    ["prices side by side", many((at) => `<span class="price">$${at + 1}.99</span> `)],
    ["buttons", many(() => '<button class="btn">Perhaps add to a list</button>')],
    ["boxes called stock and brand", many(() => '<div class="stock brand rating">word word word</div>')],
    ["sections", many((at) => `<h2>Heading ${at}</h2><p>Text of part ${at}. It has two sentences.</p>`)],
    [
      "boxes that share no class",
      many((at) => `<div class="${lettersFor(at)}"><b>t</b> some words ${at}</div>`),
    ],
    [
      "attributes that hold JSON",
      many((at) => `<i data-sku="a${at}" data-p='{"sku":"a","name":"Pan ${at}"}'></i>`),
    ],
    [
      "JSON in a script",
      pageOf(
        `<h1>Pan</h1><script>var data = ${JSON.stringify(Array.from({ length: 60_000 }, (_, at) => ({ name: `x${at}`, sku: `s${at}` })))}</script>`,
      ),
    ],
    [
      "JSON in JSON",
      pageOf(`<h1>Pan</h1><script>var data = ${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}</script>`),
    ],
  ])(
    "take bounded time: %s",
    (_what, html) => {
      const before = process.cpuUsage();
      // Thousands of sections can be read as a list too.
      expect(itemFrom(html, SCHEMA)?.title).toMatch(/^(?:Pan|Heading 0)$/);
      expect(process.cpuUsage(before).user / 1e6).toBeLessThan(15);
    },
    120_000,
  );
});
