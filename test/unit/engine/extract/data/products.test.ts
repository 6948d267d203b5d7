import { describe, expect, it } from "@jest/globals";
import type { OutputSchema } from "../../../../../src/contract/fields/outputSchema.ts";
import { extractFrom, jsonLd, pageOf } from "./helpers.ts";

const SCHEMA = {
  title: "string",
  price: "price",
  currency: "string",
  availability: "string",
  sku: "string",
} as const satisfies OutputSchema;

/** A page of a shop in one language, with no word for machines, and what its visitor reads off it. */
const PAGES: readonly (readonly [
  what: string,
  language: string,
  body: string,
  item: Readonly<Record<string, unknown>>,
])[] = [
  [
    "a price before a sale, and one of delivery",
    "en-GB",
    `<h1>Oak Stool</h1><p><del>£89.00</del> <ins>£64.50</ins></p><p>Free delivery on orders over £50</p>
     <p>SKU: OS-4410</p><button>Add to basket</button>`,
    { title: "Oak Stool", price: 64.5, currency: "GBP", availability: "InStock", sku: "OS-4410" },
  ],
  [
    "readers' text that names both prices",
    "en",
    `<h1>Salt Mill</h1><p class="price"><del aria-hidden="true"><bdi>$39</bdi></del>
     <span class="screen-reader-text">Original price was: $39.</span><ins><bdi>$29</bdi></ins>
     <span class="screen-reader-text">Current price is: $29.</span></p><p class="stock out-of-stock">Out of stock</p>`,
    { title: "Salt Mill", price: 29, currency: "USD", availability: "OutOfStock", sku: null },
  ],
  [
    "cents in an element of their own",
    "en",
    `<h1>Rope</h1><div class="price"><span>$</span><span>19</span><sup>99</sup></div><div>Item #: 88213</div>
     <div>Only 3 left in stock</div>`,
    { title: "Rope", price: 19.99, currency: "USD", availability: "LimitedAvailability", sku: "88213" },
  ],
  [
    "a price per unit and instalments",
    "de-DE",
    `<h1>Olivenöl</h1><div class="preis">12,99 €</div><div>Grundpreis: 17,32 €/l</div><div>oder 3 Raten ab 4,33 €</div>
     <div>Art.-Nr.: OL-750</div><div>Sofort lieferbar</div>`,
    { title: "Olivenöl", price: 12.99, currency: "EUR", availability: "InStock", sku: "OL-750" },
  ],
  [
    "other products below",
    "fr",
    `<h1>Lampe Anna</h1><div>1 299,00 €</div><div>Référence : LA-001</div><div>Rupture de stock</div>
     <section class="related"><h2>Vous aimerez aussi</h2><a href="/b">Berta <span>89,90 €</span></a></section>`,
    { title: "Lampe Anna", price: 1299, currency: "EUR", availability: "OutOfStock", sku: "LA-001" },
  ],
  [
    "yen without decimals",
    "ja",
    "<h1>急須</h1><p>￥12,800</p><p>品番：KS-77</p><p>在庫あり</p>",
    { title: "急須", price: 12800, currency: "JPY", availability: "InStock", sku: "KS-77" },
  ],
  [
    "instalments in reais",
    "pt-BR",
    `<h1>Cadeira</h1><div class="price">R$ 1.299,90</div><div>10x de R$ 129,99 sem juros</div><p>Código: CD-12</p>
     <button>Comprar</button>`,
    { title: "Cadeira", price: 1299.9, currency: "BRL", availability: "InStock", sku: "CD-12" },
  ],
  [
    "lakhs",
    "en-IN",
    "<h1>Phone</h1><div>₹1,29,999</div><div>Model No: SM-901</div><div>Sold out</div>",
    { title: "Phone", price: 129999, currency: "INR", availability: "OutOfStock", sku: null },
  ],
  [
    "Swiss francs",
    "de-CH",
    "<h1>Velo</h1><div>CHF 1'299.–</div><div>Artikelnummer 55-100</div><div>Derzeit nicht lieferbar</div>",
    { title: "Velo", price: 1299, currency: "CHF", availability: "OutOfStock", sku: "55-100" },
  ],
  [
    "a price before in words",
    "es",
    "<h1>Mochila</h1><div>Antes 59,95 €</div><div>39,95 €</div><div>Ref. MO-9</div><div>Últimas unidades</div>",
    { title: "Mochila", price: 39.95, currency: "EUR", availability: "LimitedAvailability", sku: "MO-9" },
  ],
  [
    "złoty",
    "pl",
    "<h1>Kubek</h1><span>45,90 zł</span><p>Kod produktu: KU-1</p><button>Do koszyka</button>",
    { title: "Kubek", price: 45.9, currency: "PLN", availability: "InStock", sku: "KU-1" },
  ],
  [
    "kronor of Sweden",
    "sv",
    "<h1>Stol</h1><p>1 299 kr</p><p>Artikelnr: 4455</p><p>Finns i lager</p>",
    { title: "Stol", price: 1299, currency: "SEK", availability: "InStock", sku: "4455" },
  ],
  [
    "a shop in Italy that has none left",
    "it",
    "<h1>Moka</h1><p>24,90 €</p><p>Codice articolo: MK-3</p><p>Non disponibile</p><p>Avvisami</p>",
    { title: "Moka", price: 24.9, currency: "EUR", availability: "OutOfStock", sku: "MK-3" },
  ],
  [
    "Russian roubles",
    "ru",
    "<h1>Чайник</h1><p>2 490 ₽</p><p>Артикул: CH-20</p><p>Нет в наличии</p>",
    { title: "Чайник", price: 2490, currency: "RUB", availability: "OutOfStock", sku: "CH-20" },
  ],
  [
    "a page that sells nothing",
    "en",
    "<h1>About our mugs</h1><p>We have made 1200 mugs since 1999, in 3 sizes.</p>",
    { title: "About our mugs", price: null, currency: null, availability: null, sku: null },
  ],
];

