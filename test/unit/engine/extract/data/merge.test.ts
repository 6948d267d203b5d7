import { describe, expect, it } from "@jest/globals";
import { extractFrom, itemFrom, jsonLd, pageOf } from "./helpers.ts";

describe("merging sources", () => {
  const html = pageOf(
    '<h1>Kettle</h1><p class="price">$99</p><dl><dt>Brand</dt><dd>Label</dd></dl>',
    jsonLd({ "@type": "Product", name: "Kettle", brand: "Hob", offers: { price: 24.5 } }),
  );

  it("uses the most reliable source for each field, and names it", () => {
    const [result] = extractFrom(html, { schema: { price: "price", brand: "string" } }).results;
    expect(result?.item).toEqual({ price: 24.5, brand: "Hob" });
    expect(result?.provenance.price).toMatchObject({ source: "json-ld", path: "Product.offers.price" });
  });

  it("uses the next source if a value does not fit the type", () => {
    const broken = html.replace("24.5", '"on request"');
    expect(itemFrom(broken, { price: "price" })).toEqual({ price: 99 });
  });

  it("raises the confidence if two sources agree", () => {
    const confidence = (page: string): number =>
      extractFrom(page, { schema: { brand: "string" } }).results[0]?.provenance.brand?.confidence ?? 0;
    expect(confidence(html.replace("Label", "Hob"))).toBeGreaterThan(confidence(html));
  });
});

describe("a doubtful value", () => {
  it.each([
    ["a GTIN whose check digit is wrong", { gtin: "string" }, { gtin13: "4006381333932" }],
    ["an author that is an address", { author: "string" }, { author: "https://example.com/u/1" }],
    ["a price that is a range", { price: "price" }, { price: "10 EUR - 20 EUR" }],
    ["a field that the page does not have", { mileage: "number" }, {}],
  ] as const)("is null: %s", (_what, schema, properties) => {
    const html = pageOf("<p>x</p>", jsonLd({ "@type": "Product", name: "Kettle", ...properties }));
    const [field = ""] = Object.keys(schema);
    expect(itemFrom(html, { name: "string", ...schema })?.[field]).toBeNull();
  });

  it("is accepted if it is a GTIN with a valid check digit", () => {
    const html = pageOf("<p>x</p>", jsonLd({ "@type": "Product", name: "K", gtin13: "4006381333931" }));
    expect(itemFrom(html, { ean: "string" })).toEqual({ ean: "4006381333931" });
  });

  it("does not make an item of an empty page", () => {
    expect(extractFrom("", { schema: { price: "price" } }).results).toEqual([]);
  });
});

describe("nested schemas", () => {
  const html = pageOf(
    "<p>x</p>",
    jsonLd({
      "@type": "Product",
      name: "Kettle",
      offers: [
        { price: "24.50", priceCurrency: "EUR" },
        { price: "27.00", priceCurrency: "CHF" },
      ],
      brand: { name: "Hob", url: "/hob" },
    }),
  );

  it("fills lists of objects, objects and lists of values", () => {
    const schema = {
      offers: [{ price: "price", currency: "string" }],
      brand: { name: "string", url: "url" },
      images: "image[]",
    } as const;
    expect(itemFrom(html, schema)).toEqual({
      offers: [
        { price: 24.5, currency: "EUR" },
        { price: 27, currency: "CHF" },
      ],
      brand: { name: "Hob", url: "https://shop.example/hob" },
      images: [],
    });
  });

  it("fills a list of objects from the page's records", () => {
    const rows = ["Ada", "Bo", "Cy"].map(
      (name, at) => `<li class="row"><a href="/${name}">${name}</a> <i class="price">${at + 1} €</i></li>`,
    );
    const page = pageOf(`<h1>Shelf</h1><ul>${rows.join("")}</ul>`);
    expect(itemFrom(page, { products: [{ name: "string", price: "price" }] })).toEqual({
      products: [
        { name: "Ada", price: 1 },
        { name: "Bo", price: 2 },
        { name: "Cy", price: 3 },
      ],
    });
  });
});

describe("hostile pages", () => {
  it("never change an object's prototype", () => {
    const text =
      '{"@type":"Product","name":"K","__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}';
    extractFrom(pageOf("<p>x</p>", jsonLd(text)));
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it.each([
    ["JSON-LD nested 5,000 deep", jsonLd(`${'{"@type":"Thing","a":'.repeat(5_000)}1${"}".repeat(5_000)}`)],
    [
      "JSON-LD that refers to itself",
      jsonLd({
        "@graph": [
          { "@id": "#a", "@type": "Product", name: "K", isPartOf: { "@id": "#a" }, offers: { "@id": "#a" } },
        ],
      }),
    ],
    ["JSON-LD that is cut off", jsonLd('{"@type":"Product","name":"K')],
    ["elements nested 3,000 deep", `${"<div>".repeat(3_000)}x`],
    ["an unclosed state", `<script>window.__STATE__ = {"a": "${"x".repeat(1_000)}</script>`],
  ])("do no harm: %s", (_what, body) => {
    expect(() => extractFrom(pageOf(`<h1>K</h1>${body}`))).not.toThrow();
  });

  it("take linear time in the number of rows", () => {
    const rows = Array.from(
      { length: 5_000 },
      (_, at) => `<tr><td><a href="/${at}">Row ${at}</a></td><td>${at} €</td></tr>`,
    );
    // Processor time: the machine may be busy with other tests. Searching the table for each row took 30 s.
    const before = process.cpuUsage();
    extractFrom(pageOf(`<table>${rows.join("")}</table>`), { schema: { name: "string", price: "price" } });
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(15);
  }, 60_000);
});
