import { describe, expect, it } from "@jest/globals";
import { itemFrom, jsonLd, pageOf, sourcesFrom } from "./helpers.ts";

const PRODUCT = { title: "string", price: "price", brand: "string", in_stock: "boolean" } as const;
const KETTLE = { title: "Kettle", price: 24.5, brand: "Hob", in_stock: true };
const product = {
  "@type": "Product",
  name: "Kettle",
  brand: { "@type": "Brand", name: "Hob" },
  offers: { "@type": "Offer", price: "24.50", availability: "https://schema.org/InStock" },
};

describe("JSON-LD", () => {
  it.each([
    ["an object", product],
    ["an array", [{ "@type": "WebSite", name: "Shop" }, product]],
    [
      "a graph",
      { "@context": "https://schema.org", "@graph": [{ "@type": "Organization", name: "Shop" }, product] },
    ],
    [
      "a graph of references",
      {
        "@graph": [
          { ...product, offers: { "@id": "#o" } },
          { "@id": "#o", ...product.offers },
        ],
      },
    ],
    ["an object inside a page", { "@type": "ItemPage", mainEntity: product }],
    ["full type addresses", { ...product, "@type": "http://schema.org/Product" }],
    ["a list of offers", { ...product, offers: [product.offers, { ...product.offers, price: "99" }] }],
  ])("is read as %s", (_shape, data) => {
    expect(itemFrom(pageOf("<p>x</p>", jsonLd(data)), PRODUCT)).toEqual(KETTLE);
  });

  it.each([
    ["trailing commas", JSON.stringify(product).replace(/}$/, ",}")],
    ["line breaks inside text", JSON.stringify({ ...product, description: "a#b" }).replace("#", "\n")],
    ["a comment around it", `<!-- ${JSON.stringify(product)} -->`],
    ["a semicolon after it", `${JSON.stringify(product)};`],
  ])("is repaired if it has %s", (_what, text) => {
    expect(itemFrom(pageOf("<p>x</p>", jsonLd(text)), PRODUCT)).toEqual(KETTLE);
  });

  it("returns the steps of a recipe in order, including sections", () => {
    const recipe = {
      "@type": "Recipe",
      name: "Soup",
      recipeIngredient: ["1 leek", "&frac12;"],
      totalTime: "PT1H20M",
      recipeInstructions: [
        { "@type": "HowToSection", name: "Base", itemListElement: [{ "@type": "HowToStep", text: "Chop." }] },
        { "@type": "HowToStep", text: "Boil <b>well</b>." },
      ],
    };
    expect(itemFrom(pageOf("<p>x</p>", jsonLd(recipe)), { steps: "string[]", totalTime: "integer" })).toEqual(
      {
        steps: ["Base", "Chop.", "Boil well."],
        totalTime: 80,
      },
    );
  });
});

describe("other sources", () => {
  it("reads microdata", () => {
    const html = pageOf(`<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Kettle</h1>
      <span itemprop="brand" itemscope itemtype="https://schema.org/Brand"><b itemprop="name">Hob</b></span>
      <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="price" content="24.50">
      <link itemprop="availability" href="https://schema.org/InStock"></div></div>`);
    expect(itemFrom(html, PRODUCT)).toEqual(KETTLE);
    expect(sourcesFrom(html, { price: "price" })).toEqual({ price: "microdata" });
  });

  it("reads a list in microdata whole, and item by item for a list field", () => {
    const html = pageOf(`<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Lamp</h1>
      <ul itemprop="description"><li>Made of brass.</li><li>60 cm tall</li></ul>
      <ul itemprop="keywords"><li>brass</li><li>light</li></ul><span itemprop="keywords">home</span></div>`);
    const schema = { title: "string", description: "string", keywords: "string[]" } as const;
    expect(itemFrom(html, schema)).toEqual({
      title: "Lamp",
      description: "Made of brass. 60 cm tall",
      keywords: ["brass", "light", "home"],
    });
  });

  it("reads RDFa", () => {
    const html = pageOf(`<div vocab="https://schema.org/" typeof="Product"><span property="name">Kettle</span>
      <div property="offers" typeof="Offer"><span property="price" content="24.50">24,50</span></div></div>`);
    expect(itemFrom(html, { title: "string", price: "price" })).toEqual({ title: "Kettle", price: 24.5 });
  });

  it("reads OpenGraph and product tags", () => {
    const head = `<title>x</title><meta property="og:title" content="Kettle"><meta property="og:image" content="/k.jpg">
      <meta property="product:price:amount" content="24.50"><meta property="product:price:currency" content="EUR">`;
    const schema = { title: "string", price: "price", currency: "string", image: "image" } as const;
    expect(itemFrom(pageOf("<p>x</p>", head), schema)).toEqual({
      title: "Kettle",
      price: 24.5,
      currency: "EUR",
      image: "https://shop.example/k.jpg",
    });
  });

  it.each([
    [
      "__NEXT_DATA__",
      (json: string) => `<script id="__NEXT_DATA__" type="application/json">${json}</script>`,
    ],
    ["a window variable", (json: string) => `<script>window.__STATE__ = ${json};</script>`],
  ])("reads %s about the page's subject, and nothing else from it", (_what, embed) => {
    const state = {
      props: {
        page: { product: { name: "Kettle", sku: "K-1", price: 24.5 } },
        cart: { product: { name: "Pan", sku: "P-9", price: 99 } },
      },
    };
    const html = pageOf(`<h1>Kettle</h1>${embed(JSON.stringify(state))}`);
    expect(itemFrom(html, { sku: "string", price: "price" })).toEqual({ sku: "K-1", price: 24.5 });
    expect(sourcesFrom(html, { sku: "string" })).toEqual({ sku: "state" });
  });

  it.each([
    ["a table", "<table><tr><th>Weight</th><td>1.2 kg</td></tr><tr><th>Brand</th><td>Hob</td></tr></table>"],
    ["a definition list", "<dl><dt>Weight</dt><dd>1.2 kg</dd><dt>Brand</dt><dd>Hob</dd></dl>"],
    ["labels with colons", "<p><b>Weight:</b> 1.2 kg</p><p>Brand: Hob</p>"],
    ["labels in German", "<dl><dt>Gewicht</dt><dd>1.2 kg</dd><dt>Hersteller</dt><dd>Hob</dd></dl>"],
  ])("reads %s", (_what, body) => {
    expect(itemFrom(pageOf(body), { weight: "string", brand: "string" })).toEqual({
      weight: "1.2 kg",
      brand: "Hob",
    });
  });

  it("reads a list below its heading, without checkboxes", () => {
    const html = pageOf(
      "<h2>Zutaten</h2><ul><li>▢ 1 Lauch</li><li>2 Eier</li></ul><h2>Mehr</h2><ul><li>Teilen</li></ul>",
    );
    expect(itemFrom(html, { ingredients: "string[]" })).toEqual({ ingredients: ["1 Lauch", "2 Eier"] });
  });

  it("finds a field by an element's class if nothing else names it", () => {
    const html = pageOf('<div class="fuel-type">Diesel</div>');
    expect(itemFrom(html, { fuel_type: "string" })).toEqual({ fuel_type: "Diesel" });
    expect(sourcesFrom(html, { fuel_type: "string" })).toEqual({ fuel_type: "name" });
  });
});
