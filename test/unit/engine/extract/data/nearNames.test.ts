import { describe, expect, it } from "@jest/globals";
import type { OutputSchema } from "../../../../../src/contract/fields/outputSchema.ts";
import { extractFrom, itemFrom, pageOf } from "./helpers.ts";

const termsOf = (terms: Readonly<Record<string, string>>): string =>
  `<dl>${Object.entries(terms)
    .map(([term, value]) => `<dt>${term}</dt><dd>${value}</dd>`)
    .join("")}</dl>`;
const tableOf = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join("")}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`)
    .join("")}</tbody></table>`;
const recordsFrom = (body: string, schema: OutputSchema = {}, instructions = "") =>
  extractFrom(pageOf(`<main>${body}</main>`), { schema, instructions }).results.map(({ item }) => item);

describe("prices with and without taxes", () => {
  const TOLD = [
    ["Price excl. VAT", "€199.00"],
    ["Price incl. VAT", "€236.81"],
    ["Recommended retail price", "€279.00"],
  ] as const;
  const SCHEMA = {
    price: "price",
    netPrice: "price",
    price_without_tax: "price",
    grossPrice: "price",
    rrp: "price",
  } as const;

  it.each([
    ["paragraphs", TOLD.map(([label, value]) => `<p>${label}: ${value}</p>`).join("")],
    ["a list of terms", termsOf(Object.fromEntries(TOLD))],
    [
      "rows",
      `<table>${TOLD.map(([label, value]) => `<tr><th>${label}</th><td>${value}</td></tr>`).join("")}</table>`,
    ],
  ])("are distinguished in %s", (_what, prices) => {
    const page = pageOf(`<main><h1>Laser printer</h1>${prices}<button>Add to cart</button></main>`);
    expect(itemFrom(page, SCHEMA)).toEqual({
      price: 236.81,
      netPrice: 199,
      price_without_tax: 199,
      grossPrice: 236.81,
      rrp: 279,
    });
    expect(extractFrom(page, { schema: { price: "price" } })).toMatchObject({
      kind: "detail",
      results: [{ item: { price: 236.81 } }],
    });
  });

  it("are not guessed if a page shows only one price", () => {
    const page = pageOf("<main><h1>Laser printer</h1><p class=price>€199.00</p></main>");
    expect(itemFrom(page, { price: "price", netPrice: "price", grossPrice: "price" })).toEqual({
      price: 199,
      netPrice: null,
      grossPrice: 199,
    });
  });
});

describe("labels that look similar to a field", () => {
  const TERMS = termsOf({
    "Last update": "3 May 2026",
    "Shipping weight": "1.4 kg",
    "Art director": "Jo Blake",
    Fax: "+44 20 7946 0991",
  });
  const page = pageOf(`<main><h1>Orbit X2</h1>${TERMS}</main>`);

  it("are not taken for abbreviations, as column headers are", () => {
    const art = pageOf(`<main><h1>Nachtwache</h1>${termsOf({ Art: "Ölgemälde" })}</main>`, "", "de");
    expect(itemFrom(art, { title: "string", artist: "string" })).toMatchObject({ artist: null });
  });

  it("do not fill it", () => {
    const schema = { releaseDate: "date", director: "string", phone: "string", fax: "string" } as const;
    expect(itemFrom(page, schema)).toEqual({
      releaseDate: null,
      director: null,
      phone: null,
      fax: "+44 20 7946 0991",
    });
  });

  it("fill the field of exactly that name", () => {
    expect(itemFrom(page, { weight: "number", shippingWeight: "number" })).toEqual({
      weight: null,
      shippingWeight: 1.4,
    });
  });

  it("are text if they are named like an image field but contain none", () => {
    const art = pageOf(
      `<main><h1>Night Watch</h1>${termsOf({ Gallery: "Not on view", Cover: "Paperback" })}</main>`,
    );
    expect(itemFrom(art, { gallery: "string", cover: "string", image: "image" })).toEqual({
      gallery: "Not on view",
      cover: "Paperback",
      image: null,
    });
  });
});

