import { describe, expect, it } from "@jest/globals";
import { extractRecords, parseDocument } from "../../src/engine/extract/extract.ts";
import { appPage, flowOf, recordsLike, resultsOf } from "./helpers.ts";

const NAMES = [
  "Kettle",
  "Writing desk of walnut, oiled",
  "Garden chair, folding, with a holder for drinks",
  "Lamp",
  "Bread basket of willow, round",
  "Blanket of new wool, 140 × 200 cm",
];
const shortly = (name: string, mark: string): string =>
  name.length > 16 ? `${name.slice(0, 14).trimEnd()}${mark}` : name;
const shelf = (card: (name: string, at: number) => string): string =>
  appPage(`<h1>All goods</h1><div class="grid">${NAMES.map(card).join("")}</div>`);
const price = (at: number): string => `<p class="price">€${at + 3}.50</p>`;

/** The full name is in the link's own `title`. */
const linked = shelf(
  (name, at) =>
    `<div class="card"><h3><a href="/g/${at}" title="${name}">${shortly(name, " …")}</a></h3>${price(at)}</div>`,
);
/** It is only the alternative text of the picture beside the name. */
const pictured = shelf(
  (name, at) =>
    `<div class="card"><a href="/g/${at}"><img src="/g/${at}.jpg" alt="${name}"></a><h3><a href="/g/${at}">${shortly(name, "...")}</a></h3>${price(at)}</div>`,
);

describe("names that are cut off where they are shown", () => {
  it.each([
    ["their link", linked],
    ["their picture", pictured],
  ])("are given in full from %s", (_, page) => {
    const found = resultsOf(page, { title: "string", price: "price" }).map(({ item }) => item.title);
    expect(found).toEqual(NAMES);
  });

  it("are in full in flows from a sentence", () => {
    const { records } = flowOf(linked, "name and price of all goods");
    expect(records.map(({ name }) => name)).toEqual(NAMES);
  });

  it("are in full in flows from an example, copied as it is shown or typed in full", () => {
    for (const title of [shortly(NAMES[1] as string, " …"), NAMES[1] as string])
      expect(recordsLike(linked, { title, price: "4.50" }).map((record) => record.title)).toEqual(NAMES);
  });

  it("are in full where a selector reads the text that is cut off", () => {
    const page = parseDocument(linked, { url: "https://app.example/" });
    const fields = [
      { name: "name", list: false, source: { selector: "h3", attribute: null }, transforms: [] },
    ];
    const { records } = extractRecords(page, { selector: ".card", fields, schema: {}, now: 0 });
    expect(records.map(({ name }) => name)).toEqual(NAMES);
  });

  it("stay as they are if nothing says how they go on", () => {
    const other = shelf(
      (name, at) =>
        `<div class="card"><h3><a href="/g/${at}" title="Open">${shortly(name, " …")}</a></h3>${price(at)}</div>`,
    );
    const found = resultsOf(other, { title: "string", price: "price" }).map(({ item }) => item.title);
    expect(found).toEqual(NAMES.map((name) => shortly(name, " …")));
  });
});
