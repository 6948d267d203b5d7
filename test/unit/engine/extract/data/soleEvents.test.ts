import { describe, expect, it } from "@jest/globals";
import { extractData, type OutputSchema, parseDocument } from "../../../../../src/engine/extract/extract.ts";
import { pageOf } from "./helpers.ts";

const EVENT: OutputSchema = { title: "string", date: "date", location: "string", url: "url" };
const read = (body: string) =>
  extractData(parseDocument(pageOf(body, "", "en-US"), { url: "https://town.example/" }), {
    schema: EVENT,
    instructions: "All meetings on this page",
    now: Date.UTC(2019, 3, 12),
  });

const ABOUT = `<p>${"The commission reviews requests of owners who want to build, extend or demolish houses in the town, hears the neighbours and votes in public. ".repeat(8)}</p>`;
const HEARING = `<h1>Zoning Board hearing</h1><p>Date: April 24, 2019, 6:30 pm</p><p>Location: Town Hall, 12 Main Street</p>${ABOUT}`;
const listOf = (says: (at: number) => string): string =>
  ["Parks and recreation", "Public works office", "Town clerk and records", "Water and sewers"]
    .map((name, at) => `<li><h3><a href="/d/${at}">${name}</a></h3><p>${says(at)}</p></li>`)
    .join("");

describe("a page of one event, asked for all", () => {
  it("gives the event, not a list of other things beside it", () => {
    const list = listOf(() => "Phone, forms and staff of this office");
    const { kind, results } = read(
      `<main>${HEARING}</main><section><h2>Departments</h2><ul>${list}</ul></section>`,
    );
    expect([kind, results.map(({ item }) => [item.date, item.location])]).toEqual([
      "list",
      [["2019-04-24", "Town Hall, 12 Main Street"]],
    ]);
  });

  it("gives the parts of its programme, which have times of day", () => {
    const list = listOf((at) => `${at + 1}:15 pm`);
    const { results } = read(`<main>${HEARING}</main><section><h2>Programme</h2><ul>${list}</ul></section>`);
    expect(results).toHaveLength(4);
  });
});
