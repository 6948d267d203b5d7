import { describe, expect, it } from "@jest/globals";
import { appPage, itemOf, resultsOf } from "./helpers.ts";

const PARTS = [
  ["Cordless drill", "Tools", "Open"],
  ["Claw hammer", "Tools", "Closed"],
  ["Paint roller", "Paint", "Open"],
  ["Garden hose", "Garden", "Closed"],
  ["Work gloves", "Safety", "Open"],
] as const;
const wanted = PARTS.map(([subject, group, state]) => ({ subject, group, state }));
const SCHEMA = { subject: "string", group: "string", state: "string" } as const;
const itemsOf = (html: string) => resultsOf(html, SCHEMA, "all parts").map(({ item }) => item);

describe("rows of a list", () => {
  it("are one list if only every second one has a class", () => {
    const rows = PARTS.map(
      (cells, at) =>
        `<tr${at % 2 === 1 ? ' class="p-row-odd"' : ""}>${cells.map((cell) => `<td class="cell">${cell}</td>`).join("")}</tr>`,
    );
    const head = "<tr><th>Subject</th><th>Group</th><th>State</th></tr>";
    const table = `<table><thead>${head}</thead><tbody class="body">${rows.join("")}</tbody></table>`;
    expect(itemsOf(appPage(`<h1>Parts</h1>${table}`))).toEqual(wanted);
  });

  it("have named columns if boxes are between the rows of a grid and its cells", () => {
    const row = (cells: readonly string[], role: string): string =>
      `<div role="row" class="row"><div class="group">${cells.map((cell) => `<div role="${role}" class="cell"><div>${cell}</div></div>`).join("")}</div></div>`;
    const grid = `<div role="grid"><div class="head">${row(["Subject", "Group", "State"], "columnheader")}</div>
      <div role="rowgroup">${PARTS.map((cells) => row(cells, "gridcell")).join("")}</div></div>`;
    expect(itemsOf(appPage(`<h1>Parts</h1>${grid}`))).toEqual(wanted);
  });
});

describe("labels of a page about one thing", () => {
  it("are boxes whose text is the name of the field, beside one other box", () => {
    const rows = [
      ["Joined", "Mar 15, 2020"],
      ["Desk", "4 B"],
    ].map(([label, value]) => `<li><div class="grey">${label}</div><div class="black">${value}</div></li>`);
    const page = appPage(`<h1>Priya Raman</h1><ul>${rows.join("")}</ul>`);
    expect(itemOf(page, { joined: "date", desk: "string" })).toEqual({ joined: "2020-03-15", desk: "4 B" });
  });

  it("are no headings whose values are in the row below", () => {
    const table = `<table><tr><th>Year</th><th>Publisher</th></tr><tr><td>2018</td><td>Kestrel Press</td></tr>
      <tr><th>Pages</th><th>Shelf</th></tr><tr><td>312</td><td>R 4</td></tr></table>`;
    const page = appPage(`<h1>River of Iron</h1>${table}`);
    expect(itemOf(page, { author: "string", shelf: "string" })?.shelf ?? null).toBeNull();
  });

  it("give the title, too, where they give the other fields", () => {
    const rows = [
      ["Index", "2"],
      ["Title", "Five quiet harbours"],
      ["Tags", "travel"],
      ["Description", "Start where the ferries do not go."],
    ].map(([label, value]) => `<tr><td><b>${label}</b></td><td><div>${value}</div></td></tr>`);
    const page = appPage(`<h1>Bookmarks</h1><table>${rows.join("")}</table>`);
    const schema = { title: "string", description: "string", tags: "string" } as const;
    expect(itemOf(page, schema)).toEqual({
      title: "Five quiet harbours",
      description: "Start where the ferries do not go.",
      tags: "travel",
    });
  });
});