describe("a person's role", () => {
  const PEOPLE = [
    ["Amara Nwosu", "Chief executive"],
    ["Per Lindqvist", "Head of research"],
    ["Rosa Delgado", "Finance director"],
    ["Tom Hale", "Claims manager"],
  ] as const;
  const CARDS = PEOPLE.map(
    ([name, role]) => `<div class="k"><h3>${name}</h3><p>${role}</p><p>Has worked here for years.</p></div>`,
  ).join("");

  it.each(["role", "position", "jobTitle"])("is read below the name, requested as %s", (field) => {
    expect(recordsFrom(`<h1>Our team</h1>${CARDS}`, { name: "string", [field]: "string" })).toEqual(
      PEOPLE.map(([name, role]) => ({ name, [field]: role })),
    );
  });

  it("is never the name", () => {
    const names = PEOPLE.map(([name]) => `<div class="k"><h3>${name}</h3><p>2018 – 2024</p></div>`).join("");
    const schema = { name: "string", jobTitle: "string" } as const;
    expect(recordsFrom(`<h1>Our team</h1>${names}`, schema, "all people")).toEqual(
      PEOPLE.map(([name]) => ({ name, jobTitle: null })),
    );
  });

  it("is the title of a job posting", () => {
    const page = pageOf("<main><h1>Nurse, night shift</h1><p>Apply by 3 December 2026</p></main>");
    expect(itemFrom(page, { jobTitle: "string" })).toEqual({ jobTitle: "Nurse, night shift" });
  });
});

describe("columns", () => {
  it("are matched by abbreviated or longer headers", () => {
    const table = tableOf(
      ["Player", "Nat.", "Min.", "Yellow", "Low water"],
      [
        ["Ada Lund", "SWE", "900", "1", "05:12"],
        ["Bea Ito", "JPN", "812", "2", "06:01"],
        ["Cy Okoro", "NGA", "640", "0", "07:20"],
      ],
    );
    const schema = {
      player: "string",
      nationality: "string",
      minutesPlayed: "integer",
      yellowCards: "integer",
      low: "string",
    } as const;
    expect(recordsFrom(`<h1>Squad</h1>${table}`, schema)[1]).toEqual({
      player: "Bea Ito",
      nationality: "JPN",
      minutesPlayed: 812,
      yellowCards: 2,
      low: "06:01",
    });
  });

  const HEARINGS = tableOf(
    ["Case No.", "Parties", "Filed", "Hearing"],
    [
      ["22-CV-101", '<a href="/c/1">Adams v. Baker</a>', "03/04/26", "05/06/26"],
      ["22-CV-118", '<a href="/c/2">Cole v. Dean</a>', "17/03/26", "07/08/26"],
      ["22-CV-130", '<a href="/c/3">Eads v. Finn</a>', "04/02/26", "09/10/26"],
      ["22-CV-141", '<a href="/c/4">Gray v. Hall</a>', "04/05/26", "10/11/26"],
    ],
  );

  it("with two-digit years use the date order that one of their dates proves", () => {
    const schema = { filingDate: "date", hearingDate: "date" } as const;
    expect(recordsFrom(`<h1>Hearings</h1>${HEARINGS}`, schema)).toEqual([
      { filingDate: "2026-04-03", hearingDate: "2026-06-05" },
      { filingDate: "2026-03-17", hearingDate: "2026-08-07" },
      { filingDate: "2026-02-04", hearingDate: "2026-10-09" },
      { filingDate: "2026-05-04", hearingDate: "2026-11-10" },
    ]);
  });

  it("do not return their header as a record", () => {
    expect(recordsFrom(`<h1>Hearings</h1>${HEARINGS}`).map(({ title }) => title)).toEqual([
      "Adams v. Baker",
      "Cole v. Dean",
      "Eads v. Finn",
      "Gray v. Hall",
    ]);
  });
});
