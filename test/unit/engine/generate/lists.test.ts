import { describe, expect, it } from "@jest/globals";
import { parseField } from "../../../../src/contract/fields/fields.ts";
import { extractRecords, parseDocument } from "../../../../src/engine/extract/extract.ts";
import { generateFlow, readSteps } from "../../../../src/engine/generate/index.ts";
import { readIntent } from "../../../../src/engine/generate/intent.ts";

const URL_OF_PAGE = "https://shop.example/";
const NOW = Date.UTC(2026, 10, 21);

const page = (body: string): string =>
  `<html lang="en"><head><title>Stock</title></head><body><main><h1>Stock</h1>${body}</main></body></html>`;

/** The flow for a sentence, and what its steps read off the page. */
const collect = (html: string, prompt: string) => {
  const document = parseDocument(html, { url: URL_OF_PAGE });
  const flow = generateFlow({ url: URL_OF_PAGE, document, isRendered: false }, prompt, NOW);
  const items = (flow?.steps ?? []).flatMap((step) =>
    step.type === "extract"
      ? extractRecords(document, {
          selector: step.selector,
          fields: (step.fields ?? []).map(parseField),
          schema: flow?.outputSchema ?? {},
          now: NOW,
        }).records
      : [],
  );
  return { flow, items };
};

const NAMES = [
  "Oak Kettle",
  "Tin Lamp",
  "Glass Bowl",
  "Iron Pan",
  "Brass Bell",
  "Clay Jug",
  "Wool Rug",
  "Ash Chair",
];

describe("a generated list", () => {
  it.each([
    ["<button>Load more</button>", "load-more"],
    [`<input type="button" value="Load more">`, "load-more"],
    ["<button hidden>Load more</button>", undefined],
    [`<a role="button" href="/more">Load more</a>`, undefined],
  ])("grows by a button that only a browser can press, if it has one: %s", (button, method) => {
    const cards = NAMES.map(
      (name) => `<article class="card"><h2>${name}</h2><b class="price">€9.50</b></article>`,
    );
    const { flow } = collect(page(cards.join("") + button), "name and price of all products");
    expect(flow?.steps.at(-1)).toMatchObject(method ? { type: "paginate", method } : { type: "extract" });
    expect(flow?.mode).toBe(method ? "interact" : "extract");
  });

  it('goes on to the address of a "load more" link', () => {
    const cards = NAMES.map(
      (name) => `<article class="card"><h2>${name}</h2><b class="price">€9.50</b></article>`,
    );
    const more = `<a role="button" href="/?page=2">Load more</a>`;
    const { flow } = collect(page(cards.join("") + more), "name and price of all products");
    expect(flow?.steps.at(-1)).toEqual({ type: "paginate", optional: true, maxPages: 100 });
    expect(flow?.mode).toBe("extract");
  });

  it.each([
    ["collects", "All questions and answers"],
    ["watches", "All questions and answers, tell me when one is added, every day"],
  ])("%s records without an element of their own by the names of their fields", (_does, prompt) => {
    const faq = [
      ["How do I return an item?", "Send it back within 30 days."],
      ["Do you ship abroad?", "Yes, to all of Europe."],
      ["Can I pay by invoice?", "Companies can, after an account check."],
    ];
    const body = faq.map(([asked, answer]) => `<h3>${asked}</h3><p>${answer}</p>`).join("");
    const document = parseDocument(page(body), { url: URL_OF_PAGE });
    const flow = generateFlow({ url: URL_OF_PAGE, document, isRendered: false }, prompt, NOW);
    expect(flow?.steps.at(-1)).toEqual({ type: "extract", records: "all" });
    expect(flow?.outputSchema).toEqual({ question: "string", answer: "string" });
    const { records } = readSteps(document, [{ records: "all" }], flow?.outputSchema ?? {}, NOW);
    expect(records).toEqual(faq.map(([question, answer]) => ({ question, answer })));
  });

  it("reads a field that is in one of two places per record", () => {
    const card = (name: string, at: number): string =>
      `<article class="card"><h2><a href="/p/${at}">${name}</a></h2>${
        at % 2
          ? `<p class="offer">from <b class="sale">€${10 + at}.50</b></p>`
          : `<div class="cost">€${10 + at}.50</div>`
      }</article>`;
    const { items } = collect(page(NAMES.map(card).join("")), "All products with name and price");
    expect(items).toEqual(NAMES.map((name, at) => ({ name, price: 10.5 + at })));
  });

  it("reads the columns of a table by name where its cells span rows", () => {
    const table = `<table><tr><th>Day</th><th>Session</th><th>Price</th></tr>
      <tr><td rowspan="3">Monday</td><td>Lanes</td><td rowspan="2">£5.20</td></tr><tr><td>Families</td></tr>
      <tr><td>Club</td><td>£7.00</td></tr><tr><td>Friday</td><td>Lanes</td><td>£6.00</td></tr></table>`;
    const { items } = collect(page(table), "day, session and price");
    expect(items.map((item) => Object.values(item))).toEqual([
      ["Monday", "Lanes", 5.2],
      ["Monday", "Families", 5.2],
      ["Monday", "Club", 7],
      ["Friday", "Lanes", 6],
    ]);
  });

  it("of links grouped by letter contains the links, not the letters", () => {
    const groups: Readonly<Record<string, readonly string[]>> = {
      B: ["Bands", "Belt keepers", "Binders", "Bolts", "Braces"],
      C: ["Cable ties", "Clamps", "Clips"],
      H: ["Hinges", "Hook and loop fasteners", "Hose clamps", "Hasps"],
      W: ["Washers", "Wire clips", "Wing nuts", "Wood screws", "Wedges", "Wall plugs"],
    };
    const html = Object.entries(groups)
      .map(
        ([letter, names]) =>
          `<div class="letter"><div>${names.map((name) => `<a href="/c/${name.toLowerCase().replaceAll(" ", "-")}">${name}</a>`).join(" ")}</div><i>${letter}</i></div>`,
      )
      .join("");
    const { items } = collect(page(html), "All entries of this list with title and link");
    expect(items.map(({ title }) => title)).toEqual(Object.values(groups).flat());
  });

  it("does not include filters that share a layout class", () => {
    const filter = (name: string): string =>
      `<div class="flex flex-col space-y-2"><b>${name}</b><a href="/f/${name}">Up to 10</a><a href="/g/${name}">Over 10</a></div>`;
    const row = (name: string, at: number): string =>
      `<div class="flex items-center pt-4 rank"><a href="/p/${at}">${name}</a><span class="score">${at}.5</span><p>Rated by ${20 + at} owners of the ${name}.</p></div>`;
    const html = `<aside>${["Size", "Colour", "Weight"].map(filter).join("")}</aside><section>${NAMES.map(row).join("")}</section>`;
    const { items } = collect(page(html), "All entries of this list with title and link");
    expect(items.map(({ title }) => title)).toEqual(NAMES);
  });

  it("says so if a field is in a different place in every record", () => {
    const tags = ["b", "i", "u", "s", "em", "q", "strong", "code"];
    const card = (name: string, at: number): string =>
      `<article class="card"><h2><a href="/p/${at}">${name}</a></h2><p>Save €${at + 2}.00 today</p><${tags[at]}>€${10 + at}.50</${tags[at]}></article>`;
    const { flow } = collect(page(NAMES.map(card).join("")), "All products with name and price");
    expect(flow?.outputSchema).toEqual({ name: "string" });
    expect(flow?.notes).toEqual([{ field: "price", why: expect.stringContaining("different places") }]);
  });
});

