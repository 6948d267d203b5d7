import { describe, expect, it } from "@jest/globals";
import { extractFrom, jsonLd, pageOf } from "./helpers.ts";

const card = (name: string, price: string): string =>
  `<div class="card"><img src="/${name}.jpg"><h3><a href="/p/${name}">${name}</a></h3><span class="price">${price}</span></div>`;
const CARDS = [
  card("Anna", "12,50 €"),
  card("Berta", "89,90 €"),
  card("Clara", "45,00 €"),
  card("Dora", "1.299,00 €"),
].join("");
const NAV = `<nav><ul>${["Home", "Shop", "Help", "Jobs", "Press"].map((name) => `<li><a href="/${name}">${name}</a></li>`).join("")}</ul></nav>`;
const SHELF = pageOf(
  `${NAV}<main><h1>Lamps</h1><div class="grid">${CARDS}</div></main>`,
  "<title>Lamps</title>",
  "de",
);
const SCHEMA = { name: "string", price: "price", url: "url" } as const;

describe("lists", () => {
  it("gives one item for each record, and none for the navigation", () => {
    const { kind, results } = extractFrom(
      SHELF,
      { schema: SCHEMA },
      "https://shop.example/collections/lamps",
    );
    expect(kind).toBe("list");
    expect(results.map(({ item }) => item)).toEqual([
      { name: "Anna", price: 12.5, url: "https://shop.example/p/Anna" },
      { name: "Berta", price: 89.9, url: "https://shop.example/p/Berta" },
      { name: "Clara", price: 45, url: "https://shop.example/p/Clara" },
      { name: "Dora", price: 1299, url: "https://shop.example/p/Dora" },
    ]);
  });

  it("keeps together what rows of a grid part", () => {
    const rows = pageOf(`<main><div class="row">${CARDS}</div><div class="row">${CARDS}</div></main>`);
    expect(extractFrom(rows, { schema: SCHEMA, instructions: "all products" }).results).toHaveLength(8);
  });

  it("names the columns of a table by its header", () => {
    const html = pageOf(`<main><table><thead><tr><th>Team</th><th>Points won</th></tr></thead>
      <tbody><tr><td>Reds</td><td>31</td></tr><tr><td>Blues</td><td>28</td></tr><tr><td>Greens</td><td>12</td></tr></tbody></table></main>`);
    const { results } = extractFrom(html, {
      schema: { team: "string", points_won: "integer" },
      instructions: "all teams",
    });
    expect(results.map(({ item }) => item)).toEqual([
      { team: "Reds", points_won: 31 },
      { team: "Blues", points_won: 28 },
      { team: "Greens", points_won: 12 },
    ]);
  });

  it("describes records by itself where no schema is given", () => {
    const { kind, results } = extractFrom(SHELF, {}, "https://shop.example/collections/lamps");
    expect(kind).toBe("list");
    expect(results[0]?.item).toMatchObject({
      title: "Anna",
      price: 12.5,
      url: "https://shop.example/p/Anna",
      image: "https://shop.example/Anna.jpg",
    });
  });
});

describe("one item or many", () => {
  const product = jsonLd({ "@type": "Product", name: "Lamp Anna", offers: { price: 12.5 } });
  const detail = pageOf(
    `<main><h1>Lamp Anna</h1><p>A fine lamp for long evenings.</p><h2>You may like</h2>${CARDS}</main>`,
    product,
  );

  it("is one for a product page with other products on it", () => {
    const { kind, results } = extractFrom(detail, { schema: SCHEMA });
    expect({ kind, item: results[0]?.item }).toMatchObject({
      kind: "detail",
      item: { name: "Lamp Anna", price: 12.5 },
    });
  });

  it("is many where the instructions ask for all", () => {
    expect(extractFrom(detail, { schema: SCHEMA, instructions: "every related product" }).kind).toBe("list");
  });

  it("is one where the schema asks for the page's content", () => {
    expect(
      extractFrom(
        SHELF,
        { schema: { title: "string", content: "string" } },
        "https://shop.example/collections/lamps",
      ).kind,
    ).toBe("detail");
  });

  it("takes the fields that the instructions name where there is no schema", () => {
    const { results } = extractFrom(detail, { instructions: "title and price of this product" });
    expect(results[0]?.item).toEqual({ title: "Lamp Anna", price: 12.5 });
  });
});
