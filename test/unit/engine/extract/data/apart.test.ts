import { describe, expect, it } from "@jest/globals";
import { parseField } from "../../../../../src/contract/fields/fields.ts";
import { extractRecords, parseDocument } from "../../../../../src/engine/extract/extract.ts";
import { extractFrom, itemFrom, jsonLd, pageOf } from "./helpers.ts";

const NAMES = ["Anna", "Berta", "Clara", "Dora"];
const listOf = (card: (name: string, index: number) => string, lang = "en"): string =>
  pageOf(
    `<main><h1>All</h1><ul>${NAMES.map((name, index) => `<li class="card">${card(name, index)}</li>`).join("")}</ul></main>`,
    "",
    lang,
  );
const recordsFrom = (html: string, schema: Parameters<typeof itemFrom>[1]) =>
  extractFrom(html, { schema }).results.map(({ item }) => item);

describe("prices split over several elements", () => {
  const PRICES: readonly (readonly [string, number | null])[] = [
    ["<span>$</span><span>148</span><span>02</span>", 148.02],
    ["<span>$</span>\n<span>148</span>\n<span>02</span>", 148.02],
    ["<span>1</span><span>299</span><span>€</span>", 1299],
    ["<span>148</span><span>02</span><span>€</span>", 148.02],
    ["$148<sup>02</sup>", 148.02],
    ["1.299<sup>99</sup> €", 1299.99],
    ["1,299<sup>99</sup> $", 1299.99],
    ["<i>$</i><i>1</i><i>9</i><i>5</i>", 195],
    ["<b>$12</b><span>5 left</span>", 12],
    ["<b>€12</b> <b>€15</b>", null],
  ];
  it.each(PRICES)("are read by a selector: %s", (html, price) => {
    const page = parseDocument(pageOf(`<p class="cost">${html}</p>`), { url: "https://shop.example/" });
    const query = { selector: undefined, fields: [parseField("price: .cost")], now: 0 };
    expect(extractRecords(page, { ...query, schema: { price: "price" } }).records).toEqual([{ price }]);
  });

  it.each(PRICES.slice(0, 7))("are read in records: %s", (html, price) => {
    const records = recordsFrom(
      listOf((name) => `<h3><a href="/p/${name}">${name}</a></h3><div>${html}</div>`),
      { price: "price" },
    );
    expect(records).toEqual(NAMES.map(() => ({ price })));
  });

  it.each([
    ["6.200 €", 6200],
    ["200 €", 200],
  ])("do not include digits of a name before them: %s", (text, price) => {
    for (const gap of ["", " "]) {
      const html = listOf((_, at) => `<a href="/p/${at}">Fiat 50${at}</a>${gap}<b>${text}</b>`, "de");
      expect(recordsFrom(html, { title: "string", price: "price" })).toEqual(
        NAMES.map((_, at) => ({ title: `Fiat 50${at}`, price })),
      );
    }
  });

  it("do not include free shipping or a minimum order value", () => {
    const html = listOf((name) => `<a href="/p/${name}">${name}</a><b>$12</b><span>Free shipping</span>`);
    expect(recordsFrom(html, { price: "price" })).toEqual(NAMES.map(() => ({ price: 12 })));
    const least = "<main><h1>Kanne</h1><p>ab <b>50 €</b> <span>versandkostenfrei</span></p></main>";
    expect(itemFrom(pageOf(least, "", "de"), { title: "string", price: "price" })?.price).toBeNull();
  });

  it("include taxes if both prices are shown", () => {
    const html = "<main><h1>Kettle</h1><p>£12.00 (ex VAT) £14.40 (inc VAT)</p></main>";
    expect(itemFrom(pageOf(html), { title: "string", price: "price" })?.price).toBe(14.4);
  });
});

describe("the extractor, for names", () => {
  it.each(["Website", "View details", "Weiterlesen"])(
    "does not use link text as a record's name: %s",
    (words) => {
      const html = listOf(
        (name) => `<b>${name}</b><p>Words about it, a few.</p><a href="/w/${name}">${words}</a>`,
      );
      expect(recordsFrom(html, { title: "string" })).toEqual(NAMES.map((title) => ({ title })));
    },
  );

  it.each([
    '<button class="brand-refresh-button">Refresh</button>',
    '<div class="brand"><button class="brand-name">Reload all</button></div>',
    '<select class="brand"><option>Any</option></select>',
  ])("does not use buttons or options as a brand: %s", (html) => {
    const page = pageOf(`<main><h1>Kettle</h1>${html}<p>$12</p></main>`);
    expect(itemFrom(page, { title: "string", brand: "string" })).toEqual({ title: "Kettle", brand: null });
  });
});

