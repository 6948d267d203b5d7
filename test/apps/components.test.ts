import { describe, expect, it } from "@jest/globals";
import { appPage, BODIES, flowOf, resultsOf } from "./helpers.ts";

const itemsOf = (main: string, schema: Parameters<typeof resultsOf>[1]) =>
  resultsOf(appPage(main), schema, "all of the list").map(({ item }) => item);

const PLACES = ["Nordkai", "Alter Markt", "Nordkai", "Am Deich", "Alter Markt", null];

describe("lists of component libraries", () => {
  it("give the place that no label names, if no other text is left", () => {
    const rows = BODIES.map(
      (title, at) =>
        `<div class="paper"><div class="badge"><p>Oct</p><h4>${at + 1}</h4></div><div><a href="/m/${at}">${title}</a><p>6:30 PM</p>${PLACES[at] ? `<p>${PLACES[at]}</p>` : ""}<a href="/f/a${at}.pdf">Agenda</a></div></div>`,
    );
    const results = resultsOf(appPage(`<h1>Meetings</h1><h2>October 2026</h2>${rows.join("")}`), {
      title: "string",
      time: "string",
      location: "string",
    });
    expect(results.map(({ item }) => item)).toEqual(
      BODIES.map((title, at) => ({
        title,
        time: "6:30 PM",
        location: PLACES[at],
      })),
    );
    expect(results[0]?.provenance.location).toMatchObject({
      confidence: 0.4,
      doubt: expect.stringContaining("place"),
    });
  });

  it("give an event neither the place of another nor its own name", () => {
    const rows = BODIES.map(
      (title, at) =>
        `<li class="row"><span>October ${at + 1}, 2026 6:30 PM</span><a href="/m/${at}">${at === 5 ? "School Building Committee" : title}</a>${at < 4 ? `<p>Town Hall (Room ${at % 2})</p>` : ""}</li>`,
    );
    const items = itemsOf(`<h1>Meetings</h1><ul>${rows.join("")}</ul>`, {
      title: "string",
      date: "date",
      location: "string",
    });
    expect(items.map(({ location }) => location)).toEqual([
      ...[0, 1, 0, 1].map((at) => `Town Hall (Room ${at})`),
      ...[null, null],
    ]);
  });

  it("leave the place open if two texts could be it", () => {
    const rows = BODIES.map(
      (_, at) =>
        `<li class="row"><a href="/m/${at}">Group ${at}</a><i>Nord ${"ABC"[at % 3]}x</i><b>West ${"DEFG"[at % 4]}y</b> 1 October 2026</li>`,
    );
    const items = itemsOf(`<ul>${rows.join("")}</ul>`, { title: "string", date: "date", location: "string" });
    expect(items.map(({ location }) => location)).toEqual(BODIES.map(() => null));
  });

  it.each([
    ["Soft cover edition", "Hard cover edition", "Paper cover edition", "Signed first edition", "Used copy"],
    ["Soft Cover", "Hard Cover", "Paperback", "Signed First Edition", "Used Copy"],
    ["Warm light", "Cold light", "Blue tone", "Red tone", "Dim glow"],
  ])("take no quality of what is sold for a place, a company or a role: %s", (...qualities) => {
    const cards = qualities.map(
      (quality, at) => `<li><h3>Lamp ${at}</h3><p class="s">${quality}</p><p>$${at + 3}.00</p></li>`,
    );
    for (const name of ["location", "company", "role"])
      expect(
        itemsOf(`<ul>${cards.join("")}</ul>`, { title: "string", price: "price", [name]: "string" }).map(
          (item) => item[name],
        ),
      ).toEqual(qualities.map(() => null));
  });

  it("take no number without a currency for a salary", () => {
    const rows = BODIES.map((title, at) => `<li><h4>${title}</h4><p>Grade ${at + 3}</p></li>`);
    const items = itemsOf(`<ul>${rows.join("")}</ul>`, { title: "string", salary: "string" });
    expect(items.map(({ salary }) => salary)).toEqual(BODIES.map(() => null));
  });

  it("give a place to a flow that no label names, with a note", () => {
    const rows = BODIES.map(
      (title, at) => `<li class="m"><a href="/m/${at}">${title}</a><p>${PLACES[at % 5]}</p></li>`,
    );
    const list = `<ul>${rows.join("")}</ul>`;
    const schema = { title: "string", location: "string" } as const;
    expect(itemsOf(list, schema).map(({ location }) => location)).toEqual(
      BODIES.map((_, at) => PLACES[at % 5]),
    );
    const { records, flow } = flowOf(appPage(list), "title and location of all meetings");
    expect(records.map(({ title, location }) => [title, location])).toEqual(
      BODIES.map((title, at) => [title, PLACES[at % 5]]),
    );
    expect(flow.notes).toEqual([
      { field: "location", why: expect.stringContaining("Nothing on the page names it") },
    ]);
  });

  it.each([4, 5])("give a value that is in a link, of %d records", (count) => {
    const rows = BODIES.slice(0, count).map(
      (title, at) =>
        `<li><h4>${title}</h4><p><a href="/p/${at}">${["Nordkai", "Alter Markt", "Am Deich", "Hafen", "Turm"][at]}</a></p></li>`,
    );
    const items = itemsOf(`<ul>${rows.join("")}</ul>`, { title: "string", location: "string" });
    expect(items.map(({ location }) => location)).toEqual(
      ["Nordkai", "Alter Markt", "Am Deich", "Hafen", "Turm"].slice(0, count),
    );
  });

  it("give all records what some of them show to be a field", () => {
    const companies = [
      "Acme GmbH",
      "City Works",
      "Nordic Foods AB",
      "Bright & Co.",
      "Hill Ltd",
      "North Bank",
    ];
    const towns = ["Berlin", "Malmö, Sweden", "Leeds", "Lyon, France", "Ghent", "Turin, Italy"];
    const rows = companies.map(
      (company, at) =>
        `<li class="job"><h4><a href="/j/${at}">Clerk ${at}</a></h4><div class="d">${company} · ${towns[at]}</div><span>Full-time</span></li>`,
    );
    expect(
      itemsOf(`<ul>${rows.join("")}</ul>`, { title: "string", company: "string", location: "string" }),
    ).toEqual(companies.map((company, at) => ({ title: `Clerk ${at}`, company, location: towns[at] })));
  });

  it("say the time that stands beside the day", () => {
    const rows = BODIES.map(
      (title, at) =>
        `<li class="row"><span>October ${at + 1}, 2026 6:30 PM – 8:00 PM</span><a href="/m/${at}">${title}</a></li>`,
    );
    const items = itemsOf(`<ul>${rows.join("")}</ul>`, { title: "string", date: "date", time: "string" });
    expect(items).toEqual(
      BODIES.map((title, at) => ({ title, date: `2026-10-0${at + 1}`, time: "6:30 PM – 8:00 PM" })),
    );
  });

  it("are named neither by their files, nor by a time or a style", () => {
    const rows = BODIES.map(
      (title, at) =>
        `<div class="row"><style>.x{margin:0}</style><p>6:30 PM</p><div><p>${title}</p></div><a href="/f/a${at}.pdf">Agenda</a> <a href="/f/m${at}.pdf">Minutes</a></div>`,
    );
    const items = itemsOf(`<h1>Meetings</h1>${rows.join("")}`, { title: "string", agenda: "url" });
    expect(items).toEqual(BODIES.map((title, at) => ({ title, agenda: `https://app.example/f/a${at}.pdf` })));
  });

  it("read days below their month", () => {
    const rows = BODIES.map(
      (title, at) => `<div class="row"><p>Tue ${at + 6}</p><a href="/m/${at}">${title}</a></div>`,
    );
    const main = `<h1>Meetings</h1><div class="divider"><span>October 2026</span></div>${rows.join("")}`;
    expect(itemsOf(main, { title: "string", date: "date" })).toEqual(
      BODIES.map((title, at) => ({ title, date: `2026-10-${String(at + 6).padStart(2, "0")}` })),
    );
  });

  it("take the first line of a heading with several", () => {
    const rows = BODIES.map(
      (title, at) =>
        `<div class="row"><h3><div><p>${title}</p><p>${at + 1} October 2026</p></div></h3><p>Open to all</p></div>`,
    );
    expect(itemsOf(rows.join(""), { title: "string", date: "date" })).toEqual(
      BODIES.map((title, at) => ({ title, date: `2026-10-0${at + 1}` })),
    );
  });

  it("have prices in their footers, and beside numbers of reviews", () => {
    const inFooter = (at: number) =>
      `<div class="card"><h5>Lamp ${at}</h5><div class="card-footer"><span>$${at + 20}.50</span></div></div>`;
    const beside = (at: number) =>
      `<div class="card"><h5>Lamp ${at}</h5><p><b>$${at + 20}.50</b></p><small>${at} reviews</small></div>`;
    for (const card of [inFooter, beside])
      expect(itemsOf([1, 2, 3, 4].map(card).join(""), { name: "string", price: "price" })).toEqual(
        [1, 2, 3, 4].map((at) => ({ name: `Lamp ${at}`, price: at + 20.5 })),
      );
  });

  it("have phone numbers without links", () => {
    const people = ["Ann Lee", "Béla Kis", "Carla Rey", "Dmitri Orlov"];
    const rows = people.map(
      (name, at) =>
        `<tr><td><div>${name}</div><div>Head of Sales</div></td><td><p><a href="mailto:p${at}@x.example">p${at}@x.example</a></p>${at === 2 ? "" : `<p>+49 30 555 100${at}</p>`}</td></tr>`,
    );
    const head = "<thead><tr><th>Employee</th><th>Contact</th></tr></thead>";
    expect(
      itemsOf(`<table>${head}<tbody>${rows.join("")}</tbody></table>`, { name: "string", phone: "string" }),
    ).toEqual(people.map((name, at) => ({ name, phone: at === 2 ? null : `+49 30 555 100${at}` })));
  });

  it("read months and days below their year", () => {
    const row = (title: string, at: number) =>
      `<li class="row"><span class="day">0${9 - at}-1${at}</span> <a href="/m/${at}">${title}</a></li>`;
    const year = (number: number, from: number) =>
      `<section><div class="year">${number}</div><ul>${BODIES.slice(from, from + 3)
        .map(row)
        .join("")}</ul></section>`;
    expect(itemsOf(year(2026, 0) + year(2025, 3), { title: "string", date: "date" })).toEqual(
      BODIES.map((title, at) => ({ title, date: `${at < 3 ? 2026 : 2025}-0${9 - (at % 3)}-1${at % 3}` })),
    );
  });
});

describe("pages of component libraries", () => {
  it("have labels beside their values in one cell", () => {
    const cell = (label: string, value: string) =>
      `<tr><td><div><span class="label">${label}</span><span class="content">${value}</span></div></td></tr>`;
    const main = `<h1>Tree Council</h1><table>${cell("Date", "1 October 2026")}${cell("Location", "Riverside Library")}</table>`;
    expect(resultsOf(appPage(main), { date: "date", location: "string" }).map(({ item }) => item)).toEqual([
      { date: "2026-10-01", location: "Riverside Library" },
    ]);
  });
});
