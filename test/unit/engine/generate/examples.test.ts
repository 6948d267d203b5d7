import { describe, expect, it } from "@jest/globals";
import { parseField } from "../../../../src/contract/fields/fields.ts";
import type { ExampleRecord } from "../../../../src/contract/fields/recordExamples.ts";
import { extractRecords, parseDocument } from "../../../../src/engine/extract/extract.ts";
import { generateFromExamples } from "../../../../src/engine/generate/index.ts";

const URL_OF_PAGE = "https://shop.example/";
const NOW = Date.UTC(2026, 10, 21);

const generate = (html: string, examples: ExampleRecord[], prompt?: string) =>
  generateFromExamples(
    { url: URL_OF_PAGE, document: parseDocument(html, { url: URL_OF_PAGE }), isRendered: false },
    examples,
    prompt,
    NOW,
  );

const read = (flow: NonNullable<ReturnType<typeof generate>["flow"]>, html: string) => {
  const step = flow.steps.find(({ type }) => type === "extract");
  if (step?.type !== "extract") throw new Error("no extract step");
  const fields = (step.fields ?? []).map(parseField);
  const query = { selector: step.selector, fields, schema: flow.outputSchema, now: NOW };
  return extractRecords(parseDocument(html, { url: URL_OF_PAGE }), query).records;
};

const NAMES = ["Oak Kettle", "Tin Lamp", "Glass Bowl", "Iron Pan", "Brass Bell"];
const card = (name: string, at: number, was = 200 + at): string =>
  `<article class="card"><h2><a href="/p/${at}">${name.replace(" ", " <em>")}</em></a></h2><span class="price">€1${at}1.85</span><del class="was">€${was}.00</del><p>Made on <b>2 March 202${at}</b></p></article>`;
const shop = (cards: string): string =>
  `<html lang="en"><body><main><h1>Shop</h1>${cards}</main></body></html>`;
const SHOP = shop(NAMES.map((name, at) => card(name, at)).join(""));

describe("an example record of a list", () => {
  it.each([
    ["struck out", (was: string) => `<del><b class="money">${was}</b></del>`],
    ["called so", (was: string) => `<b class="money old">${was}</b>`],
  ])("without an old price ignores old prices (%s)", (_, before) => {
    const priced = (name: string, at: number): string =>
      `<article class="card"><h2>${name}</h2><div class="price">${at % 2 ? before(`€9${at}.00`) : ""}<b class="money">€1${at}.50</b></div></article>`;
    const page = shop(NAMES.map(priced).join(""));
    const { flow } = generate(page, [{ title: "Oak Kettle", price: "€10.50" }]);
    expect(flow && read(flow, page)).toEqual(NAMES.map((title, at) => ({ title, price: 10.5 + at })));
  });

  it("from JSON reads the records by their keys", () => {
    const json = JSON.stringify({
      total: 3,
      data: ["A-1", "B-22", "C-3"].map((code, at) => ({
        DOCKET_NBR: code,
        ISSUED_DATE: `2026/01/0${at + 1}`,
      })),
    });
    const document = parseDocument(json, { url: URL_OF_PAGE, format: "json" });
    const page = { url: URL_OF_PAGE, document, isRendered: false };
    const { flow } = generateFromExamples(page, [{ docket: "A-1", date: "2026/01/01" }], undefined, NOW);
    expect(flow?.preview?.records).toEqual([
      { docket: "A-1", date: "2026-01-01" },
      { docket: "B-22", date: "2026-01-02" },
      { docket: "C-3", date: "2026-01-03" },
    ]);
  });

  it("reads all records, across inline tags and in other formats", () => {
    const { flow } = generate(SHOP, [
      { title: "Oak Kettle", price: "101.85", made: "2 March 2020", url: "/p/0" },
    ]);
    expect(flow?.preview).toMatchObject({ recordCount: NAMES.length });
    expect(flow?.notes).toBeUndefined();
    expect(flow && read(flow, SHOP)).toEqual(
      NAMES.map((title, at) => ({
        title,
        price: 101.85 + at * 10,
        made: `2 March 202${at}`,
        url: `${URL_OF_PAGE}p/${at}`,
      })),
    );
    expect(flow?.preview?.fields.every(({ confidence, found }) => confidence > 0.8 && found !== "")).toBe(
      true,
    );
  });

  it("with one missing field keeps the others and names the missing one", () => {
    const { flow } = generate(SHOP, [{ title: "Oak Kettle", colour: "mauve", price: "101.85" }]);
    expect(flow?.notes).toMatchObject([{ field: "colour", code: "example-not-found" }]);
    expect(Object.keys(flow?.outputSchema ?? {})).toEqual(["title", "price"]);
  });

  it("that matches two places asks which one is meant; a second example decides", () => {
    const row = (name: string, here: number, there: number): string =>
      `<tr><td><a href="/${name}">${name}</a></td><td>${here}</td><td>${there}</td></tr>`;
    const table = shop(
      `<table><tbody>${row("Anna", 5, 5)}${row("Berta", 7, 2)}${row("Clara", 3, 9)}${row("Dora", 4, 8)}</tbody></table>`,
    );
    const { flow } = generate(table, [{ name: "Anna", points: "5" }]);
    expect(flow?.notes).toMatchObject([{ field: "points", code: "example-ambiguous" }]);
    expect(flow?.notes?.[0]?.candidates).toHaveLength(2);
    // The likeliest is read, with a low confidence, and the question has both.
    expect(Object.keys(flow?.outputSchema ?? {})).toEqual(["name", "points"]);
    expect(flow?.preview?.fields.find(({ field }) => field === "points")?.confidence).toBeLessThan(0.5);
    expect(flow?.questions).toMatchObject([
      { field: "points", candidates: [{ where: expect.any(String) }, { where: expect.any(String) }] },
    ]);
    const settled = generate(table, [
      { name: "Anna", points: "5" },
      { name: "Berta", points: "2" },
    ]);
    expect(settled.flow?.notes).toBeUndefined();
    expect(settled.flow && read(settled.flow, table).map(({ points }) => points)).toEqual([
      "5",
      "2",
      "9",
      "8",
    ]);
  });
});