describe("products without markup", () => {
  it.each(PAGES)("reads %s (%s)", (_what, language, body, item) => {
    const html = pageOf(`<main>${body}</main>`, "", language);
    expect(extractFrom(html, { schema: SCHEMA }, "https://shop.example/product/x").results[0]?.item).toEqual(
      item,
    );
  });

  it("distinguishes the old price from the price", () => {
    const html = pageOf("<main><h1>Pan</h1><p>Was $60.00</p><p><b>$45.00</b></p></main>");
    expect(
      extractFrom(html, { schema: { price: "price", originalPrice: "price" } }).results[0]?.item,
    ).toEqual({ price: 45, originalPrice: 60 });
  });

  it("accepts a GTIN only with a valid check digit", () => {
    const page = (code: string): string => pageOf(`<main><h1>Pan</h1><p>$5</p><p>EAN: ${code}</p></main>`);
    const gtin = (code: string): unknown =>
      extractFrom(page(code), { schema: { gtin: "string" } }).results[0]?.item.gtin ?? null;
    expect([gtin("4006381333931"), gtin("4006381333932")]).toEqual(["4006381333931", null]);
  });

  it("reads rating, reviews and brand as displayed", () => {
    const html = pageOf(
      `<main><h1>Pan</h1><a class="brand" href="/brands/hob">Hob</a>
      <div class="rating" aria-label="4,6 von 5 Sternen"></div><a class="reviews" href="#r">(1.204 Bewertungen)</a></main>`,
      "",
      "de",
    );
    const schema = { brand: "string", rating: "number", reviewCount: "integer" } as const;
    expect(extractFrom(html, { schema }).results[0]?.item).toEqual({
      brand: "Hob",
      rating: 4.6,
      reviewCount: 1204,
    });
  });

  it("reads the product's analytics data, and ignores other products'", () => {
    const push = (name: string, id: string): string =>
      `<script>dataLayer.push({"event":"view_item","ecommerce":{"items":[{"item_id":"${id}","item_name":"${name}","item_brand":"Hob"}]}});</script>`;
    const html = pageOf(`<main><h1>Pan</h1></main>${push("Kettle", "K-1")}${push("Pan", "P-1")}`);
    expect(extractFrom(html, { schema: { sku: "string", brand: "string" } }).results[0]?.item).toEqual({
      sku: "P-1",
      brand: "Hob",
    });
  });

  it("ignores a price that may be in cents", () => {
    const state = { product: { title: "Pan", vendor: "Hob", price: 1999, price_min: 1999 } };
    const html = pageOf(`<h1>Pan</h1><script type="application/json">${JSON.stringify(state)}</script>`);
    expect(extractFrom(html, { schema: { price: "price", brand: "string" } }).results[0]?.item).toEqual({
      price: null,
      brand: "Hob",
    });
  });

  it("says where each value came from, and is less confident with two prices than with one", () => {
    const price = (body: string) =>
      extractFrom(pageOf(`<main><h1>Pan</h1>${body}</main>`), { schema: { price: "price" } }).results[0]
        ?.provenance.price;
    const sure = price('<p class="price">$45.00</p>');
    const unsure = price("<p>$45.00</p><p>$46.00</p>");
    expect(sure).toMatchObject({ source: "content" });
    expect(sure?.confidence ?? 0).toBeGreaterThan(unsure?.confidence ?? 1);
  });
});

