import { describe, expect, it } from "@jest/globals";
import type { OutputSchema } from "../../src/contract/fields/outputSchema.ts";
import { appPage, resultsOf } from "./helpers.ts";

/** A code in a sentence can belong to anything; the one beside its label is the page's own. */
const product = (rows: Readonly<Record<string, string>>, prose: string): string =>
  appPage(`<article class="product_page"><h1>Oak bookend</h1><p class="price_color">£12.99</p>
    <div id="product_description"><h2>Product Description</h2></div><p>${prose}</p>
    <h2>Product Information</h2><table class="table">${Object.entries(rows)
      .map(([label, value]) => `<tr><th>${label}</th><td>${value}</td></tr>`)
      .join("")}</table></article>`);

const read = (page: string, schema: OutputSchema) => {
  const [result] = resultsOf(page, schema);
  return Object.fromEntries(
    Object.keys(schema).map((name) => [name, { value: result?.item[name], ...result?.provenance[name] }]),
  );
};

const PROSE = "Item number 66, made of oak and felt. Holds up to twenty books.";

describe("a barcode with an invalid check digit", () => {
  it.each([
    ["UPC", "upc", "5000066"],
    ["EAN", "ean", "4006381333932"],
    ["GTIN", "gtin", "4006381333932"],
  ])("in a row %s is returned with low confidence and a reason", (label, field, code) => {
    const fields = read(product({ [label]: code, "Product Type": "Book ends" }, PROSE), {
      [field]: "string",
    });
    expect(fields[field]).toMatchObject({
      value: code,
      doubt: expect.stringContaining("check digit is wrong"),
    });
    expect(fields[field]?.confidence).toBeLessThan(0.6);
  });

  it("is returned with normal confidence once it is valid", () => {
    const { ean } = read(product({ EAN: "4006381333931" }, PROSE), { ean: "string" });
    expect(ean).toMatchObject({ value: "4006381333931" });
    expect(ean).not.toHaveProperty("doubt");
  });

  it("is replaced by a valid one", () => {
    const markup = `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Oak bookend","gtin13":"4006381333931"}</script>`;
    const page = product({ EAN: "4006381333932" }, PROSE).replace("</head>", `${markup}</head>`);
    expect(read(page, { ean: "string" }).ean).toMatchObject({ value: "4006381333931", source: "json-ld" });
  });

  it("is null if the text is not a code at all", () => {
    expect(
      read(product({ UPC: "see the box" }, PROSE), { upc: "string", title: "string" }).upc?.value,
    ).toBeNull();
  });
});

describe("a code inside a sentence", () => {
  it("has low confidence", () => {
    const { sku } = read(product({}, PROSE), { sku: "string" });
    expect(sku).toMatchObject({ value: "66" });
    expect(sku?.confidence).toBeLessThan(0.5);
  });

  it("is replaced by one next to its label", () => {
    const { sku } = read(product({ "Item number": "BK-1200" }, PROSE), { sku: "string" });
    expect(sku).toMatchObject({ value: "BK-1200" });
    expect(sku?.confidence).toBeGreaterThan(0.7);
  });

  it("has normal confidence on a line of its own", () => {
    expect(read(product({}, "Item number: BK-1200"), { sku: "string" }).sku?.confidence).toBeGreaterThan(0.7);
  });
});
