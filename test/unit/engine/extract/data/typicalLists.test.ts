/** Lists as many sites have them: topics with counts, price plans, tables with short headings. */
import { describe, expect, it } from "@jest/globals";
import type { OutputSchema } from "../../../../../src/contract/fields/outputSchema.ts";
import { extractFrom, pageOf } from "./helpers.ts";

const PLACES = [0, 1, 2, 3, 4];
const read = (card: (at: number) => string, schema: OutputSchema) =>
  extractFrom(pageOf(`<main><h1>List</h1>${PLACES.map(card).join("")}</main>`), { schema }).results;
const itemsOf = (results: ReturnType<typeof read>) => results.map(({ item }) => item);

describe("a number beside the name of a field", () => {
  const topic = (at: number) =>
    `<div class="row"><a href="/t/${at}">Topic ${at}</a><div>${at * 4} replies</div><div>1.${at}k views</div><div>Cited by ${at + 3}</div></div>`;

  it("fills the field", () => {
    const schema = { title: "string", replies: "integer", viewCount: "integer", citedBy: "integer" } as const;
    expect(itemsOf(read(topic, schema))).toEqual(
      PLACES.map((at) => ({
        title: `Topic ${at}`,
        replies: at * 4,
        viewCount: 1_000 + at * 100,
        citedBy: at + 3,
      })),
    );
  });

  it("fills no field of another name", () => {
    const items = itemsOf(read(topic, { title: "string", likes: "integer" }));
    expect(items).toEqual(PLACES.map((at) => ({ title: `Topic ${at}`, likes: null })));
  });
});

describe("a price plan", () => {
  const plan = (amount: string) => (at: number) =>
    `<div class="plan"><h2>Plan ${at}</h2><div>${amount.replace("N", String(at + 9))}</div><ul><li>${at + 1} seats</li><li>${at + 1}0 GB</li></ul></div>`;

  it.each(["$N/month", "<span>$</span><span>N</span><span>/mo</span>", "N € pro Monat"])(
    "costs what is paid for the period, if it has no other price: %s",
    (amount) => {
      const items = itemsOf(read(plan(amount), { name: "string", price: "price" }));
      expect(items).toEqual(PLACES.map((at) => ({ name: `Plan ${at}`, price: at + 9 })));
    },
  );

  it("does not cost its instalments, or what financing takes a month", () => {
    const beside = itemsOf(read(plan("<b>$500</b> <i>or $N/month</i>"), { name: "string", price: "price" }));
    expect(beside.map(({ price }) => price)).toEqual(PLACES.map(() => 500));
    const financing = itemsOf(read(plan("Financing from $N/month"), { name: "string", price: "price" }));
    expect(financing.map(({ price }) => price)).toEqual(PLACES.map(() => null));
  });

  it("has its only list as the only field of texts, with a doubt", () => {
    const results = read(plan("$N"), { name: "string", features: "string[]" });
    expect(itemsOf(results)[1]).toEqual({ name: "Plan 1", features: ["2 seats", "20 GB"] });
    expect(results[1]?.provenance.features).toMatchObject({
      confidence: expect.closeTo(0.4, 1),
      doubt: expect.stringContaining("only list"),
    });
  });

  it("has no menu as a field of texts", () => {
    const card = (at: number) =>
      `<div class="plan"><h2>Plan ${at}</h2><b>$${at + 9}</b><ul><li><a href="/a/${at}">Buy</a></li><li><a href="/b/${at}">Compare</a></li></ul></div>`;
    const items = itemsOf(read(card, { name: "string", features: "string[]" }));
    expect(items.map(({ features }) => features)).toEqual(PLACES.map(() => []));
  });
});

describe("a table with short headings", () => {
  const heads = ["Team", "MP", "W", "D", "L", "GF", "GA", "Chg"];
  const rows = PLACES.map(
    (at) =>
      `<tr><td>Club ${at}</td>${[30, 9, 1, 2, 40, 10, 5].map((n) => `<td>${n + at}</td>`).join("")}</tr>`,
  );
  const html = pageOf(
    `<main><table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join("")}</tr></thead>${rows.join("")}</table></main>`,
  );

  it("has the fields that they abbreviate", () => {
    const counts = ["wins", "draws", "losses", "goalsFor", "goalsAgainst", "change"];
    const schema: OutputSchema = {
      team: "string",
      ...Object.fromEntries(counts.map((name) => [name, "integer" as const])),
    };
    expect(extractFrom(html, { schema }).results[1]?.item).toEqual({
      ...{ team: "Club 1", wins: 10, draws: 2, losses: 3, goalsFor: 41, goalsAgainst: 11, change: 6 },
    });
  });

  it("has no field that they only resemble", () => {
    const schema = { team: "string", goals: "integer", fouls: "integer" } as const;
    expect(extractFrom(html, { schema }).results[1]?.item).toMatchObject({ goals: null, fouls: null });
  });
});

describe("a card", () => {
  it("has fields whose names its classes abbreviate", () => {
    const card = (at: number) =>
      `<div class="ticket"><h3><a href="/t/${at}">Ticket ${at}</a></h3><span class="ticket-prio">${["High", "Low"][at % 2]}</span></div>`;
    const items = itemsOf(read(card, { title: "string", priority: "string" }));
    expect(items[1]).toEqual({ title: "Ticket 1", priority: "Low" });
  });

  it("is called by the version of a release, and has its notes", () => {
    const card = (at: number) =>
      `<section><h2><a href="/r/${at}">v2.${at}.0</a></h2><time datetime="2026-0${at + 1}-10">10.${at + 1}.</time><p>Fixes bug ${at} and improves the speed.</p></section>`;
    const items = itemsOf(read(card, { version: "string", notes: "string" }));
    expect(items[1]).toEqual({ version: "v2.1.0", notes: "Fixes bug 1 and improves the speed." });
  });

  it("has a place of work with its state", () => {
    const card = (at: number) =>
      `<div class="job"><h3><a href="/j/${at}">Job ${at}</a></h3><span>Remote / Palo Alto, CA</span></div>`;
    expect(itemsOf(read(card, { title: "string", location: "string" }))[0]?.location).toBe(
      "Remote / Palo Alto, CA",
    );
  });
});