describe("variants and other entities in JSON-LD", () => {
  it("are one item for a group of variants", () => {
    const variant = (color: string) => ({ "@type": "Product", name: `Pan ${color}`, offers: { price: 20 } });
    const group = {
      "@type": "ProductGroup",
      name: "Pan",
      hasVariant: ["red", "blue", "green", "black"].map(variant),
    };
    const { kind, results } = extractFrom(pageOf("<h1>Pan</h1>", jsonLd(group)), {
      schema: { name: "string", price: "price" },
    });
    expect({ kind, item: results[0]?.item }).toEqual({ kind: "detail", item: { name: "Pan", price: 20 } });
  });

  it("do not make a list of frequently asked questions", () => {
    const faq = {
      "@type": "FAQPage",
      mainEntity: ["a", "b", "c", "d"].map((name) => ({
        "@type": "Question",
        name,
        acceptedAnswer: { "@type": "Answer", text: "x" },
      })),
    };
    const html = pageOf(
      "<h1>Pan</h1>",
      jsonLd([faq, { "@type": "Product", name: "Pan", offers: { price: 20 } }]),
    );
    expect(extractFrom(html, { schema: { name: "string", price: "price" } }).results[0]?.item).toEqual({
      name: "Pan",
      price: 20,
    });
  });
});

describe("a nested schema without markup", () => {
  const html = pageOf(`<main><h1>Pan</h1><p class="price">$45.00</p><p>In stock</p><p>SKU: P-100</p></main>`);

  it.each([
    [
      "an object that is the product",
      { product: { name: "string", price: "price" } },
      { product: { name: "Pan", price: 45 } },
    ],
    [
      "a list of its one offer",
      { title: "string", offers: [{ price: "price", availability: "string" }] },
      { title: "Pan", offers: [{ price: 45, availability: "InStock" }] },
    ],
    [
      "nothing for an object of which it knows too little",
      { event: { venue: "string", startDate: "date" } },
      undefined,
    ],
  ] as const)("returns %s", (_what, schema, item) => {
    expect(extractFrom(html, { schema: schema as OutputSchema }).results[0]?.item).toEqual(item);
  });
});

describe("an item number in the URL", () => {
  const BODY = `<main><h1>Walnut Desk</h1><p>€499.00</p><form><input type="hidden" name="item" value="WD140-887"><button>Add to cart</button></form></main>`;

  it.each([
    ["/p/walnut-desk-140/WD140-887", "WD140-887"],
    ["/p/walnut?item=WD140-887", "WD140-887"],
    // Nothing on the page repeats it.
    ["/p/walnut-desk-140", null],
  ])("is used if the page's elements repeat it: %s", (path, sku) => {
    const schema = { sku: "string", title: "string" } as const;
    const { results } = extractFrom(pageOf(BODY), { schema }, `https://shop.example${path}`);
    expect(results[0]?.item.sku).toBe(sku);
  });

  it.each([
    ["/p/walnut-desk-4410023.html", "4410023"],
    ["/p/walnut-desk?sku=WD-88123", "WD-88123"],
    // A year or a size is part of a name.
    ["/p/walnut-desk-2024", null],
    ["/p/walnut-desk-1400mm", null],
  ])("is used with low confidence if the page has no other: %s", (path, sku) => {
    const body = "<main><h1>Walnut Desk</h1><p>€499.00</p><button>Add to cart</button></main>";
    const schema = { sku: "string", title: "string" } as const;
    const [result] = extractFrom(pageOf(body), { schema }, `https://shop.example${path}`).results;
    expect(result?.item.sku).toBe(sku);
    if (sku !== null) expect(result?.provenance.sku?.confidence).toBeLessThan(0.5);
  });
});
