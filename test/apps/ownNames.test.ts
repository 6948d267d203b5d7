import { describe, expect, it } from "@jest/globals";
import { readIntent } from "../../src/engine/generate/index.ts";
import { appPage, flowOf, resultsOf } from "./helpers.ts";

const FILES = [
  "CHANGES.txt",
  "checksums.sha256",
  "harbour-1.2.0.tar.gz",
  "harbour-1.3.0.tar.gz",
  "manual.pdf",
];
const listing = `<!doctype html><html><head><title>Files in /</title></head><body><h1>Files in /</h1><hr><ul>
  ${FILES.map((name) => `<li><a href="${name}">${name}</a></li>`).join("\n")}</ul><hr></body></html>`;

describe("what records are called", () => {
  it("fills the first field, with a doubt, if its name is unknown", () => {
    const results = resultsOf(listing, { file: "string", link: "url" });
    expect(results.map(({ item }) => item.file)).toEqual(FILES);
    expect(results.every(({ provenance }) => provenance.file?.doubt !== undefined)).toBe(true);
  });

  it("is not given for a field that the page does not call its records by", () => {
    const results = resultsOf(listing, { licence: "string", link: "url" });
    expect(results.length).toBeGreaterThan(0);
    expect(results.filter(({ item }) => item.licence)).toEqual([]);
  });

  it("fills no other field", () => {
    const results = resultsOf(listing, { link: "url", licence: "string" });
    expect(results.filter(({ item }) => item.licence)).toEqual([]);
  });

  it("is the field that a sentence calls by the word for the records", () => {
    const { records } = flowOf(listing, "Get all files with file and link");
    expect(records.map(({ file }) => file)).toEqual(FILES);
  });
});

const PROJECTS = [
  ["Harbour website", "14.01.2019", "On hold"],
  ["Payroll migration", "25.01.2019", "Running"],
  ["Ticket kiosk", "17.02.2019", "Done"],
  ["Grant archive", "28.03.2019", "Running"],
] as const;
const projects =
  appPage(`<h1>Projects</h1><table><thead><tr><th>#</th><th>Project name</th><th>Status</th></tr></thead><tbody>
  ${PROJECTS.map(([name, day, status], at) => `<tr><td>${at + 1}</td><td><a>${name}</a><br/><small>Created ${day}</small></td><td><span>${status}</span></td></tr>`).join("\n")}
  </tbody></table>`);

describe("a cell with two lines", () => {
  it("is one field without the line that is another", () => {
    const schema = { project: "string", created: "date", status: "string" } as const;
    const items = resultsOf(projects, schema, "all projects").map(({ item }) => item);
    expect(items.map(({ project }) => project)).toEqual(PROJECTS.map(([name]) => name));
    expect(items[0]?.created).toBe("2019-01-14");
  });

  it("keeps lines that say more than the other field, and long ones", () => {
    const rows = [3, 4, 2].map(
      (beds, at) =>
        `<tr><td>Room for ${beds}<br>Garden view ${at}</td><td>${beds}</td><td><p>${"A quiet side of the house. ".repeat(14)}</p><p>Created 1${at}.01.2026</p></td></tr>`,
    );
    const page = appPage(
      `<h1>Rooms</h1><table><thead><tr><th>View</th><th>Guests</th><th>Notes</th></tr></thead><tbody>${rows.join("")}</tbody></table>`,
    );
    const schema = { view: "string", guests: "integer", notes: "string", created: "date" } as const;
    const [first] = resultsOf(page, schema, "all rooms");
    expect(first?.item).toMatchObject({ view: "Room for 3 Garden view 0", guests: 3 });
    expect(first?.item.notes).toContain("A quiet side of the house.");
  });

  it("is given whole if nobody asks for its other line", () => {
    const [first] = resultsOf(projects, { project: "string", status: "string" }, "all projects");
    expect(first?.item.project).toBe("Harbour website Created 14.01.2019");
  });
});

const PEOPLE = [
  ["Nicole Pearson", "12 Harbour Row, Lowick 20411, MA"],
  ["Omar Said", "7 Elm Court, Dunmore 18512, PA"],
  ["Greta Lindt", "345 Birch Avenue, Alden 14004, NY"],
  ["Pavel Cerny", "9 Quarry Road, Barre 05641, VT"],
];

describe("a flow from a sentence", () => {
  it("reads no field where another one is read", () => {
    const cards = PEOPLE.map(
      ([name, address]) =>
        `<div class="card"><div class="body"><h2>${name}</h2><ul><li>Address: ${address}</li></ul></div></div>`,
    );
    const page = appPage(`<h1>Contacts</h1><div class="cards">${cards.join("")}</div>`);
    const { records } = flowOf(page, "Get all contacts with name, job title and address");
    expect(records.map(({ name }) => name)).toEqual(PEOPLE.map(([name]) => name));
    expect(records.filter(({ jobTitle }) => jobTitle)).toEqual([]);
  });

  it("is about one thing if it asks for what this one has", () => {
    const { kind } = readIntent("Get the invoice number, subtotal and total of this invoice");
    expect(kind).toBe("detail");
    expect(readIntent("Get the names and prices of all parts of this invoice").kind).toBe("list");
  });
});
