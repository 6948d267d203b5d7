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

describe("a list", () => {
  it("returns one item per record, without the navigation", () => {
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

  it("does not read a number in a record's prose as a count of comments, reviews or messages", () => {
    const kettles = ["Oak", "Tin", "Elm", "Ash"].map(
      (name, at) =>
        `<article class="card"><h3><a href="/p/${name}">${name} kettle</a></h3><p>Boils ${at + 4} cups of water in a few minutes.</p></article>`,
    );
    const { results } = extractFrom(pageOf(`<main><h1>Kettles</h1>${kettles.join("")}</main>`), {
      schema: {
        name: "string",
        reviews: "integer",
        comments: "number",
        messages: "integer",
        review: "string",
      },
    });
    expect(results.map(({ item }) => item)[0]).toEqual({
      name: "Oak kettle",
      reviews: null,
      comments: null,
      messages: null,
      review: "Boils 4 cups of water in a few minutes.",
    });
  });

  it.each([
    ["Rated 4.2 out of 5 by our guests in 104 reviews on this site", { reviews: "integer" }, 104],
    ["Posted in the forum of the town on page 3 with 1,204 comments so far", { comments: "integer" }, 1204],
    ["Messages: 17 of which most were read by the people of the town", { messages: "number" }, 17],
    ["Lead of story 8, about the people of the town and its river", { comments: "integer" }, null],
  ] as const)(
    "accepts a number in a record's prose if the field's name is next to it: %s",
    (text, schema, count) => {
      const cards = ["Oak", "Tin", "Elm", "Ash"].map(
        (name) =>
          `<article class="card"><h3><a href="/p/${name}">${name} shop</a></h3><p>${text}</p></article>`,
      );
      const { results } = extractFrom(pageOf(`<main><h1>Shops</h1>${cards.join("")}</main>`), {
        schema: { name: "string", ...schema },
      });
      expect(Object.values(results[0]?.item ?? {})).toEqual(["Oak shop", count]);
    },
  );

  it("keeps a value that only one record in ten has, wherever it is", () => {
    const sold = (place: number): boolean => place >= 300 && place < 360;
    const cards = Array.from({ length: 600 }, (_, place) =>
      card(`Lamp${place}`, "9,90 €").replace("</div>", sold(place) ? "<p>Sold out</p></div>" : "</div>"),
    );
    const { results } = extractFrom(pageOf(`<main><h1>Lamps</h1>${cards.join("")}</main>`, "", "de"), {
      schema: { ...SCHEMA, availability: "string" },
    });
    expect(results).toHaveLength(600);
    for (const [place, { item }] of results.entries())
      expect(item).toMatchObject({
        name: `Lamp${place}`,
        price: 9.9,
        availability: sold(place) ? "OutOfStock" : null,
      });
  });

  it("joins records from several grid rows", () => {
    const more = ["Emma", "Frida", "Gerda", "Hanna"].map((name) => card(name, "9,90 €")).join("");
    const rows = pageOf(`<main><div class="row">${CARDS}</div><div class="row">${more}</div></main>`);
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

  it("has detected fields if there is no schema", () => {
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

  it("is one for a product page that also shows other products", () => {
    const { kind, results } = extractFrom(detail, { schema: SCHEMA });
    expect({ kind, item: results[0]?.item }).toMatchObject({
      kind: "detail",
      item: { name: "Lamp Anna", price: 12.5 },
    });
  });

  it("is many if the instructions ask for all", () => {
    expect(extractFrom(detail, { schema: SCHEMA, instructions: "every related product" }).kind).toBe("list");
  });

  it("is one if the schema asks for the page's content", () => {
    expect(
      extractFrom(
        SHELF,
        { schema: { title: "string", content: "string" } },
        "https://shop.example/collections/lamps",
      ).kind,
    ).toBe("detail");
  });

  it("has the fields named in the instructions if there is no schema", () => {
    const { results } = extractFrom(detail, { instructions: "title and price of this product" });
    expect(results[0]?.item).toEqual({ title: "Lamp Anna", price: 12.5 });
  });
});

describe("real-life list pages", () => {
  const shop = (cards: string, around = ""): string =>
    pageOf(`${NAV}<main><h1>Tea</h1>${cards}${around}</main>`);
  const sale = (name: string): string =>
    `<li class="item"><a href="/p/${name}"><img src="/${name}.jpg"><h2>${name}</h2></a><span class="price"><del>39€</del>
     <span class="screen-reader-text">Original price was: 39€.</span><ins>29€</ins></span></li>`;
  const names = ["Ada", "Bo", "Cy", "Di", "Ed", "Fay"];

  it("have the current price and the old one", () => {
    const { results } = extractFrom(
      shop(`<ul>${names.map(sale).join("")}</ul>`),
      { schema: { name: "string", price: "price", old_price: "price" } },
      "https://shop.example/collections/tea",
    );
    expect(results).toHaveLength(6);
    expect(results[0]?.item).toEqual({ name: "Ada", price: 29, old_price: 39 });
  });

  it("return the text around the records after them, if no fields are given", () => {
    const about =
      "<section><h2>About our tea</h2><p>We buy our tea from three gardens in the hills, and pack it by hand in the north.</p></section>";
    const { kind, results } = extractFrom(
      shop(`<ul>${names.map(sale).join("")}</ul>`, about),
      {},
      "https://shop.example/collections/tea",
    );
    expect(kind).toBe("list");
    expect(results.slice(0, 6).map(({ item }) => item.title)).toEqual(names);
    expect(
      results
        .slice(6)
        .map(({ item }) => String(item.content))
        .join(" "),
    ).toContain("three gardens");
    expect(
      extractFrom(shop(`<ul>${names.map(sale).join("")}</ul>`, about), {
        schema: SCHEMA,
        instructions: "all products",
      }).results,
    ).toHaveLength(6);
  });

  it("return the cards as records, not the sections around them", () => {
    const section = (at: number): string =>
      `<section class="shelf"><h2>Shelf ${at}</h2><div class="grid">${names.map((name) => card(`${name}${at}`, "5 €")).join("")}</div></section>`;
    const { results } = extractFrom(shop([1, 2, 3].map(section).join("")), {
      schema: SCHEMA,
      instructions: "every product",
    });
    expect(results).toHaveLength(18);
  });

  it("combine a title with the following summary if no element contains both", () => {
    const posts = names.map(
      (name) =>
        `<p class="title"><a href="/${name}">The story of ${name}</a></p><p class="summary">How ${name} came to be, told in a few plain words.</p>`,
    );
    const { results } = extractFrom(pageOf(`<div id="posts">${posts.join("")}</div>`), {
      schema: { title: "string", description: "string" },
      instructions: "all posts",
    });
    expect(results.map(({ item }) => item.title)).toEqual(names.map((name) => `The story of ${name}`));
    expect(results[0]?.item.description).toBe("How Ada came to be, told in a few plain words.");
  });

  it("are read if the body has a class named after a menu", () => {
    const html = shop(`<ul>${names.map(sale).join("")}</ul>`).replace(
      "<body>",
      '<body class="has-menu nav-open">',
    );
    expect(extractFrom(html, { schema: { name: "string" }, instructions: "all" }).results).toHaveLength(6);
  });

  it("return every row of a long table", () => {
    const rows = Array.from(
      { length: 5_000 },
      (_, at) => `<tr><td>Item ${at}</td><td>${at + 1}.50 €</td></tr>`,
    );
    const { results } = extractFrom(
      pageOf(`<h1>All</h1><table><tr><th>Name</th><th>Price</th></tr>${rows.join("")}</table>`),
      { schema: { name: "string", price: "price" } },
    );
    expect(results).toHaveLength(5_000);
    expect(results.at(-1)?.item).toEqual({ name: "Item 4999", price: 5000.5 });
  }, 60_000);

  it("contain only the table's rows, without the text beside it, if no fields are requested", () => {
    const rows = ["Vans", "Desks", "Lamps", "Paper"].map(
      (name, at) => `<tr><td>${name}</td><td>Town of Ulm</td><td>${at + 1}2,000 €</td></tr>`,
    );
    const { kind, results } = extractFrom(
      pageOf(
        `<h1>Open tenders</h1><p>All tenders that are open in the region now.</p>
        <table><tr><th>Title</th><th>Authority</th><th>Value</th></tr>${rows.join("")}</table>`,
      ),
    );
    expect(kind).toBe("list");
    expect(results.map(({ item }) => item.title)).toEqual(["Vans", "Desks", "Lamps", "Paper"]);
  });

  it("add no space for soft hyphens and zero-width spaces", () => {
    const { results } = extractFrom(
      shop(`<ul>${names.map((name) => sale(`${name}\u00ad\u200bx`)).join("")}</ul>`),
      {
        schema: { name: "string" },
        instructions: "all",
      },
    );
    expect(results.map(({ item }) => item.name)).toEqual(names.map((name) => `${name}x`));
  });
});
