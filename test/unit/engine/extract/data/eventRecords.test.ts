import { describe, expect, it } from "@jest/globals";
import { extractData, type OutputSchema, parseDocument } from "../../../../../src/engine/extract/extract.ts";
import { pageOf } from "./helpers.ts";

const EVENT: OutputSchema = { title: "string", date: "date", location: "string", url: "url" };
const read = (body: string, language = "en-US", schema = EVENT) =>
  extractData(
    parseDocument(pageOf(`<main><h1>Events</h1>${body}</main>`, "", language), {
      url: "https://town.example/",
    }),
    { schema, instructions: "All entries of this page", now: Date.UTC(2026, 10, 27) },
  ).results;
const titlesOf = (body: string, language?: string, schema?: OutputSchema): unknown[] =>
  read(body, language, schema).map(({ item }) => item.title);
const listOf = (items: readonly string[]): string =>
  `<ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul>`;
const tableOf = (head: string, rows: readonly string[]): string =>
  `<table><tr>${head
    .split("|")
    .map((cell) => `<th>${cell}</th>`)
    .join("")}</tr>${rows
    .map((row) => `<tr>${row.replace(/[^|]+/g, "<td>$&</td>").replaceAll("|", "")}</tr>`)
    .join("")}</table>`;

describe("records with the same date", () => {
  it("are separate events if one name is part of the other", () => {
    const titles = titlesOf(
      listOf([
        "December 1, 2026 – Zoning Board",
        "December 3, 2026 – City Council",
        "December 3, 2026 – City Council Workshop",
        "December 8, 2026 – Library Board",
        "December 10, 2026 – Park Board",
      ]),
    );
    expect(titles).toEqual([
      "Zoning Board",
      "City Council",
      "City Council Workshop",
      "Library Board",
      "Park Board",
    ]);
  });

  it("are separate events if their names differ by a number", () => {
    const days = ["December 1, 2026", "December 3, 2026"];
    const items = days.flatMap((day) => [1, 2].map((part) => `${day} – Pottery Course ${part}`));
    expect(titlesOf(listOf([...items, "December 8, 2026 – Open House"]))).toEqual([
      "Pottery Course 1",
      "Pottery Course 2",
      "Pottery Course 1",
      "Pottery Course 2",
      "Open House",
    ]);
  });

  it.each([
    ["de", "14 Uhr", "19 Uhr"],
    ["de", "14.30 Uhr", "19.30 Uhr"],
    ["fr", "14h30", "20h"],
    ["sv", "kl. 14", "kl. 19"],
    ["en-US", "2 pm", "7 pm"],
  ])("are separate events if their times differ, in %s: %s", (language, one, other) => {
    const months: Record<string, string> = { de: ". Dezember", fr: " décembre", sv: " december" };
    const month = months[language] ?? " December";
    const items = [12, 13].flatMap((day) =>
      [one, other].map((time) => `${day}${month} 2026, ${time} – Nocturne`),
    );
    expect(titlesOf(listOf([...items, `19${month} 2026, ${one} – Chorus`]), language)).toEqual([
      ...items.map(() => "Nocturne"),
      "Chorus",
    ]);
    const cards = [12, 13, 19].flatMap((day) =>
      [one, other].map(
        (time) =>
          `<article class="ev"><h3>Nocturne</h3><p>${day}${month} 2026</p><p>${time}</p><p>Stadthalle</p></article>`,
      ),
    );
    expect(titlesOf(`<div>${cards.join("")}</div>`, language)).toHaveLength(6);
  });

  it("are separate events if their Arabic times differ", () => {
    const items = [
      "12 ديسمبر 2026 الساعة 3 مساء – ورشة الخط العربي",
      "12 ديسمبر 2026 الساعة 6 مساء – ورشة الخط العربي",
      "13 ديسمبر 2026 – معرض الكتاب",
      "14 ديسمبر 2026 – أمسية شعرية",
    ];
    expect(titlesOf(listOf(items), "ar")).toEqual([
      "ورشة الخط العربي",
      "ورشة الخط العربي",
      "معرض الكتاب",
      "أمسية شعرية",
    ]);
  });

  it("are separate events if the times are written in words", () => {
    const items = ["noon", "evening"].map((time) => `December 5, 2026 ${time} – Storytime`);
    expect(
      titlesOf(listOf([...items, "December 6, 2026 – Crafts", "December 9, 2026 – Chess"])),
    ).toHaveLength(4);
  });

  it("are separate events if they are rows of a table", () => {
    const rows = ["12.12.2026|14 Uhr|Hamlet", "12.12.2026|19 Uhr|Hamlet", "13.12.2026|19 Uhr|Faust"];
    const all = [...rows, "14.12.2026|19 Uhr|Faust"].map((row) => `${row}|Stadttheater`);
    expect(titlesOf(tableOf("Datum|Zeit|Titel|Ort", all), "de")).toEqual([
      "Hamlet",
      "Hamlet",
      "Faust",
      "Faust",
    ]);
  });

  it("are separate events if they are below the headings of two places", () => {
    const days = ["December 5, 2026", "December 6, 2026", "December 7, 2026", "December 8, 2026"];
    const list = listOf(days.map((day) => `${day}, 10 am – Storytime`));
    expect(titlesOf(`<h2>Central Library</h2>${list}<h2>North Branch</h2>${list}`)).toHaveLength(8);
  });

  it("are one event if a list of upcoming events and the full table both show it", () => {
    const days = ["December 5, 2026", "December 6, 2026", "December 7, 2026", "December 8, 2026"];
    const next = days.slice(0, 2).map((day) => `<p>${day}, 14:00 – Zoning Board</p>`);
    const all = listOf(days.map((day) => `${day}, 2 pm – Zoning Board`));
    expect(titlesOf(`<h2>Upcoming</h2>${next.join("")}<h2>2026 schedule</h2>${all}`)).toHaveLength(4);
  });
});

