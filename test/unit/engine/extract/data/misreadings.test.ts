import { describe, expect, it } from "@jest/globals";
import { parseCount, parseRating } from "../../../../../src/engine/extract/sources/text/ratings.ts";
import { extractFrom, itemFrom, pageOf } from "./helpers.ts";

const recordsFrom = (html: string, schema: Parameters<typeof itemFrom>[1]) =>
  extractFrom(html, { schema, instructions: "all products" }).results.map(({ item }) => item);

describe("CDATA in HTML", () => {
  const after = "<h1>Kettle</h1><p>A kettle for tea.</p>";

  it.each(["<![CDATA[>", "<![CDATA[\n\n<div></div>", "<![CDATA[ a > <![CDATA[ b >"])(
    "ends where browsers end it: %s",
    (start) => {
      expect(itemFrom(pageOf(`<main>${start}${after}</main>`), { title: "string" })).toEqual({
        title: "Kettle",
      });
      expect(itemFrom(pageOf(`<main>${start}]]>${after}</main>`), { title: "string" })).toEqual({
        title: "Kettle",
      });
    },
  );

  it("may occur any number of times", () => {
    const page = pageOf(`${"<![CDATA[>".repeat(5_000)}${after}`);
    expect(extractFrom(page).results.length).toBeLessThanOrEqual(1);
  });
});

describe("article numbers in forms", () => {
  it.each([
    ['data-sku=" 24-MB02 "', "24-MB02"],
    ['data-sku=\'{"id":7,"qty":1}\'', null],
    ['data-product-sku="a1,b2,c3"', null],
  ])("are one code: %s", (attribute, sku) => {
    const form = `<form ${attribute}><button>Add to cart</button></form>`;
    const page = pageOf(`<main><h1>Reading Lamp</h1><p>$64.00</p>${form}</main>`);
    expect(itemFrom(page, { title: "string", price: "price", sku: "string" })).toMatchObject({
      price: 64,
      sku,
    });
  });
});

describe("ratings", () => {
  it.each([
    ["★★★★☆ (7)", 4, 7],
    ["★★★★★ (61)", 5, 61],
    ["(12)", null, null],
    ["Ø 4,3 von 5 Sternen", 4.3, null],
    ["Rated 4.8/5 based on 12", 4.8, 12],
    ["4.6 out of 5 stars (1,204 reviews)", 4.6, 1204],
    ["★ 4.5", 4.5, null],
    ["3.5", 3.5, null],
    ["87%", 87, null],
    ["123 points", null, null],
    ["58 reviews", null, 58],
  ])("are distinguished from the number of ratings: %s", (text, rating, count) => {
    expect([parseRating(text), parseCount(text)]).toEqual([rating, count]);
  });

  it("are read from text without a class", () => {
    const html = pageOf("<main><h1>Kettle</h1><p>Rated 4.8/5 based on 12</p><p>A kettle for tea.</p></main>");
    expect(itemFrom(html, { rating: "number", review_count: "integer" })).toEqual({
      rating: 4.8,
      review_count: 12,
    });
  });

  it("of a record come from its stars, not from the number after them", () => {
    const card = (name: string, stars: string): string =>
      `<li class="card"><h3><a href="/p/${name}">${name}</a></h3><span class="price">$12.00</span>${stars}</li>`;
    const html = pageOf(
      `<main><ul>${card("Anna", '<p class="stars" title="4.5 out of 5">★★★★★ (7)</p>')}${card("Berta", '<p class="stars">★★★☆☆ (61)</p>')}${card("Clara", '<p class="rating"><span data-rating="2.5">★★★</span> (3)</p>')}</ul></main>`,
    );
    expect(recordsFrom(html, { name: "string", rating: "number", reviews: "integer" })).toEqual([
      { name: "Anna", rating: 4.5, reviews: 7 },
      { name: "Berta", rating: 3, reviews: 61 },
      { name: "Clara", rating: 2.5, reviews: 3 },
    ]);
  });
});

