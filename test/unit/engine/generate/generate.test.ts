import { describe, expect, it } from "@jest/globals";
import { parseField } from "../../../../src/contract/fields/fields.ts";
import { FlowDefinition } from "../../../../src/contract/flows/flowDefinition.ts";
import { extractRecords } from "../../../../src/engine/extract/extract.ts";
import { generateFlow } from "../../../../src/engine/generate/index.ts";
import { LIST, NAMES, NOW, pageOf, URL } from "./world/list.ts";

const DETAIL = `<html lang="en"><head><title>Oak kettle</title>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Oak kettle","sku":"K-1","brand":{"@type":"Brand","name":"Larch"},"offers":{"@type":"Offer","price":"24.50","priceCurrency":"EUR","availability":"https://schema.org/InStock"}}</script></head>
<body><main><h1 class="name">Oak kettle</h1><p class="price">€24.50</p><p>A kettle of steel with a handle of oak, which stays cool in the hand.</p></main></body></html>`;

const stepsOf = (html: string, prompt: string) => {
  const flow = generateFlow(pageOf(html), prompt, NOW);
  if (!flow) throw new Error("no flow was generated");
  FlowDefinition.parse(flow);
  return flow;
};

describe("a generated flow", () => {
  it("collects the requested fields of every record, page by page", () => {
    const { steps, outputSchema, mode } = stepsOf(LIST, "titles and prices of all products");
    expect({ mode, outputSchema }).toEqual({
      mode: "extract",
      outputSchema: { title: "string", price: "price" },
    });
    expect(steps).toEqual([
      expect.objectContaining({ type: "navigate", url: URL }),
      {
        type: "extract",
        label: "products",
        selector: ".good",
        fields: ["title: .good-name", "price: .price"],
      },
      expect.objectContaining({ type: "paginate", selector: expect.stringContaining("next") }),
    ]);
  });

  it("finds all records of a list that is longer than the part it was made from", () => {
    const goods = Array.from(
      { length: 1_200 },
      (_, at) =>
        `<article class="good"><h3><a href="/p/${at}">Good ${at}</a></h3><p class="price">€${at}.50</p></article>`,
    );
    const html = `<html lang="en"><head><title>All goods</title></head><body><main><h1>All goods</h1>${goods.join("")}</main></body></html>`;
    const { steps } = stepsOf(html, "titles and prices of all products");
    expect(steps[1]).toMatchObject({ selector: ".good", fields: ["title: h3", "price: .price"] });
  });

  it("looks for more below a list that scripts fill in, and says so", () => {
    const photos = Array.from(
      { length: 12 },
      (_, at) => `<div class="photo"><h3>Photo of lake ${at}</h3><p class="author">Ann</p></div>`,
    );
    const page = pageOf(`<title>Photos</title><main><h1>Photos</h1>${photos.join("")}</main>`);
    const generated = (isRendered: boolean, prompt = "all photos with name and author") =>
      generateFlow({ ...page, isRendered }, prompt, NOW);
    expect(generated(true)?.steps.at(-1)).toEqual({
      type: "paginate",
      method: "scroll",
      optional: true,
      maxPages: 20,
    });
    expect(generated(true)?.description).toContain("scrolls on while more appears, up to 20 times");
    expect(generated(true)?.description).not.toContain("pages after it");
    expect(generated(true, "all photos with name and author from all pages")?.steps.at(-1)).toEqual({
      type: "paginate",
      optional: true,
      maxPages: 100,
    });
    const once = ["photos with name, only this page", "tell me when a photo with a new name is added"];
    for (const flow of [generated(false), ...once.map((prompt) => generated(true, prompt))])
      expect(flow?.steps.at(-1)?.type).toBe("extract");
  });

  it("reads the whole text of records whose parts have no space between them", () => {
    const cards = Array.from(
      { length: 6 },
      (_, at) =>
        `<div class="card"><h3><a href="/a/${at}">Album ${at}</a></h3><p>By a band from town ${at}<span>${at + 4} songs</span></p></div>`,
    );
    const { steps, notes } = stepsOf(
      `<html lang="en"><title>Albums</title><main>${cards.join("")}</main></html>`,
      "All entries with title, link and the whole text",
    );
    expect(steps[1]).toMatchObject({ fields: ["title: h3", "link: a", "content: :scope"] });
    expect(notes).toBeUndefined();
  });

  it("reads text in records that has its own element", () => {
    const bodies = [
      "It has been lit for years",
      "Too small, but of a fine colour",
      "It came late, without a scratch",
    ];
    const reviews = Array.from(
      { length: 9 },
      (_, at) =>
        `<div class="rev"><h3>Review ${at}</h3><i>Ann</i><p class="body">${bodies[at % 3]} and I would buy lamp ${at} again any day.</p><b>${at + 4} votes</b></div>`,
    );
    const { steps } = stepsOf(
      `<html lang="en"><title>Reviews</title><main>${reviews.join("")}</main></html>`,
      "title and body of each review",
    );
    expect(steps[1]).toMatchObject({ fields: ["title: h3", "body: .body"] });
  });

  it("collects the fields that a list has, even if it lacks most requested ones", () => {
    const news = Array.from(
      { length: 8 },
      (_, at) =>
        `<article class="teaser"><h2><a href="/news/${at}">The council met ${at} times</a></h2><p>Lead of story ${at}.</p></article>`,
    );
    const html = `<html lang="en"><title>News</title><nav><a href="/">Home</a><a href="/b">Sport</a></nav><main>${news.join("")}</main></html>`;
    const asked = "articles with headline, author, rating and price";
    expect(generateFlow(pageOf(html), asked, NOW)).toBeNull();
    const { steps = [], notes } = generateFlow(pageOf(html), asked, NOW, [], true) ?? {};
    expect(steps[1]).toMatchObject({ selector: ".teaser", fields: ["headline: h2"] });
    expect(notes?.map(({ field }) => field)).toEqual(["author", "rating", "price"]);
    const menu = `<html lang="en"><title>News</title><nav>${"<a href='/a'>Home</a>".repeat(8)}</nav><p>Welcome.</p></html>`;
    expect(generateFlow(pageOf(menu), asked, NOW, [], true)).toBeNull();
  });

  it("returns the page's content if no fields are requested", () => {
    const { outputSchema } = stepsOf(LIST, "everything in this list");
    expect(outputSchema).toMatchObject({ title: "string", url: "url", price: "price", image: "image" });
  });

  it("reports requested fields that do not exist, and leaves them out", () => {
    const { notes, outputSchema } = stepsOf(LIST, "title, price and email of all products");
    expect(notes).toEqual([{ field: "email", why: "No record of the list shows it." }]);
    expect(Object.keys(outputSchema)).toEqual(["title", "price"]);
  });

  it("reads a detail page by selectors, and detects values without an element", () => {
    const { steps, outputSchema } = stepsOf(DETAIL, "title, price, brand and sku of this product");
    expect(steps.at(-1)).toEqual({
      type: "extract",
      fields: ["title: .name", "price: .price", "brand", "sku"],
    });
    expect(outputSchema).toEqual({ title: "string", price: "price", brand: "string", sku: "string" });
  });

  it("monitors with the conditions in the prompt, and identifies the record", () => {
    const flow = stepsOf(DETAIL, "Alert me when the price drops below 20, every day at 7");
    expect(flow).toMatchObject({
      mode: "monitor",
      monitor: { conditions: ["price < 20"] },
      schedule: { cron: "0 7 * * *", timezone: "UTC" },
      outputSchema: { title: "string", price: "price" },
    });
  });

  it("respects the limits in the prompt", () => {
    const flow = stepsOf(LIST, "first 3 products from the top 2 pages with title");
    expect(flow.limits).toEqual({ maxItems: 3 });
    expect(flow.steps.at(-1)).toMatchObject({ type: "paginate", maxPages: 2 });
    expect(stepsOf(LIST, "all titles, only this page").steps.map(({ type }) => type)).not.toContain(
      "paginate",
    );
  });

  it("clicks if the prompt says so, and signs in with the flow's secrets", () => {
    const tabs = LIST.replace("<ul", '<button class="tab" id="all">Show sold</button><ul');
    const clicked = stepsOf(tabs, 'Click "Show sold", then title of all products');
    expect(clicked.mode).toBe("interact");
    expect(clicked.steps[1]).toEqual({ type: "click", selector: "#all" });
    const login = `<form><input name="user"><input type="password" name="pass"><button>Go</button></form>`;
    const { steps } = stepsOf(
      LIST.replace("<ul", `${login}<ul`),
      "Log in and collect the title of all products",
    );
    expect(steps.slice(1, 4)).toEqual([
      { type: "type", selector: 'input[name="user"]', text: "{{secret.username}}" },
      { type: "type", selector: 'input[name="pass"]', text: "{{secret.password}}" },
      { type: "click", selector: "button" },
    ]);
  });

  it("says what it cannot monitor", () => {
    const flow = stepsOf(LIST, "Alert me when the stock of any product drops below 5");
    expect(flow.monitor).toBeUndefined();
    expect(flow.description).toContain("Left out because");
    expect(stepsOf(LIST, "Alert me when the rating falls below 4").description).toContain('"rating < 4"');
  });

  it("leaves out excluded fields if the prompt names no others", () => {
    const { outputSchema } = stepsOf(LIST, "everything in this list except prices and images");
    expect(Object.keys(outputSchema)).toContain("title");
    expect(Object.keys(outputSchema)).not.toEqual(expect.arrayContaining(["price"]));
    expect(Object.keys(outputSchema)).not.toEqual(expect.arrayContaining(["image"]));
  });

  const cardsOf = (inner: (index: number) => string): string =>
    `<html lang="en"><body><main><h1>Kettles</h1><div class="all">${NAMES.map(
      (name, index) => `<div class="card"><h3><a href="/k/${index}">${name}</a></h3>${inner(index)}</div>`,
    ).join("")}</div></main></body></html>`;
  const fieldsOf = (html: string, prompt: string): string[] =>
    stepsOf(html, prompt).steps.flatMap((step) =>
      step.type === "extract" ? (step.fields ?? []).map(String) : [],
    );

  it.each(["s", "del", "strike"])("does not read a price from <%s>", (tag) => {
    const html = cardsOf((index) => `<p><${tag}>€${index + 30}.00</${tag}> <b>€${index + 20}.00</b></p>`);
    const [price] = fieldsOf(html, "title and price of all products").filter((text) => /^price/.test(text));
    expect(price ?? "").not.toMatch(new RegExp(`(?:^|[\\s>])${tag}(?:\\W|$)`));
    const only = cardsOf((index) => `<p><${tag}>€${index + 30}.00</${tag}></p>`);
    expect(fieldsOf(only, "title and price of all products").join()).not.toContain("price");
  });

  it("does not read a rating from a heading", () => {
    const html = cardsOf(() => "<h4>4.5</h4><p>A kettle that whistles.</p>");
    expect(fieldsOf(html, "title and rating of all products").join()).not.toMatch(/rating: h/);
  });

  it("reads no price from the whole page, and no field from an arbitrary list item", () => {
    const html = `<html lang="en"><body><h1 class="name">Oak kettle</h1>€24.50<ul><li>Stainless steel</li></ul></body></html>`;
    const fields = fieldsOf(html, "title, price and material of this product");
    expect(fields.join()).not.toMatch(/: (?:body|html|main|li)\b/);
  });

  it("returns all product fields of a shop's page if the full content is requested", () => {
    const about =
      "<p>A kettle of steel with a handle of oak, which stays cool in the hand while water boils.</p>";
    const html = `<html lang="en"><body><nav><a href="/">Home</a></nav><div class="offer"><h1>Oak kettle</h1><p class="price">€24.50</p><aside>Item number K-1</aside>${about}</div></body></html>`;
    const whole = fieldsOf(html, "this product's title, price and the whole content");
    expect(whole).toContainEqual("text: .offer");
    expect(fieldsOf(html, "this product's title, price and content").join()).not.toContain("text");
    expect(fieldsOf(html, "this page's title and the whole content").join()).not.toContain("text");
  });

  it("does not report stock as missing if every card shows it", () => {
    const html = cardsOf((index) => `<p class="price">€${index + 20}.00</p><p>In stock</p>`);
    const { description } = stepsOf(html, "title and price of all products, only in stock");
    expect(description).not.toContain("not on the page");
    expect(description).toContain("All records are collected");
  });

  it("is null if the page is empty", () => {
    expect(generateFlow(pageOf("<html><body></body></html>"), "prices of all products", NOW)).toBeNull();
  });
});

describe("the field for a record itself", () => {
  it("is read by a run", () => {
    const { document } = pageOf(LIST);
    const { records } = extractRecords(document, {
      selector: "h3",
      fields: [parseField("text: :scope")],
      schema: {},
      now: NOW,
    });
    expect(records.map(({ text }) => text)).toEqual(NAMES);
  });
});