describe("example values inside longer text", () => {
  const items = (make: (name: string, at: number) => string): string => NAMES.map(make).join("");
  const fieldsOf = (html: string, example: ExampleRecord): Record<string, unknown>[] => {
    const { flow } = generate(html, [example], "all records");
    return flow ? [...read(flow, html)] : [];
  };

  it("are cut out between delimiters", () => {
    const html = shop(
      `<ul>${items((name, at) => `<li><a href="/${at}">${name}, Inc., (${at}4-A${at}7 - new)</a> said to be good</li>`)}</ul>`,
    );
    expect(fieldsOf(html, { name: "Tin Lamp, Inc.", code: "14-A17" })).toEqual(
      NAMES.map((name, at) => ({ name: `${name}, Inc.`, code: `${at}4-A${at}7` })),
    );
  });

  it("are cut out before words that all records share", () => {
    const html = shop(
      `<ul>${items((name, at) => `<li><span class="head">${name} filed 4/${at + 1}/24</span></li>`)}</ul>`,
    );
    expect(fieldsOf(html, { name: "Glass Bowl" })).toEqual(NAMES.map((name) => ({ name })));
  });

  it("are recognized by the pattern of a number, also in a URL", () => {
    const html = shop(
      `<ul>${items((name, at) => `<li><a href="/docs/OPA22031${at}-0508.pdf">${name.repeat(at + 1)}. ${name} A22-031${at}, day ${at}</a></li>`)}</ul>`,
    );
    expect(fieldsOf(html, { file: "A220312", number: "A22-0312" })).toEqual(
      NAMES.map((_, at) => ({ file: `A22031${at}`, number: `A22-031${at}` })),
    );
  });

  it("are matched regardless of case", () => {
    const html = shop(`<ul>${items((name) => `<li><b>${name.toUpperCase()}</b></li>`)}</ul>`);
    expect(fieldsOf(html, { name: "Iron Pan" })).toEqual(NAMES.map((name) => ({ name: name.toUpperCase() })));
  });

  it("are read in all groups, without neighbouring cells", () => {
    const group = (from: number): string =>
      `<section class="day"><h2>Day ${from}</h2>${NAMES.slice(from, from + 2)
        .map((name) => `<div class="entry"><b>${name}</b><a href="/x">Overview</a></div>`)
        .join("")}</section>`;
    const html = shop(group(0) + group(2));
    expect(fieldsOf(html, { name: "Tin Lamp", link: "Overview" })).toHaveLength(4);
  });
});

