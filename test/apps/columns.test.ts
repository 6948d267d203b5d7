import { describe, expect, it } from "@jest/globals";
import { extractRecords, parseDocument, parseField } from "../../src/engine/extract/extract.ts";
import { appPage, flowOf, resultsOf } from "./helpers.ts";

const TOWNS = ["Leeds", "York", "Hull", "Bath", "Derby", "Ely", "Truro", "Wells"];
const sizes = TOWNS.map((town, at) => ({
  town,
  population: String((at + 1) * 100),
  region: `Region ${at % 3}`,
}));
const rows = TOWNS.map(
  (town, at) =>
    `<tr><td><a href="/towns/${at}">${town}</a></td><td>${(at + 1) * 100}</td><td>Region ${at % 3}</td></tr>`,
);
const ASKED = "town, population and region of all towns";

describe("a header row among the rows of a table", () => {
  const table = (inner: string): string => appPage(`<h1>Towns</h1><table><tbody>${inner}</tbody></table>`);
  const heads = "<tr><th>Town</th><th>Population</th><th>Region</th></tr>";

  it.each([
    ["of headings", heads + rows.join("")],
    ["of plain cells", `<tr><td>Town</td><td>Population</td><td>Region</td></tr>${rows.join("")}`],
    ["that comes again further down", heads + rows.slice(0, 4).join("") + heads + rows.slice(4).join("")],
  ])("is not returned as a record: %s", (_, inner) => {
    const { flow, records } = flowOf(table(inner), ASKED);
    expect(records).toEqual(sizes);
    expect(flow.notes).toBeUndefined();
    const schema = { town: "string", population: "string", region: "string" } as const;
    expect(resultsOf(table(inner), schema, "all towns").map(({ item }) => item)).toEqual(sizes);
  });

  it("is reported if a custom selector matches it", () => {
    const page = parseDocument(table(heads + rows.join("")), { url: "https://app.example/towns" });
    const fields = ["town: td", "population: td:nth-of-type(2)"].map(parseField);
    const { records, warnings } = extractRecords(page, { selector: "tr", fields, schema: {}, now: 0 });
    expect(records).toHaveLength(9);
    expect(warnings).toEqual(["1 of 9 records matched by `tr` has no value in any field"]);
  });
});

describe("a row with several links", () => {
  const page = appPage(
    `<h1>Sightings</h1><table><thead><tr><th>No.</th><th>Map</th><th>Bird</th><th>Town</th><th>Seen by</th></tr></thead><tbody>${TOWNS.map(
      (town, at) =>
        `<tr><td><a href="/sightings/${at}">${at + 100}</a></td><td><a href="/map/${at}"><img src="/m.png" alt="map"></a></td>
       <td><a href="/birds/${at % 4}">Grey wagtail ${at}</a></td><td><a href="/towns/${town.toLowerCase()}">${town}</a></td><td><a href="/u/anna">anna</a></td></tr>`,
    ).join("")}</tbody></table>`,
  );
  const towns = TOWNS.map((town) => `https://app.example/towns/${town.toLowerCase()}`);

  it.each([
    ["bird, town and link to the town of all sightings", "link", towns],
    ["bird, town and the link of the town for all sightings", "link", towns],
    ["all sightings with bird, town, town url", "url", towns],
    [
      "bird and bird link of all sightings",
      "link",
      TOWNS.map((_, at) => `https://app.example/birds/${at % 4}`),
    ],
  ])("returns the link that the prompt names: %s", (sentence, field, links) => {
    const { records } = flowOf(page, sentence);
    expect(records.map((record) => record[field])).toEqual(links);
  });

  it("returns the link that a field, its description or the instructions name", () => {
    const read = (schema: Parameters<typeof resultsOf>[1], instructions = "all sightings") =>
      resultsOf(page, schema, instructions);
    expect(read({ bird: "string", town_url: "url" }).map(({ item }) => item.town_url)).toEqual(towns);
    const described = { bird: "string", url: { type: "url", description: "link to the town" } } as const;
    expect(read(described).map(({ item }) => item.url)).toEqual(towns);
    const told = read({ bird: "string", link: "url" }, "all sightings with the link to the town");
    expect(told.map(({ item }) => item.link)).toEqual(towns);
  });
});

describe("a field that nothing on the page matches", () => {
  const page = appPage(
    `<h1>Towns</h1><table><thead><tr><th>Town</th><th>Population</th><th>Region</th></tr></thead><tbody>${rows.join("")}</tbody></table>`,
  );
  it.each([
    ["town, id and population of all towns", "id"],
    ["town, population, region and hp of all towns", "hp"],
    ["town, population and mayor of all towns", "mayor"],
  ])("is reported in the notes: %s", (sentence, name) => {
    const { flow } = flowOf(page, sentence);
    expect(flow.notes).toEqual([{ field: name, why: expect.any(String) }]);
  });
});
