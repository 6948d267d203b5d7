import { describe, expect, it } from "@jest/globals";
import { extractData, parseDocument } from "../../../../../src/engine/extract/extract.ts";
import { pageOf } from "./helpers.ts";

const read = (body: string): Readonly<Record<string, unknown>>[] =>
  extractData(
    parseDocument(pageOf(`<main><h1>Events</h1>${body}</main>`, "<title>Events</title>", "en-US"), {
      url: "https://town.example/",
    }),
    {
      schema: { title: "string", date: "date", location: "string", url: "url" },
      instructions: "All events on this page",
      now: Date.UTC(2026, 10, 27),
    },
  ).results.map(({ item }) => item);
const titlesOf = (body: string): unknown[] => read(body).map(({ title }) => title);

const TITLES = ["Jazz Night", "Poetry Slam", "Film Evening", "Chess Club", "Quiz Evening"];
const list = `<ul>${TITLES.map(
  (title, at) =>
    `<li><h3><a href="/e/${at}">${title}</a></h3><p>December ${at * 3 + 1}, 2026</p><p>Town Hall, Room ${at + 1}</p></li>`,
).join("")}</ul>`;

const days = Array.from({ length: 14 }, (_, at) => at + 1);
const isoOf = (day: number): string => `2026-12-${String(day).padStart(2, "0")}`;
const menu = (option: (day: number) => string): string =>
  `<form><select name="day">${days.map(option).join("")}</select></form>`;
const said = (day: number): string => `December ${day}, 2026`;

describe("a menu of dates beside a list of events", () => {
  it.each([
    ["a filter", menu((day) => `<option value="${isoOf(day)}">${said(day)}</option>`)],
    [
      "a filter that leads to the page itself",
      menu((day) => `<option value="/events?day=${isoOf(day)}">${said(day)}</option>`),
    ],
    [
      "a filter with days as people write them",
      menu((day) => `<option value="12/${day}/2026">${said(day)}</option>`),
    ],
    ["a filter without values", menu((day) => `<option>Dec ${day}</option>`)],
    [
      "a booking",
      `<aside><h2>Book a table</h2><select><option>Select</option>${days.map((day) => `<option>${["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][day % 7]}, Dec ${day}</option>`).join("")}</select></aside>`,
    ],
    [
      "a menu of other days",
      menu((day) => `<option value="/archive/${day}.pdf">January ${day + 10}, 2025</option>`),
    ],
  ])("does not replace the list: %s", (_, select) => {
    expect(titlesOf(`${select}${list}`)).toEqual(TITLES);
    expect(titlesOf(`${list}${select}`)).toEqual(TITLES);
  });

  it.each([
    [
      "leads to a page or file of each",
      menu((day) => `<option value="/agendas/${day}.pdf">${said(day)}</option>`),
    ],
    [
      "names the event of each",
      menu((day) => `<option value="${day}">${said(day)}: Concert number ${day}</option>`),
    ],
  ])("replaces the list if it has all of its dates and more, and %s", (_, select) => {
    expect(read(`${select}${list}`).map(({ date }) => date)).toEqual(days.map(isoOf));
  });

  it.each([
    ["leads to a file of each", menu((day) => `<option value="agenda${day}.pdf">${said(day)}</option>`)],
    [
      "names the event of each",
      menu((day) => `<option value="${day}">${said(day)}: Concert ${day}</option>`),
    ],
  ])("is the list if the page has no other list, and %s", (_, select) => {
    expect(read(`${select}<ul><li>Rules</li><li>Members</li></ul>`).map(({ date }) => date)).toEqual(
      days.map(isoOf),
    );
  });
});
