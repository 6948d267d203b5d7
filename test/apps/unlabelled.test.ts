import { describe, expect, it } from "@jest/globals";
import { appPage, itemOf, recordsLike, resultsOf } from "./helpers.ts";

const JOBS = [
  ["Data analyst", "Bluewater Analytics", "Rotterdam", "Part-time"],
  ["Payroll clerk", "Hillside Trust", "Leeds", "Part-time"],
  ["Site manager", "Brick Brothers Ltd", "Manchester", "Full-time"],
  ["Pastry chef", "Café Lune", "Ghent", "Full-time"],
  ["UX researcher", "Fable Studio", "Dublin", "Part-time"],
  ["Night nurse", "Hill Hospital", "Cork", "Full-time"],
] as const;
const itemsOf = (...given: Parameters<typeof resultsOf>) => resultsOf(...given).map(({ item }) => item);

describe("texts of a record that no label names", () => {
  const cards = JOBS.map(
    ([title, company, place, type], at) =>
      `<a class="card" href="/jobs/${at}"><div class="bold">${title}</div><div class="grey">${company}</div>
       <div class="row"><span class="badge">${place}</span><span class="badge">${type}</span></div></a>`,
  );

  it("are told apart by their place, even in badges of the same class", () => {
    const schema = { title: "string", company: "string", location: "string", type: "string" } as const;
    const results = resultsOf(appPage(`<h1>Open roles</h1>${cards.join("")}`), schema, "all open roles");
    expect(results.map(({ item }) => item)).toEqual(
      JOBS.map(([title, company, location, type]) => ({ title, company, location, type })),
    );
    expect(results[1]?.provenance.type).toMatchObject({
      confidence: expect.closeTo(0.4, 0),
      doubt: expect.any(String),
    });
  });

  it("are the value of a field that sorts records into groups, if it is the only one left", () => {
    const states = ["Open", "Closed", "Pending", "Open", "Open", "Closed"];
    const rows = JOBS.map(
      ([title], at) =>
        `<li class="item"><div><b>${title}</b><br>Noted on ${at + 1} October 2026</div><span class="badge">${states[at]}</span></li>`,
    );
    const schema = { title: "string", date: "date", status: "string" } as const;
    const found = itemsOf(appPage(`<h1>Queue</h1><ol>${rows.join("")}</ol>`), schema, "all tickets");
    expect(found.map(({ status }) => status)).toEqual(states);
  });

  it("are left out if two fields could have them", () => {
    const rows = JOBS.map(([title, , , type]) => `<li class="item"><b>${title}</b> <i>${type}</i></li>`);
    const schema = { title: "string", status: "string", team: "string" } as const;
    const found = itemsOf(appPage(`<h1>Queue</h1><ol>${rows.join("")}</ol>`), schema, "all tickets");
    expect(found.map(({ status, team }) => [status, team])).toEqual(JOBS.map(() => [null, null]));
  });

  it("are addresses if they have a number and a town", () => {
    const homes = JOBS.map(
      ([title, , town], at) =>
        `<div class="card"><h5>${title}</h5><h6>${at + 3} Mill Lane, ${town}</h6><p>${at + 1} beds · 80 m²</p></div>`,
    );
    const schema = { title: "string", address: "string" } as const;
    const found = itemsOf(appPage(`<h1>Homes</h1>${homes.join("")}`), schema, "all homes");
    expect(found.map(({ address }) => address)).toEqual(
      JOBS.map(([, , town], at) => `${at + 3} Mill Lane, ${town}`),
    );
  });

  it("are places of events where most of them are recognised as such", () => {
    const places = ["Village Hall", "Old Bridge", "Market Square", "Community Centre", "St Mark's Church"];
    const events = places.map(
      (place, at) =>
        `<div class="entry"><div class="title">${JOBS[at]?.[0]}</div><div class="sub">Dec ${at + 3}, 2026 18:30</div><p>${place}</p></div>`,
    );
    const schema = { title: "string", date: "date", place: "string" } as const;
    const found = itemsOf(appPage(`<h1>History</h1>${events.join("")}`), schema, "all entries");
    expect(found.map(({ place }) => place)).toEqual(places);
  });
});

describe("names in running text", () => {
  it("are the author's after 'by' in a line with a day", () => {
    const rows = JOBS.map(
      ([title], at) =>
        `<li class="item"><div><div class="bold">${title}</div>#${at + 40} opened on Oct ${at + 2}, 2026 by Maria Schulz</div></li>`,
    );
    const schema = { title: "string", author: "string", date: "date" } as const;
    const found = itemsOf(appPage(`<h1>Queue</h1><ol>${rows.join("")}</ol>`), schema, "all tickets");
    expect(found.map(({ author }) => author)).toEqual(JOBS.map(() => "Maria Schulz"));
  });

  it.each(["Closed on", "Approved on", "Sponsored until"])("are not the author's after '%s'", (words) => {
    const rows = JOBS.map(
      ([title], at) =>
        `<li class="item"><h3>${title}</h3><span>${words} ${at + 2} October 2026 by Maria Schulz</span></li>`,
    );
    const schema = { title: "string", author: "string", date: "date" } as const;
    const found = itemsOf(appPage(`<h1>Queue</h1><ol>${rows.join("")}</ol>`), schema, "all tickets");
    expect(found.map(({ author }) => author)).toEqual(JOBS.map(() => null));
  });
});

describe("an example with a code that starts like a currency", () => {
  it("is text", () => {
    const codes = ["TL-2041", "TL-1007", "PT-3310", "GD-7712"];
    const rows = codes.map((code, at) => `<tr><td>${code}</td><td>${JOBS[at]?.[0]}</td></tr>`);
    const page = appPage(`<table><tr><th>Code</th><th>Name</th></tr>${rows.join("")}</table>`);
    const found = recordsLike(page, { artikel: "TL-2041", name: "Data analyst" });
    expect(found.map(({ artikel }) => artikel)).toEqual(codes);
  });
});

describe("an amount under the heading 'Total'", () => {
  it("is a price, although recipes have a total time", () => {
    const page = appPage(
      "<h1>Order 7</h1><dl><dt>Customer</dt><dd>Ann</dd><dt>Total</dt><dd>€1,290.00</dd></dl>",
    );
    expect(itemOf(page, { customer: "string", total: "price" })).toEqual({ customer: "Ann", total: 1290 });
  });
});