describe("records of a list", () => {
  const item = (name: string, names: string): string =>
    `<li class="${names}"><h3><a href="/p/${name}">${name}</a></h3><p>A book about ${name} and what came of it.</p></li>`;

  it("are kept in order if some have an additional class", () => {
    const html = pageOf(
      `<main><h1>Books</h1><ul>${item("Anna", "book")}${item("Berta", "book featured")}${item("Clara", "book")}${item("Dora", "book featured")}${item("Emma", "book")}</ul></main>`,
    );
    expect(recordsFrom(html, { name: "string" }).map(({ name }) => name)).toEqual([
      "Anna",
      "Berta",
      "Clara",
      "Dora",
      "Emma",
    ]);
  });

  it("are kept in page order across grid rows", () => {
    const tile = (name: string, names: string): string =>
      `<div class="${names}"><h3><a href="/p/${name}">${name}</a></h3><p>$12.00</p></div>`;
    const html = pageOf(
      `<main><h1>Lamps</h1><div class="row">${tile("A1", "tile")}${tile("A2", "tile")}</div><div class="row">${tile("B1", "tile sale")}${tile("B2", "tile")}</div><div class="row">${tile("C1", "tile sale")}${tile("C2", "tile")}</div></main>`,
    );
    expect(recordsFrom(html, { name: "string" }).map(({ name }) => name)).toEqual(
      "A1 A2 B1 B2 C1 C2".split(" "),
    );
  });

  it("do not include elements of another class", () => {
    const html = pageOf(
      `<main><h1>Books</h1><ul>${item("Anna", "book")}${item("Berta", "book")}${item("Clara", "book")}${item("Shoes", "advert")}${item("Hats", "advert")}</ul></main>`,
    );
    expect(recordsFrom(html, { name: "string" }).map(({ name }) => name)).toEqual(["Anna", "Berta", "Clara"]);
  });
});

describe("prices", () => {
  it.each([
    ["1.299,00 € <small>inkl. MwSt. zzgl. Versand</small>", 1299],
    ["1.299,00 € zzgl. Versandkosten", 1299],
    ["149,00 € inkl. 19 % MwSt.", 149],
    ["89,90 € TTC, hors frais de port", 89.9],
  ])("are read without notes on taxes and shipping: %s", (line, price) => {
    const html = pageOf(`<main><h1>Kaffeemaschine</h1><p class="price">${line}</p></main>`, "", "de");
    expect(itemFrom(html, { price: "price" })).toEqual({ price });
  });

  it("are not shipping costs", () => {
    const html = pageOf(`<main><h1>Kaffeemaschine</h1><p>Versand 4,90 €</p><p>49,00 €</p></main>`, "", "de");
    expect(itemFrom(html, { price: "price" })).toEqual({ price: 49 });
  });

  it("exclude a struck-through old price on the same line", () => {
    const html = pageOf("<main><h1>Kettle</h1><p>$96 <s>$120</s></p></main>");
    expect(itemFrom(html, { price: "price", old_price: "price" })).toEqual({ price: 96, old_price: 120 });
  });
});

describe("book numbers", () => {
  it("are assigned by their labels", () => {
    const html = pageOf(
      "<main><h1>A book</h1><ul><li>EAN: 4006381333931</li><li>ISBN: 978-3-16-148410-0</li></ul></main>",
    );
    expect(itemFrom(html, { ean: "string", isbn: "string" })).toEqual({
      ean: "4006381333931",
      isbn: "9783161484100",
    });
  });

  it("are an ISBN only with its prefix and check digit", () => {
    const html = pageOf("<main><h1>A pen</h1><p>EAN: 4006381333931</p></main>");
    expect(itemFrom(html, { title: "string", isbn: "string" })).toEqual({ title: "A pen", isbn: null });
    const short = pageOf("<main><h1>A book</h1><p>ISBN-10: 0-306-40615-2</p></main>");
    expect(itemFrom(short, { isbn: "string" })).toEqual({ isbn: "0306406152" });
  });
});

describe("a page's text", () => {
  it("contains an address, which is read without the words around it", () => {
    const html = pageOf(
      "<main><h1>Contact</h1><p>Visit us: 123 Main Street, Springfield, IL 62701, open daily until six</p></main>",
    );
    expect(itemFrom(html, { address: "string" })).toEqual({
      address: "123 Main Street, Springfield, IL 62701",
    });
  });

  it("can have several durations on one line", () => {
    const html = pageOf(
      "<main><h1>Soup</h1><p>Prep time: 10 mins | Cook time: 1 hour 5 minutes</p><p>Yield: 4 · Level: easy</p></main>",
    );
    expect(itemFrom(html, { prep_time: "integer", cook_time: "integer", level: "string" })).toEqual({
      prep_time: 10,
      cook_time: 65,
      level: "easy",
    });
  });

  it("makes no item if only its URL and language are known", () => {
    expect(extractFrom(pageOf(""), {}).results).toEqual([]);
    expect(extractFrom(pageOf(""), { schema: { title: "string", url: "url" } }).results).toEqual([]);
  });
});

describe("the prices of a menu", () => {
  it("are not the page's price", () => {
    const dishes = ["Tagliatelle – 12 €", "Tortellini – 14 €", "Zuppa inglese – 6 €"];
    const menu = `<ul>${dishes.map((dish) => `<li>${dish}</li>`).join("")}</ul>`;
    const html = pageOf(`<main><h1>Osteria Lume</h1><p>Bologna</p><h2>Menu</h2>${menu}</main>`);
    expect(itemFrom(html, { name: "string", price: "price" })).toEqual({ name: "Osteria Lume", price: null });
  });
});