describe("an example record of a detail page", () => {
  const page = (title: string, engine: string, extra: string): string =>
    `<html lang="en"><body><main><h1>${title}</h1><table><tr><td>Engine (type):</td><td>${engine}</td></tr>${extra}</table><p>Phone: 555-0${engine.length}</p></main></body></html>`;
  const shown = page("Saab 900", "2.0 Turbo", "<tr><td>Colour:</td><td>Red</td></tr>");

  it("reads values by their labels on other pages, and null if a label is missing", () => {
    const { flow } = generate(shown, [
      { model: "Saab 900", engine: "2.0 Turbo", colour: "Red", phone: "555-09" },
    ]);
    expect(flow?.notes).toBeUndefined();
    const other = page("Fiat 500", "0.9 Twin", "<tr><td>Doors:</td><td>3</td></tr>");
    expect(flow && read(flow, other)).toEqual([
      { model: "Fiat 500", engine: "0.9 Twin", colour: null, phone: "555-08" },
    ]);
  });

  it("reads an element's own text, without its children's", () => {
    const film = (title: string, year: number, rated: string): string =>
      shop(
        `<h2 class="header">${title} <span>(<a href="/y">${year}</a>)</span></h2><div class="block"><h4>Genre</h4> Crime</div><div class="block"><h4>Rating (<a href="/r">what</a>)</h4> ${rated}<br>more</div>`,
      );
    const { flow } = generate(film("Old Oak", 1994, "Rated R for oaks"), [
      { title: "Old Oak", rating: "Rated R for oaks" },
    ]);
    expect(flow && read(flow, film("Tin Men", 2001, "Rated PG for tin"))).toEqual([
      { title: "Tin Men", rating: "Rated PG for tin" },
    ]);
  });

  it("prefers a label equal to the field name", () => {
    const offer = (price: number, other: number): string =>
      shop(
        `<h2>Lamp</h2><div><div><span>Price</span></div><div><span id="mainPrice">$${price}.00</span></div></div><div><div><span>Total Price:</span></div><div><span>$${price}.00</span></div></div><span id="otherPrice">$${other}.00</span>`,
      );
    const { flow } = generate(offer(179, 179), [{ name: "Lamp", price: "$179.00" }]);
    expect(flow?.notes).toBeUndefined();
    expect(flow && read(flow, offer(20, 12))).toMatchObject([{ price: 20 }]);
  });

  it("uses other pages to tell labels from values, and to exclude what all pages share", () => {
    const at = (url: string, html: string) => ({
      url,
      document: parseDocument(html, { url }),
      isRendered: false,
    });
    const box = (name: string, left: string, right: string): string =>
      shop(`<h1>${name}</h1><p>Made in Wales</p><div><i>${left}</i></div><div><i>${right}</i></div>`);
    const alike = [box("Two", "8", "x9"), box("Three", "7", "x12"), box("Four", "1", "x3")];
    const { flow } = generateFromExamples(
      at(URL_OF_PAGE, box("One", "x5", "x5")),
      [{ title: "One", code: "x5", origin: "Made in Wales" }],
      undefined,
      NOW,
      alike.map((html, index) => at(`${URL_OF_PAGE}${index}`, html)),
    );
    expect(flow?.notes).toBeUndefined();
    expect(flow?.preview?.pages?.map(({ records }) => records[0])).toEqual([
      { title: "Two", code: "x9", origin: "Made in Wales" },
      { title: "Three", code: "x12", origin: "Made in Wales" },
      { title: "Four", code: "x3", origin: "Made in Wales" },
    ]);
    expect(flow?.preview?.fields[2]?.found).toContain("the same on all");
  });

  it("avoids selectors that repeat the example's own words", () => {
    const chapter = (id: string, title: string): string =>
      `<html lang="en"><body><div class="content"><h2 id="${id}" class="chapter-title">${title}</h2><p>Text.</p></div></body></html>`;
    const { flow } = generate(chapter("what-is-ownership", "What is Ownership?"), [
      { title: "What is Ownership?" },
    ]);
    if (!flow) throw new Error("no flow");
    expect(read(flow, chapter("defining-traits", "Defining Traits"))).toEqual([{ title: "Defining Traits" }]);
  });

  it("produces no flow if none of it is on the page", () => {
    expect(generate(shown, [{ model: "Volvo 240", engine: "V8" }])).toMatchObject({ flow: null });
  });
});
