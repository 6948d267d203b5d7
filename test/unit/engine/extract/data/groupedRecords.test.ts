/** Records below headings: each is one, and not the heading with all that is below it. */
import { describe, expect, it } from "@jest/globals";
import type { OutputSchema } from "../../../../../src/contract/fields/outputSchema.ts";
import { extractFrom, pageOf } from "./helpers.ts";

const valuesOf = (body: string, schema: OutputSchema, name: string) =>
  extractFrom(pageOf(`<main><h1>Overview</h1>${body}</main>`), { schema }).results.map(
    ({ item }) => item[name],
  );

describe("records below headings", () => {
  it("take the day of their heading, also without its year", () => {
    const event = (title: string, time: string) =>
      `<div class="row"><span class="time">${time}</span><div><a href="/e/${title.toLowerCase()}">${title}</a></div></div>`;
    const body = `<div><h3>Thursday 22 October</h3>${event("Quartet", "19:30")}${event("Choir", "20:00")}<h3>Friday 23 October</h3>${event("Puppets", "10:30")}${event("Waltz", "18:15")}${event("Jazz", "21:00")}</div>`;
    const schema: OutputSchema = { event: "string", startsAt: "date", detailsUrl: "url" };
    expect(valuesOf(body, schema, "event")).toEqual(["Quartet", "Choir", "Puppets", "Waltz", "Jazz"]);
    const days = ["2026-10-22", "2026-10-22", "2026-10-23", "2026-10-23", "2026-10-23"];
    expect(valuesOf(body, schema, "startsAt")).toEqual(days);
  });

  it("can be paragraphs that have their texts in elements side by side", () => {
    const dish = (name: string, price: number) =>
      `<p class="dish"><span class="dish-name">${name}</span> <em>(v)</em> <b>${price}</b></p>`;
    const body = `<h2>Small plates</h2><hr>${dish("Charred leeks", 9.5)}${dish("Cured trout", 11)}${dish("Ham hock", 8)}<h2>Mains</h2><hr>${dish("Roast hake", 22)}${dish("Celeriac schnitzel", 17)}<h2>Puddings</h2><hr>${dish("Treacle tart", 8)}${dish("Rhubarb fool", 7)}${dish("Cheese", 13)}`;
    expect(valuesOf(body, { dish: "string", note: "string" }, "dish")).toEqual(
      "Charred leeks,Cured trout,Ham hock,Roast hake,Celeriac schnitzel,Treacle tart,Rhubarb fool,Cheese".split(
        ",",
      ),
    );
  });

  it("can be terms, of which some are alone below their letter", () => {
    const term = (name: string) => `<dt><dfn>${name}</dfn></dt><dd>What ${name} means, in one sentence.</dd>`;
    const body = `<h3>A</h3><dl>${term("Annuity")}${term("Arrears")}</dl><h3>B</h3><dl>${term("Balloon")}</dl>${["Covenant", "Default", "Lien", "Usury"].map((name) => `<h3>${name.charAt(0)}</h3><dl>${term(name)}</dl>`).join("")}`;
    expect(valuesOf(body, { term: "string", definition: "string" }, "term")).toEqual(
      "Annuity,Arrears,Balloon,Covenant,Default,Lien,Usury".split(","),
    );
  });
});

describe("rows of a table", () => {
  const row = (train: string, note = "") => `<td>${train}</td><td>Track ${train.length}</td><td>${note}</td>`;
  const tableOf = (rows: string) =>
    `<table><thead><tr><th>Train</th><th>Platform</th><th>Note</th></tr></thead><tbody>${rows}</tbody></table>`;
  const trainsOf = (rows: string) =>
    valuesOf(tableOf(rows), { train: "string", platform: "string", note: "string" }, "train");
  const plain = ["IC 712", "S 3", "RE 48"].map((train) => `<tr>${row(train)}</tr>`).join("");

  it("have one that is marked among them", () => {
    const marked = `<tr class="cancel">${row("IR 75", "cancelled")}</tr>`;
    expect(trainsOf(`${plain}${marked}<tr>${row("EC 9")}</tr>`)).toEqual(
      "IC 712,S 3,RE 48,IR 75,EC 9".split(","),
    );
  });

  it("have no total among them", () => {
    const total = `<tr class="total">${row("Trains", "3")}</tr>`;
    expect(trainsOf(`${plain}${total}`)).toEqual("IC 712,S 3,RE 48".split(","));
  });
});
