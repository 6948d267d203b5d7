import { describe, expect, it } from "@jest/globals";
import { extractData, parseDocument } from "../../../../../src/engine/extract/extract.ts";
import { pageOf } from "./helpers.ts";

const read = (body: string, instructions = "All meetings on this page") =>
  extractData(
    parseDocument(pageOf(`<main><h1>Board</h1>${body}</main>`, "", "en-US"), {
      url: "https://town.example/",
    }),
    {
      schema: { title: "string", date: "date", url: "url" },
      instructions,
      now: Date.UTC(2019, 3, 12),
    },
  ).results;
const daysOf = (body: string): unknown[] => read(body).map(({ item }) => item.date);

const NINE = ["January 9", "February 13", "March 13"];
const years = [2019, 2018, 2017].map((year) => [year, NINE.map((day) => `${day}, ${year}`)] as const);
const WANTED = years.flatMap(([year]) => [`${year}-01-09`, `${year}-02-13`, `${year}-03-13`]);

describe("a list of dates", () => {
  it.each([
    [
      "items below each year",
      years
        .map(
          ([year, days]) =>
            `<section><h2>${year} meetings</h2><ul>${days.map((day) => `<li>${day}</li>`).join("")}</ul></section>`,
        )
        .join(""),
    ],
    [
      "lines of a paragraph for each year",
      years.map(([year, days]) => `<h2>${year} meetings</h2><p>${days.join("<br>")}</p>`).join(""),
    ],
    [
      "links in one line for each year",
      years
        .map(
          ([year, days]) =>
            `<div><h2>${year} meetings</h2><div>${[...days, `April 10, ${year}`]
              .map((day, at) => `<a href="/${year}/${at}">${day}</a>`)
              .join(" ")}</div></div>`,
        )
        .join(""),
    ],
  ])("has one record per date, not per year: %s", (what, body) => {
    const wanted = what.startsWith("links")
      ? years.flatMap(([year]) => [`${year}-01-09`, `${year}-02-13`, `${year}-03-13`, `${year}-04-10`])
      : WANTED;
    expect(daysOf(body)).toEqual(wanted);
  });

  it("has one record for a date with links to its agenda and minutes", () => {
    const body = NINE.map(
      (day, at) =>
        `<p>${day}, 2019: <a href="/agenda/${at}.pdf">Agenda</a> <a href="/minutes/${at}.pdf">Minutes</a></p>`,
    ).join("");
    expect(daysOf(body)).toEqual(["2019-01-09", "2019-02-13", "2019-03-13"]);
  });

  it("keeps rows with a date that cannot be read", () => {
    const body = `<table>${[...NINE, "to be announced"]
      .map((day) => `<tr><td>${day}</td><td>Town Hall</td></tr>`)
      .join("")}</table>`;
    expect(daysOf(body)).toEqual(["2019-01-09", "2019-02-13", "2019-03-13", null]);
  });

  it("is found below a text without instructions", () => {
    const about = `<p>${"The board decides on plans, roads and schools, and hears whoever wants to speak about them. ".repeat(30)}</p>`;
    const days = Array.from({ length: 10 }, (_, at) => `<p>January ${at + 10}, 2019</p>`).join("");
    expect(read(`${about}<h2>Meetings</h2>${days}`, "")).toHaveLength(10);
  });
});
