import { describe, expect, it } from "@jest/globals";
import { extractData, parseDocument } from "../../../../../src/engine/extract/extract.ts";
import { pageOf } from "./helpers.ts";

const NAMES = ["alpha", "beta", "gamma", "delta", "eps", "zeta"];
const daysOf = (days: readonly string[], now = Date.UTC(2026, 10, 27)): unknown[] => {
  const items = days.map(
    (day, at) => `<li><h3>Meeting number ${NAMES[at]}</h3><p>${day}, 7 pm</p><p>Town Hall</p></li>`,
  );
  const page = parseDocument(pageOf(`<main><h1>Events</h1><ul>${items.join("")}</ul></main>`, "", "en-US"), {
    url: "https://town.example/",
  });
  const schema = { title: "string", date: "date", location: "string" } as const;
  return extractData(page, { schema, instructions: "All events on this page", now }).results.map(
    ({ item }) => item.date,
  );
};

describe("the years of a schedule, if only the date of the visit decides them", () => {
  it.each([
    [["December 18", "January 8", "January 8"]],
    [["December 18", "January 8", "January 8", "January 20"]],
    [["November 30", "December 7", "December 14", "January 4", "January 11"]],
  ])("increase at the turn of the year: %j", (days) => {
    const wanted = days.map((day) => (day.startsWith("January") ? "2027" : "2026"));
    expect(daysOf(days).map((day) => String(day).slice(0, 4))).toEqual(wanted);
  });

  it("decrease at the turn of the year if the newest date is first", () => {
    expect(daysOf(["January 11", "January 4", "December 14", "December 14"])).toEqual([
      "2027-01-11",
      "2027-01-04",
      "2026-12-14",
      "2026-12-14",
    ]);
  });

  it("are the same from January to December", () => {
    expect(daysOf(["January 9", "March 13", "June 12", "August 14", "October 9", "December 11"])).toEqual(
      ["01-09", "03-13", "06-12", "08-14", "10-09", "12-11"].map((day) => `2026-${day}`),
    );
  });

  it.each([Date.UTC(2027, 1, 1), Date.UTC(2026, 10, 27)])(
    "include 29 February of a leap year, at %d",
    (now) => {
      expect(daysOf(["January 12", "February 10", "February 29", "March 9"], now)).toEqual([
        "2028-01-12",
        "2028-02-10",
        "2028-02-29",
        "2028-03-09",
      ]);
    },
  );
});
