import { describe, expect, it } from "@jest/globals";
import { extractData, parseDocument } from "../../../../../src/engine/extract/extract.ts";
import { settleOrder } from "../../../../../src/engine/extract/values/dates.ts";

const COURT = { name: "string", url: "url", date: "date", docket: "string" } as const;
const NOW = Date.UTC(2026, 2, 31);
const read = (body: string) =>
  extractData(parseDocument(`<html lang="en"><body>${body}</body></html>`, { url: "https://court.test/" }), {
    schema: COURT,
    now: NOW,
  }).results.map(({ item }) => item);

const NAMES = ["Adams v. Brown", "Clark v. Davis", "Evans v. Frank", "Green v. Hill", "Irwin v. Jones"];
const DAYS = ["03/04/2026", "03/18/2026", "02/03/2026", "01/05/2026", "12/24/2025"];

const bodies = NAMES.map(
  (name, at) =>
    `<tbody><tr><td><p>${name}</p></td><td>${DAYS[at]}</td><td><p>2026-0${at}473</p></td><td><a href="/o/${at}.pdf">Slip ${at}</a></td></tr></tbody>`,
).join("");
const TABLE = `<table><thead><tr><th>Party Name</th><th>Decision Date</th><th>Docket Number</th><th>Slip</th></tr></thead>${bodies}</table>`;

describe("rows with a body each", () => {
  it("are named by the heads of their columns, and dates that can be read in two ways by the others of the column", () => {
    expect(read(TABLE)).toMatchObject([
      { date: "2026-03-04", docket: "2026-00473" },
      { date: "2026-03-18", docket: "2026-01473" },
      { date: "2026-02-03", docket: "2026-02473" },
      { date: "2026-01-05" },
      { date: "2025-12-24" },
    ]);
  });
});

describe("records below a heading with a day", () => {
  const group = (day: string, from: number): string =>
    `<h3>${day}</h3><ul>${NAMES.map((name, at) => `<li><a href="/o/${from + at}.pdf">S19A${from + at}95. ${name.toUpperCase()}</a></li>`).join("")}</ul>`;

  it("have that day, and the number that their text begins with", () => {
    const items = read(`<main>${group("December 23, 2019", 10)}${group("December 12, 2019", 40)}</main>`);
    expect(items).toHaveLength(10);
    expect(items[0]).toMatchObject({ date: "2019-12-23", docket: "S19A1095" });
    expect(items[9]).toMatchObject({ date: "2019-12-12", docket: "S19A4495" });
  });
});

it.each([
  [["03/04/2024", "25/12/2024"], true],
  [["03/04/2024", "12/25/2024"], false],
  [["25/12/2024", "12/25/2024"], undefined],
  [["03/04/2024"], undefined],
] as const)("of %j the order is day first: %p", (texts, dayFirst) => {
  expect(settleOrder(texts)).toBe(dayFirst);
});