describe("further pages in a sentence", () => {
  it.each([
    "name and price, also from the next pages",
    "go through the pages of the archive and collect title and date",
    "title and date incl. older pages",
    "Titel und Datum, auch die weiteren Seiten",
    "titre et date, pages suivantes aussi",
    "título y fecha, recorre todas las páginas",
    "タイトルと日付、次のページも",
  ])("are read: %s", (prompt) => {
    const { limits, fields, dropped } = readIntent(prompt);
    expect(limits.everyPage).toBe(true);
    expect(fields).toHaveLength(2);
    expect(dropped).toEqual([]);
  });
});

describe("each record's own page in a sentence", () => {
  it.each([
    ["title and price of all books, and the ISBN (inside each book page)", ["title", "price"], ["isbn"]],
    ["name, price, material (material is on the detail page)", ["name", "price"], ["material"]],
    ["courses with title, and the syllabus (inside each course page)", ["title"], ["syllabus"]],
    ["open each job for the salary", [], ["salary"]],
    ["entra en cada oferta para coger el salario", [], ["salary"]],
    ["Ouvre chaque annonce pour lire la description", [], ["description"]],
    ["Gehe in jedes Produkt und lies die Beschreibung", [], ["description"]],
    ["visit every profile, go through all pages: name, email", ["name", "email"], ["description", "content"]],
  ])("is opened: %s", (prompt, own, opened) => {
    const { fields, inner } = readIntent(prompt);
    expect(
      fields.filter(({ isImplied }) => !isImplied).flatMap(({ name }) => (name === "url" ? [] : name)),
    ).toEqual(own);
    expect(inner?.map(({ name }) => name)).toEqual(opened);
  });
});
