import { describe, expect, it } from "@jest/globals";
import { extractData, parseDocument } from "../../../../../src/engine/extract/extract.ts";
import { pageOf } from "./helpers.ts";

const SCHEMA = { title: "string", date: "date", url: "url" } as const;
const VISIT = Date.UTC(2019, 3, 12);

const read = (body: string, head = "", lang = "en") =>
  extractData(
    parseDocument(pageOf(`<main>${body}</main>`, head, lang), { url: "https://town.example/board" }),
    { schema: SCHEMA, instructions: "All meetings on this page", now: VISIT },
  ).results;
const daysOf = (body: string, head = "", lang = "en"): unknown[] =>
  read(body, head, lang).map(({ item }) => item.date);

const rows = (days: readonly string[]): string =>
  `<table>${days.map((day, at) => `<tr><td>${day}</td><td><a href="/agenda/${at}">Agenda of meeting ${at}</a></td></tr>`).join("")}</table>`;

describe("dates without a year", () => {
  it("take the year from the heading above them", () => {
    const body = `<h1>Board</h1><h2>2018 meetings</h2>${rows(["January 9", "February 13", "March 13"])}
      <h2>2017 meetings</h2>${rows(["January 10", "February 14", "March 14"])}`;
    expect(daysOf(body)).toEqual([
      "2018-01-09",
      "2018-02-13",
      "2018-03-13",
      "2017-01-10",
      "2017-02-14",
      "2017-03-14",
    ]);
  });

  it("take the year from the page's title if no heading has one", () => {
    const body = `<h1>Schedule 2020</h1>${rows(["9 janvier", "13 février", "12 mars"])}`;
    expect(daysOf(body, "<title>Schedule 2020</title>", "fr")).toEqual([
      "2020-01-09",
      "2020-02-13",
      "2020-03-12",
    ]);
  });

  it("take the year in which the weekday fits or, with lower confidence, the year closest to the visit", () => {
    const fitting = read(
      `<h1>Board</h1>${rows(["Tuesday, January 9", "Tuesday, February 13", "Tuesday, March 13"])}`,
    );
    expect(fitting.map(({ item }) => item.date)).toEqual(["2018-01-09", "2018-02-13", "2018-03-13"]);
    const nearest = read(`<h1>Board</h1>${rows(["January 9", "February 13", "December 11"])}`);
    expect(nearest.map(({ item }) => item.date)).toEqual(["2019-01-09", "2019-02-13", "2018-12-11"]);
    const sureOf = (results: ReturnType<typeof read>): number => results[0]?.provenance.date?.confidence ?? 0;
    expect(sureOf(nearest)).toBeLessThan(sureOf(fitting));
    expect(nearest[0]?.provenance.date?.path).toBe("text, with the year of the visit");
  });

  it("take the next or previous year if their weekday fits only there, as in a season", () => {
    const body = `<h1>Board</h1><h2>2018 season</h2>${rows(["Monday, September 17", "Monday, January 14", "Monday, February 11"])}`;
    expect(daysOf(body)).toEqual(["2018-09-17", "2019-01-14", "2019-02-11"]);
  });

  it("take no year from a sentence above them", () => {
    const law =
      "The board was established in 1996 to advise the council on all matters of zoning, and to hear appeals.";
    expect(
      daysOf(`<h1>Board</h1><p>${law} It meets monthly.</p>${rows(["May 7", "June 4", "July 9"])}`),
    ).toEqual(["2019-05-07", "2019-06-04", "2019-07-09"]);
  });

  it("are read before a colon", () => {
    const days = ["May 7: Transcript", "June 4: Transcript", "July 9: Transcript"];
    expect(daysOf(`<h1>Board</h1>${rows(days)}`)).toEqual(["2019-05-07", "2019-06-04", "2019-07-09"]);
  });

  it("are null if the number can be a time of day or a year", () => {
    expect(daysOf(`<h1>Board</h1>${rows(["May 3pm", "May 3:30", "May 2019"])}`)).toEqual([null, null, null]);
  });
});

describe("dates with dots", () => {
  it("are month first if a date on the page proves it", () => {
    expect(daysOf(`<h1>Board</h1>${rows(["02.04.19", "04.15.19", "03.18.19"])}`)).toEqual([
      "2019-02-04",
      "2019-04-15",
      "2019-03-18",
    ]);
  });
  it.each([
    ["1.31.2019", "9.5.19", "4.15.19"],
    ["01/31/2019", "9-5-19", "4-15-19"],
  ])(
    "are month first without zeros or with dashes, if a date on the page proves it: %s, %s, %s",
    (...days) => {
      expect(daysOf(`<h1>Board</h1><p>Since 11/25/2018</p>${rows(days)}`)).toEqual([
        "2019-01-31",
        "2019-09-05",
        "2019-04-15",
      ]);
    },
  );
  it("are day first otherwise, and version numbers are not dates", () => {
    expect(daysOf(`<h1>Rat</h1>${rows(["02.04.19", "15.04.19", "4.15.19"])}`, "", "de")).toEqual([
      "2019-04-02",
      "2019-04-15",
      null,
    ]);
  });
});

describe("the requested list", () => {
  it("is the one with the requested fields, rather than menus or members", () => {
    const members = Array.from(
      { length: 14 },
      (_, at) =>
        `<li class="member"><h3><a href="/people/${at}">Member number ${at} of the board</a></h3><p>Elected by the residents of district ${at}</p></li>`,
    ).join("");
    const meetings = ["January 9, 2019", "February 13, 2019", "March 13, 2019"]
      .map(
        (day, at) =>
          `<div class="meeting"><a href="/agenda/${at}">Regular meeting</a> <span>${day}</span></div>`,
      )
      .join("");
    const body = `<h1>Board</h1><ul>${members}</ul><div>${meetings}</div>`;
    expect(daysOf(body)).toEqual(["2019-01-09", "2019-02-13", "2019-03-13"]);
  });
});
