import { describe, expect, it } from "@jest/globals";
import { extractFrom, itemFrom, jsonLd, pageOf } from "./helpers.ts";

const RANGE = { price: "price", lowPrice: "price", highPrice: "price", priceRange: "string" } as const;
const productOf = (offers: unknown): string =>
  pageOf("<h1>Pan</h1>", jsonLd({ "@type": "Product", name: "Pan", offers }));

describe("offers in markup", () => {
  it.each([
    [
      "an aggregate",
      { "@type": "AggregateOffer", lowPrice: "19.90", highPrice: 45 },
      { lowPrice: 19.9, highPrice: 45, priceRange: "19.9 – 45" },
    ],
    ["several offers", [{ price: 30 }, { price: "12.50" }, { price: 30 }], { lowPrice: 12.5, highPrice: 30 }],
    ["one price", { price: 30 }, { price: 30, lowPrice: 30, highPrice: null, priceRange: null }],
    ["no price", { availability: "InStock" }, { price: null, lowPrice: null, highPrice: null }],
  ])("give the lowest and highest price of %s", (_what, offers, item) => {
    expect(itemFrom(productOf(offers), { ...RANGE, availability: "string" })).toMatchObject(item);
  });

  it("give condition, seller and shipping if they all agree", () => {
    const offer = (seller: string) => ({
      price: 30,
      itemCondition: "https://schema.org/RefurbishedCondition",
      seller: { "@type": "Organization", name: seller },
      shippingDetails: { shippingRate: { value: "4.90", currency: "EUR" } },
    });
    const schema = { condition: "string", seller: "string", shipping: "price" } as const;
    expect(itemFrom(productOf([offer("Hob"), offer("Hob")]), schema)).toEqual({
      condition: "Refurbished",
      seller: "Hob",
      shipping: 4.9,
    });
    expect(itemFrom(productOf([offer("Hob"), offer("Ofen")]), schema)).toMatchObject({ seller: null });
  });

  const stock = (state: string, more: object = {}) => ({
    price: 30,
    availability: `https://schema.org/${state}`,
    ...more,
  });
  const STOCK = { availability: "string", in_stock: "boolean" } as const;

  it.each([
    ["several offers", { offers: ["OutOfStock", "InStock", "OutOfStock"].map((state) => stock(state)) }],
    ["variants", { hasVariant: ["SoldOut", "InStock"].map((state) => ({ offers: stock(state) })) }],
  ])("are available if one of %s is", (_what, told) => {
    const page = pageOf("<h1>Pan</h1>", jsonLd({ "@type": "ProductGroup", name: "Pan", ...told }));
    expect(itemFrom(page, STOCK)).toEqual({ availability: "InStock", in_stock: true });
  });

  it("are unavailable if none is available", () => {
    expect(itemFrom(productOf([stock("OutOfStock"), stock("OutOfStock")]), STOCK)).toEqual({
      availability: "OutOfStock",
      in_stock: false,
    });
  });

  it("are available if one option in a list is", () => {
    const choose = (...choices: readonly string[]): string =>
      pageOf(
        `<main><h1>Pan</h1><p>€30.00</p><ul>${choices.map((choice) => `<li>${choice}</li>`).join("")}</ul></main>`,
      );
    const small = "Small (sold out)";
    expect(itemFrom(choose(small, "Large – available"), STOCK)).toMatchObject({ in_stock: true });
    expect(itemFrom(choose(small, "Large (sold out)"), STOCK)).toMatchObject({ in_stock: false });
  });

  it("are those of the variant in the URL", () => {
    const hasVariant = ["InStock", "OutOfStock"].map((state, at) => ({
      offers: stock(state, { price: 30 + at, url: `/pan?variant=${at}` }),
    }));
    const page = pageOf("<h1>Pan</h1>", jsonLd({ "@type": "ProductGroup", name: "Pan", hasVariant }));
    const { results } = extractFrom(
      page,
      { schema: { ...STOCK, price: "price" } },
      "https://shop.example/pan?variant=1",
    );
    expect(results[0]?.item).toEqual({ availability: "OutOfStock", in_stock: false, price: 31 });
  });

  it("never use the highest price of a range as old price", () => {
    const page = productOf({ "@type": "AggregateOffer", lowPrice: 20, highPrice: 45 });
    expect(itemFrom(page, { title: "string", old_price: "price" })).toEqual({
      title: "Pan",
      old_price: null,
    });
  });
});

describe("shipping costs", () => {
  const shippingOf = (line: string): unknown =>
    itemFrom(pageOf(`<main><h1>Pan</h1><p>€30.00</p><p>${line}</p></main>`), {
      title: "string",
      shipping: "price",
    })?.shipping;

  it.each([
    ["Shipping: €4.90", 4.9],
    ["zzgl. 5,95 € Versand", 5.95],
    ["Free shipping", 0],
    ["送料無料", 0],
    ["Free shipping on orders over €50", null],
    ["Delivery in 3 days", null],
  ])("are read from %s", (line, cost) => {
    expect(shippingOf(line)).toBe(cost);
  });
});

describe("breadcrumbs", () => {
  const schema = { category: "string", categories: "string[]" } as const;
  const trail = (inner: string): string =>
    pageOf(`<nav class="breadcrumbs">${inner}</nav><main><h1>Swift 4</h1><p>€120.00</p></main>`);

  it("give the nearest category, and the whole path", () => {
    const page = trail(
      '<a href="/">Start</a> / <a href="/shoes">Shoes</a> / <a href="/shoes/run">Running</a>',
    );
    expect(itemFrom(page, schema)).toEqual({ category: "Running", categories: ["Shoes", "Running"] });
  });

  it("exclude the page itself and the home page", () => {
    const page = trail('<a href="/de/">Startseite</a> › <a href="/p/4">Swift 4</a>');
    expect(itemFrom(page, { title: "string", ...schema })).toEqual({
      title: "Swift 4",
      category: null,
      categories: [],
    });
  });

  it("are read from markup in order", () => {
    const list = {
      "@type": "BreadcrumbList",
      itemListElement: [
        { position: 2, name: "Running", item: "https://shop.example/shoes/run" },
        { position: 1, item: { "@id": "https://shop.example/shoes", name: "Shoes" } },
        { position: 3, name: "Swift 4" },
      ],
    };
    expect(itemFrom(pageOf("<h1>Swift 4</h1>", jsonLd(list)), schema)).toEqual({
      category: "Running",
      categories: ["Shoes", "Running"],
    });
  });
});

it("reads a former price by the word before it, not as the label of the current price", () => {
  const page = pageOf(
    "<main><h1>Pan</h1><div><s>Was £24.60</s> <b>Now £17.18</b></div><p>Made of iron.</p></main>",
  );
  expect(itemFrom(page, { name: "string", price: "price", was: "price" })).toMatchObject({
    price: 17.18,
    was: 24.6,
  });
});
