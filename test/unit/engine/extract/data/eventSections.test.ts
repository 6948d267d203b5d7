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

describe("a page about one event, when all events are requested", () => {
  it("returns the event, not a list of other things beside it", () => {
    const list = listOf(() => "Phone, forms and staff of this office");
    const { kind, results } = read(
      `<main>${HEARING}</main><section><h2>Departments</h2><ul>${list}</ul></section>`,
    );
    expect([kind, results.map(({ item }) => [item.date, item.location])]).toEqual([
      "list",
      [["2019-04-24", "Town Hall, 12 Main Street"]],
    ]);
  });

  it("returns the list if the page has no date, such as a list of jobs", () => {
    const list = listOf(() => "Phone, forms and staff of this office");
    const { results } = read(
      `<main><h1>Work with us</h1>${ABOUT}</main><section><h2>Jobs</h2><ul>${list}</ul></section>`,
    );
    expect(results).toHaveLength(4);
  });

  it("reports that one event is returned instead of a list, with the list as the other reading", () => {
    const body = `<main>${HEARING}</main><section><h2>Departments</h2><ul>${listOf(() => "Phone and forms")}</ul></section>`;
    const { results, other } = extractData(
      parseDocument(pageOf(body, "", "en-US"), { url: "https://town.example/" }),
      {
        schema: EVENT,
        instructions: "All meetings on this page",
        withOther: true,
        now: Date.UTC(2019, 3, 12),
      },
    );
    expect(results.map(({ rows }) => rows)).toEqual([4]);
    expect(other?.results).toHaveLength(4);
  });

  it("returns all events of a page about one date", () => {
    const events = ["Jazz night", "Book fair", "Food market", "Opera gala"]
      .map(
        (name, at) =>
          `<article><h3><a href="/${at}">${name}</a></h3><p>24 April 2019</p><p>Town Hall</p></article>`,
      )
      .join("");
    const { results } = read(`<main><h1>Events on 24 April 2019</h1>${ABOUT}${events}</main>`);
    expect(results).toHaveLength(4);
  });

  it("returns all parts of a programme, even without times of day", () => {
    const talks = ["Trees", "Soil", "Bees", "Towns", "Water"]
      .map((name) => `<li><h4>${name} and us</h4><p>Anna Schmidt</p></li>`)
      .join("");
    const { results } = read(`<main>${HEARING}<h2>Programme</h2><ul>${talks}</ul></main>`);
    expect(results).toHaveLength(5);
  });

  it("returns the parts of its programme if they have times of day", () => {
    const list = listOf((at) => `${at + 1}:15 pm`);
    const { results } = read(`<main>${HEARING}</main><section><h2>Programme</h2><ul>${list}</ul></section>`);
    expect(results).toHaveLength(4);
  });
});

const DAYS = ["January 9", "February 13", "March 13", "April 10"];
const boards = [
  ["Zoning Board", "The board meets at 9 am in Oak Hall, 41 Mill Street"],
  ["Library Board", "The board meets at 5 pm at York Temple -13512 Kinsman Road"],
] as const;
const linksOf = (at: number, days = DAYS): string =>
  days.map((day) => `<a href="/${at}/${day.replace(" ", "-")}.pdf">${day}</a>`).join(" ");

describe("one section per board, with each heading in an element of its own", () => {
  const page = (days = DAYS, heading = "Agendas"): string =>
    `<main><div><h2>${heading}</h2></div>${boards
      .map(
        ([name, meets], at) =>
          `<div><h4>${name}</h4><p>${meets}</p></div><div><div>${linksOf(at, days)}</div></div>`,
      )
      .join("")}</main>`;

  it("give titles and places to the records that follow them, with a low confidence", () => {
    const { results } = read(page());
    expect(new Set(results.map(({ item: { title, location } }) => `${title}: ${location}`))).toEqual(
      new Set(["Zoning Board: Oak Hall, 41 Mill Street", "Library Board: York Temple -13512 Kinsman Road"]),
    );
    expect(results.every(({ provenance }) => provenance.location?.doubt && provenance.title?.doubt)).toBe(
      true,
    );
  });

  it.each([
    ["Annual Report 2016", "2019"],
    ["Winner of the 2018 Best Town award", "2019"],
    ["Library club, founded in 1921", "2019"],
    ["2018 Board Meetings", "2018"],
    ["2018", "2018"],
    ["Spring 2018", "2018"],
  ])("take the year from the heading above their lists: %s", (head, year) => {
    const body = ["April 24", "May 8", "June 12"]
      .map((day, at) => `<div class="card"><h3>Council ${at}</h3><p>${day}, 7:00 pm</p></div>`)
      .join("");
    const { results } = read(
      `<main><h1>Town of Ashby</h1><div><h2>${head}</h2></div><div class="list">${body}</div></main>`,
    );
    expect(results.map(({ item }) => String(item.date).slice(0, 4))).toEqual(Array(3).fill(year));
  });

  it.each([
    ["2013 Board Meetings", "Upcoming meetings"],
    ["2018 Board Meetings", "Upcoming meetings"],
    ["2013 Board Meetings", "Council"],
  ])("take no year from another list: %s, then %s", (head, own) => {
    const body = ["April 24", "May 8", "June 12"]
      .map((day) => `<li><b>Council</b> ${day}, 7 pm</li>`)
      .join("");
    const { results } = read(
      `<main><h1>Town of Ashby</h1><div><div><h2>${head}</h2></div></div><div><h2>${own}</h2><ul>${body}</ul></div></main>`,
    );
    expect(results.map(({ item }) => String(item.date).slice(0, 4))).toEqual(Array(3).fill("2019"));
  });

  it("take the year from the heading above all of them", () => {
    const { results } = read(page(DAYS, "Agendas for 2017"));
    expect(results.map(({ item }) => String(item.date).slice(0, 4))).toEqual(Array(8).fill("2017"));
  });
});

it("the heading of a column of boxes is the title of the records in it", () => {
  const cells = boards.map((_, at) => `<td>${linksOf(at).replaceAll(" <a", "<br><a")}</td>`).join("");
  const heads = boards.map(([name]) => `<td><strong>${name}</strong></td>`).join("");
  const { results } = read(`<main><h1>Boards</h1><table><tr>${heads}</tr><tr>${cells}</tr></table></main>`);
  expect(Map.groupBy(results, ({ item }) => item.title).get("Zoning Board")).toHaveLength(4);
  expect(Map.groupBy(results, ({ item }) => item.title).get("Library Board")).toHaveLength(4);
});

it("schedules next to each other get the same year if only the date of the visit decides it", () => {
  const lists = [
    ["January 3", "February 7", "March 7", "April 4", "August 29", "September 26", "November 7"],
    ["September 4", "October 16", "November 13", "December 11"],
  ];
  const body = lists
    .map((days) => `<ul>${days.map((day) => `<li><p>${day}, 7 pm</p></li>`).join("")}</ul>`)
    .join("<hr>");
  const { results } = read(`<main><h1>Library Board</h1>${body}</main>`);
  expect(new Set(results.map(({ item }) => String(item.date).slice(0, 4)))).toEqual(new Set(["2019"]));
});