describe("a product's rating", () => {
  const SCHEMA = { rating: "number", review_count: "integer" } as const;
  const review = (stars: string): string =>
    `<div class="review"><span class="stars">${stars}</span><p>Muy buena.</p></div>`;
  it.each([
    [
      `<p>4,4 de 5 (87 opiniones)</p><section class="reviews">${review("★★★★★")}${review("★★★☆☆")}</section>`,
      4.4,
      87,
    ],
    [
      '<p>4,4 de 5 (87 opiniones)</p><div class="review"><i class="rating" title="5 de 5"></i></div>',
      4.4,
      87,
    ],
    ["<p>評価 4.5（32件）</p>", 4.5, 32],
    ['<p>4,4 von 5 Sternen</p><a href="#all">38 Bewertungen</a>', 4.4, 38],
    ['<a href="#all">38 Bewertungen</a>', null, 38],
    ["<p>Rating 5 tips to choose well</p>", null, null],
  ])("is the overall rating, not one reviewer's: %s", (html, rating, count) => {
    const page = pageOf(`<main><h1>Taza</h1>${html}<p>10 €</p></main>`, "", "es");
    expect(itemFrom(page, { title: "string", ...SCHEMA })).toEqual({
      title: "Taza",
      rating,
      review_count: count,
    });
  });
});

describe("the subject of a page", () => {
  it("is not a broadcast event or the site's owner", () => {
    const story = { "@type": "NewsArticle", headline: "How it all ended", datePublished: "2026-02-02" };
    const show = {
      "@type": "BroadcastEvent",
      name: "Final day",
      startDate: "2026-01-01",
      datePublished: "2026-01-01",
    };
    const page = pageOf(
      "<main><h1>Final day</h1><p>2 February 2026</p><p>Words.</p></main>",
      jsonLd([show, story]),
    );
    expect(itemFrom(page, { date: "date" })).toEqual({ date: "2026-02-02" });
    const head = `<title>Blue kettle - Tea Store</title>${jsonLd([
      { "@type": "Store", name: "Tea Store", sku: "S-1", url: "/", telephone: "1" },
      { "@type": "Product", name: "Kettle, 2 l", sku: "K-2" },
    ])}`;
    expect(itemFrom(pageOf("<main><h1>Blue kettle</h1></main>", head), { sku: "string" })).toEqual({
      sku: "K-2",
    });
  });
});

describe("bylines", () => {
  it.each([
    ["fr", "Par Jeanne Morel, publié le 3 mars 2026", ["Jeanne Morel"], "2026-03-03"],
    ["ja", "文：山田太郎 2026年3月3日", ["山田太郎"], "2026-03-03"],
    ["ru", "Автор: Иван Петров, 3 марта 2026", ["Иван Петров"], "2026-03-03"],
    ["en", "By Ann Lee, 3 March 2026", ["Ann Lee"], "2026-03-03"],
    ["en", "by Ann Lee and Bob Ray", ["Ann Lee", "Bob Ray"], null],
    ["en", "By Ann Lee, Cy Doe and Bob Ray | 3 March 2026", ["Ann Lee", "Cy Doe", "Bob Ray"], "2026-03-03"],
    ["en", "By Design", [], null],
  ])("are split into people and date (%s): %s", (lang, line, authors, date) => {
    const page = pageOf(
      `<main><h1>On kettles</h1><p>${line}</p><p>Words of some length.</p></main>`,
      "",
      lang,
    );
    expect(itemFrom(page, { title: "string", authors: "string[]", date: "date" })).toEqual({
      title: "On kettles",
      authors,
      date,
    });
  });
});

describe("instructions", () => {
  it("can name labels of the page together with known fields", () => {
    const rows = "<tr><th>Weight</th><td>1.2 kg</td></tr><tr><th>Height</th><td>20 cm</td></tr>";
    const page = pageOf(`<main><h1>Kettle</h1><p>$12</p><table>${rows}</table></main>`);
    expect(extractFrom(page, { instructions: "price and weight" }).results[0]?.item).toEqual({
      price: 12,
      weight: "1.2 kg",
    });
  });
});

describe("a short page", () => {
  it("keeps its only sentence", () => {
    const item = itemFrom(pageOf("<h1>Hi</h1><p>One sentence.</p>"), { content: "string" });
    expect(item?.content).toContain("One sentence.");
  });
});
