import { describe, expect, it } from "@jest/globals";
import { joinCurrencies } from "../../../../src/contract/currencies.ts";
import { parseField } from "../../../../src/contract/fields/fields.ts";
import {
  extractData,
  extractRecords,
  findPageCurrency,
  parseDocument,
} from "../../../../src/engine/extract/extract.ts";

const parse = (html: string) => parseDocument(html, { url: "https://shop.test/" });
const currenciesIn = (html: string, ...fields: string[]) =>
  extractRecords(parse(html), {
    selector: "li",
    fields: fields.map(parseField),
    schema: { price: "price", was: "price" },
    now: 0,
  }).currencies;

describe("the currency of a selected price", () => {
  it.each([
    ["its own text", "<li><b>£9.50</b></li>", "price: b", { price: "GBP" }],
    [
      "the element of an attribute",
      '<li><b data-p="9.50">9,50 €</b></li>',
      "price: b@data-p",
      { price: "EUR" },
    ],
    ["the text beside it", "<li><p>CHF <b>9.50</b></p></li>", "price: b", { price: "CHF" }],
    ["nowhere", "<li><b>9.50</b></li>", "price: b", {}],
    ["a text without a price", "<li><b>£ on request</b></li>", "price: b", {}],
    ["a text that is no price field", "<li><b>£9.50</b></li>", "cost: b", {}],
  ])("is read from %s", (_, html, field, expected) => {
    expect(currenciesIn(html, field)).toEqual(expected);
  });

  it("is recorded for each field, and is null if records differ", () => {
    const html = "<li><b>£9.50</b><s>£12</s></li><li><b>8 €</b><s>£13</s></li>";
    expect(currenciesIn(html, "price: b", "was: s")).toEqual({ price: null, was: "GBP" });
  });
});

describe("the currency of a page", () => {
  const linked = (...codes: string[]) =>
    codes
      .map((code) => `<script type="application/ld+json">{"offers": {"priceCurrency": "${code}"}}</script>`)
      .join("");

  it.each([
    ["JSON-LD", linked("USD", "USD"), "USD"],
    ["microdata", '<meta itemprop="priceCurrency" content="SEK">', "SEK"],
    ["its head", '<meta property="product:price:currency" content="PLN">', "PLN"],
    ["markup with two of them", linked("USD", "EUR"), null],
    ["no markup", "<p>USD 5</p>", null],
  ])("is found in %s", (_, html, expected) => {
    expect(findPageCurrency(parse(html))).toBe(expected);
  });
});

it("the currency of a detected price is in its provenance", () => {
  const html = `<h1>Kettle</h1><script type="application/ld+json">{"@context": "https://schema.org",
    "@type": "Product", "name": "Kettle", "offers": {"@type": "Offer", "price": "24.50", "priceCurrency": "NOK"}}</script>`;
  const { results } = extractData(parse(html), { schema: { title: "string", price: "price" }, now: 0 });
  expect(results).toMatchObject([{ item: { price: 24.5 }, provenance: { price: { currency: "NOK" } } }]);
  expect(results[0]?.provenance.title).not.toHaveProperty("currency");
});

it("a field with two currencies has none, whatever their order", () => {
  const parts = [{ price: "GBP" }, {}, { price: "EUR", was: "EUR" }, { price: "GBP" }];
  expect(parts.reduce(joinCurrencies, {})).toEqual({ price: null, was: "EUR" });
  expect(parts.toReversed().reduce(joinCurrencies, {})).toEqual({ price: null, was: "EUR" });
});