describe("records with a date and a place that are not events", () => {
  const JOBS = ["Nurse", "Senior Nurse", "Clerk", "Clerk 2", "Minutes Clerk", "Sales Manager Audio"];
  const all = [...JOBS, "Sales Manager Video", "Sunday Driver"];
  const dayOf = (at: number): string => `November ${20 + (at >> 1)}, 2026`;
  const JOB: OutputSchema = { title: "string", location: "string", date: "date" };

  it("keep all of their rows and their full titles", () => {
    const rows = all.map((title, at) => `${title}|Berlin|${dayOf(at)}`);
    expect(titlesOf(tableOf("Title|Location|Posted", rows), "en-US", JOB)).toEqual(all);
    const items = all.map((title, at) => `<h3>${title}</h3><p>Berlin</p><p>${dayOf(at)}</p>`);
    expect(titlesOf(listOf(items), "en-US", JOB)).toEqual(all);
  });

  it("are not merged if they are equal rows of one table", () => {
    const rows = ["11/20/2026|Main St|Theft", "11/20/2026|Main St|Theft", "11/20/2026|Oak Ave|Theft"];
    const more = ["11/21/2026|Main St|Theft", "11/22/2026|Oak Ave|Fire"];
    const incident: OutputSchema = { date: "date", location: "string", type: "string" };
    expect(read(tableOf("Date|Location|Type", [...rows, ...more]), "en-US", incident)).toHaveLength(5);
  });
});

const cards = (titles: readonly string[], place: string): string =>
  listOf(
    titles.map(
      (title, at) => `<h3><a href="/e/${at}">${title}</a></h3><p>December ${at + 1}, 2026</p><p>${place}</p>`,
    ),
  );

describe("titles of events", () => {
  it("are kept in full, even if they contain words with another meaning elsewhere", () => {
    const english = [
      ...["Taco Tuesday", "Black Friday", "May Day Festival", "Fall Convocation", "Book Presentation"],
      ...["Sunday Brunch", "Summer Camp 2027", "Easter Monday", "Museum Audio", "Live Video"],
      ...["Invitation Only Gala", "60 Minutes", "July 4th Parade", "Cup Final"],
    ];
    const results = read(cards(english, "Town Hall"));
    expect(results.map(({ item }) => item.title)).toEqual(english);
    expect(results.map(({ item }) => item.location)).toEqual(english.map(() => "Town Hall"));
    const german = ["Einladung zum Weihnachtsmarkt", "Rosenmontag", "Verkaufsoffener Sonntag"];
    const all = [...german, "Präsentation der Unterlagen"];
    expect(titlesOf(cards(all, "Rathaus"), "de")).toEqual(all);
  });

  it("lose parts after a separator and the name of a document", () => {
    const items = [
      "Taco Tuesday – December 1, 2026",
      "Wednesday, December 2, 2026: Sunday Singers",
      "Zoning Board Thursday December 3, 2026",
      "Minutes of the Library Board, December 4, 2026",
    ];
    expect(titlesOf(listOf(items))).toEqual([
      "Taco Tuesday",
      "Sunday Singers",
      "Zoning Board",
      "Library Board",
    ]);
  });
});

describe("places of events", () => {
  it("exclude the title if it is on the same line", () => {
    const items = [
      ["Jazz Night", "Town Hall"],
      ["Poetry Slam", "Town Hall"],
      ["Film Evening", "City Library"],
      ["Chess Club", "City Library"],
    ];
    const lines = items.map(
      ([title, place], at) =>
        `<a href="/${at}">${title}</a> <span>December ${at + 3}, 2026</span> <b>${place}</b>`,
    );
    const found = read(listOf(lines)).map(({ item }) => [item.title, item.location]);
    expect(found).toEqual(items);
  });
});
