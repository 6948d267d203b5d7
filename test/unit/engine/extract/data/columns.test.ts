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

describe("table rows with a tbody each", () => {
  it("use the column headers, and resolve ambiguous dates by the other dates of the column", () => {
    expect(read(TABLE)).toMatchObject([
      { date: "2026-03-04", docket: "2026-00473" },
      { date: "2026-03-18", docket: "2026-01473" },
      { date: "2026-02-03", docket: "2026-02473" },
      { date: "2026-01-05" },
      { date: "2025-12-24" },
    ]);
  });
});

describe("records below a date heading", () => {
  const group = (day: string, from: number): string =>
    `<h3>${day}</h3><ul>${NAMES.map((name, at) => `<li><a href="/o/${from + at}.pdf">S19A${from + at}95. ${name.toUpperCase()}</a></li>`).join("")}</ul>`;

  it("get the date of the heading, and the number at the start of their text", () => {
    const items = read(`<main>${group("December 23, 2019", 10)}${group("December 12, 2019", 40)}</main>`);
    expect(items).toHaveLength(10);
    expect(items[0]).toMatchObject({ date: "2019-12-23", docket: "S19A1095" });
    expect(items[9]).toMatchObject({ date: "2019-12-12", docket: "S19A4495" });
  });
});

describe("a programme", () => {
  const DAYS = [
    ["Friday, 4 December 2026", ["18:00 Choir", "20:00 Open Mic"]],
    ["Saturday, 5 December 2026", ["10:00 Craft Fair", "19:30 Film Club", "21:00 Ceilidh"]],
    ["Sunday, 6 December 2026", ["16:00 Carols", "17:30 Organ"]],
  ] as const;
  const WANTED = DAYS.flatMap(([, entries], at) =>
    entries.map((entry) => ({ title: entry.slice(6), time: entry.slice(0, 5), date: `2026-12-0${4 + at}` })),
  );
  const write = (head: (day: string) => string, entry: (time: string, title: string) => string, box = "") =>
    DAYS.map(([day, entries]) => {
      const inner = entries.map((text) => entry(text.slice(0, 5), text.slice(6))).join("");
      return `${head(day)}${box === "" ? inner : `<${box}>${inner}</${box}>`}`;
    }).join("");

  it.each([
    [
      "a list below each day",
      write(
        (day) => `<h2>${day}</h2>`,
        (time, title) => `<li><strong>${title}</strong> ${time}, Town Hall</li>`,
        "ul",
      ),
    ],
    [
      "boxes below each day",
      write(
        (day) => `<h2>${day}</h2>`,
        (time, title) => `<div class="e"><h3>${title}</h3><p>${time}</p></div>`,
      ),
    ],
    [
      "rows below one that says the day",
      `<table>${write(
        (day) => `<tr><th colspan="3">${day}</th></tr>`,
        (time, title) => `<tr><td>${time}</td><td>${title}</td><td>Hall</td></tr>`,
      )}</table>`,
    ],
  ])("has one record per entry, in %s", (_what, body) => {
    const page = parseDocument(`<html lang="en"><body><main><h1>Programme</h1>${body}</main></body></html>`, {
      url: "https://hall.test/",
    });
    const schema = { title: "string", time: "string", date: "date" } as const;
    expect(extractData(page, { schema, now: NOW }).results.map(({ item }) => item)).toEqual(WANTED);
  });

  it("has one record per day if only text follows each date", () => {
    const days = DAYS.map(
      ([day]) => `<h2>${day}</h2><p>It rained, and we stayed at home.</p><p>And read.</p>`,
    );
    expect(read(`<main>${days.join("")}</main>`)).toHaveLength(DAYS.length);
  });
});

it.each([
  [["03/04/2024", "25/12/2024"], true],
  [["03/04/2024", "12/25/2024"], false],
  [["25/12/2024", "12/25/2024"], undefined],
  [["03/04/2024"], undefined],
  [["04.15.19", "02.04.19"], false],
  [["15.04.19", "02.04.19"], true],
  // A version, not a day.
  [["4.15.19"], undefined],
] as const)("dates %j are day first: %p", (texts, dayFirst) => {
  expect(settleOrder(texts)).toBe(dayFirst);
});

describe("court docket entries", () => {
  const sheet = (heads: readonly string[], cell: "th" | "td"): string =>
    `<main><h1>Doe v. Roe</h1><table><tr>${heads.map((head) => `<${cell}>${head}</${cell}>`).join("")}</tr>${[
      1, 2, 3, 4,
    ]
      .map(
        (at) =>
          `<tr><td>${at}</td><td>2020-03-0${at}</td><td>Motion to dismiss the complaint, filed by counsel</td></tr>`,
      )
      .join("")}</table></main>`;
  const entries = (body: string) =>
    extractData(
      parseDocument(`<html lang="en"><body>${body}</body></html>`, { url: "https://court.test/" }),
      {
        schema: { entryNumber: "number", date: "date", description: "string" },
        instructions: "All entries",
        now: NOW,
      },
    ).results.map(({ item }) => item);

  it.each([
    ["heads of words", ["#", "Date Filed", "Docket Text"], "th"],
    ["another word for its number", ["No.", "Filed", "Docket Text"], "th"],
    ["heads that are cells, one of them empty", ["No.", "", "Docket Text"], "td"],
  ] as const)("are read by column headers: %s", (_what, heads, cell) => {
    expect(entries(sheet(heads, cell))).toEqual(
      [1, 2, 3, 4].map((at) => ({
        entryNumber: at,
        date: `2020-03-0${at}`,
        description: "Motion to dismiss the complaint, filed by counsel",
      })),
    );
  });
});

describe("a table whose cells span rows and columns", () => {
  const POOL = `<table><tr><th>Day</th><th>Session</th><th>Time</th><th>Price</th></tr>
    <tr><td rowspan=3>Monday</td><td>Lanes</td><td>07:00–09:00</td><td rowspan=2>£5.20</td></tr>
    <tr><td>Families</td><td>10:00–12:00</td></tr><tr><td>Club</td><td>18:00–20:00</td><td>£7.00</td></tr>
    <tr><td rowspan=2>Tuesday</td><td>Lanes</td><td>07:00–09:00</td><td>£5.20</td></tr>
    <tr><td colspan=2>Closed for maintenance</td><td>–</td></tr>
    <tr><td>Wednesday</td><td>Aqua fit</td><td>11:00–12:00</td><td>£6.50</td></tr></table>`;
  const schema = { day: "string", session: "string", time: "string", price: "price" } as const;
  const rowsOf = (table: string) =>
    extractData(
      parseDocument(`<html lang="en"><body>${table}</body></html>`, { url: "https://pool.test/" }),
      {
        schema,
        now: NOW,
      },
    ).results.map(({ item }) => Object.values(item));

  it("gives each row the values of its columns, also those that begin in a row above", () => {
    expect(rowsOf(POOL)).toEqual([
      ["Monday", "Lanes", "07:00–09:00", 5.2],
      ["Monday", "Families", "10:00–12:00", 5.2],
      ["Monday", "Club", "18:00–20:00", 7],
      ["Tuesday", "Lanes", "07:00–09:00", 5.2],
      ["Tuesday", "Closed for maintenance", null, null],
      ["Wednesday", "Aqua fit", "11:00–12:00", 6.5],
    ]);
  });

  it("ends a row span at the end of its table section", () => {
    const endless = POOL.replace(
      "</tr>",
      '</tr><tr><td rowspan="9">Sunday</td><td>Lanes</td><td>08:00–09:00</td><td>£1.00</td></tr></tbody><tbody>',
    );
    expect(rowsOf(endless)[1]).toEqual(["Monday", "Lanes", "07:00–09:00", 5.2]);
  });
});

describe("instructions", () => {
  const THREADS = `<h1>Vegetables</h1><table><thead><tr><th>Topic</th><th>Replies</th><th>Last post</th></tr></thead><tbody>
    <tr><td><a href="/1">Blight on tomatoes</a></td><td>12</td><td>Mo, 20 Nov 2026</td></tr>
    <tr><td><a href="/2">When to lift leeks?</a></td><td>3</td><td>Ines, 19 Nov 2026</td></tr>
    <tr><td><a href="/3">Best compost</a></td><td>58</td><td>Bob, 2 Nov 2026</td></tr></tbody></table>`;

  it("name the columns of a table", () => {
    const page = parseDocument(`<html lang="en"><body><main>${THREADS}</main></body></html>`, {
      url: "https://forum.test/",
    });
    const { kind, results } = extractData(page, { instructions: "topic, replies and last post", now: NOW });
    expect(kind).toBe("list");
    expect(results.map(({ item }) => [item.topic, item.comments, item.lastPost])).toEqual([
      ["Blight on tomatoes", 12, "Mo, 20 Nov 2026"],
      ["When to lift leeks?", 3, "Ines, 19 Nov 2026"],
      ["Best compost", 58, "Bob, 2 Nov 2026"],
    ]);
  });

  const read = (body: string, instructions: string) =>
    extractData(
      parseDocument(`<html lang="en"><body><main>${body}</main></body></html>`, {
        url: "https://forum.test/",
      }),
      { instructions, now: NOW },
    ).results.map(({ item }) => item);
  const PRICES = `<table><tr><th>Product</th><th>Price</th><th>Stock</th></tr>
    <tr><td>Red lamp</td><td>£10.00</td><td>3</td></tr><tr><td>Blue lamp</td><td>£12.00</td><td>4</td></tr>
    <tr><td>Green lamp</td><td>£14.00</td><td>5</td></tr></table>`;
  const CARDS = ["Red lamp", "Blue lamp", "Green lamp"]
    .map((name, at) => `<div class="p"><h3>${name}</h3><span class="price">£1${at * 2}.00</span></div>`)
    .join("");
  const LAMPS = ["Red lamp", "Blue lamp", "Green lamp"].map((title, at) => ({ title, price: 10 + at * 2 }));

  it.each([
    ["title and price of each product", PRICES],
    [
      "title and price of all products on this page",
      `${CARDS}<table><tr><th>Shipping</th><th>All</th><th>Page</th></tr>
      <tr><td>UK</td><td>£3</td><td>1</td></tr><tr><td>EU</td><td>£8</td><td>2</td></tr></table>`,
    ],
    [
      "title and price of every product",
      `${CARDS}<table><tr><th>Product</th><th>Power</th></tr>
      <tr><td>Red lamp</td><td>10 W</td></tr><tr><td>Blue lamp</td><td>12 W</td></tr></table>`,
    ],
  ])("do not match a column by the topic's name, or a column of another table: %s", (instructions, body) => {
    expect(read(body, instructions)).toEqual(LAMPS);
  });

  it("match the column of items if they request it", () => {
    expect(read(PRICES, "product and price of all rows")).toEqual(
      LAMPS.map(({ title, price }) => ({ product: title, price })),
    );
  });

  it("match no column if they request a single item", () => {
    const sizes = `<h1>Trail Shoe X</h1><p class="price">€ 89.00</p><p>Light shoe for the trail. In stock.</p>
      <table><tr><th>Size</th><th>Product</th></tr><tr><td>40</td><td>A1</td></tr><tr><td>41</td><td>A2</td></tr></table>`;
    expect(read(sizes, "Get the title and price of the product")).toEqual([
      { title: "Trail Shoe X", price: 89 },
    ]);
  });
});

describe("the heading of a column", () => {
  const table = (heads: readonly string[], rows: readonly (readonly string[])[]) => {
    const row = (cells: readonly string[], tag: string) =>
      `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
    return `<main><h1>Board</h1><table><thead>${row(heads, "th")}</thead><tbody>${rows.map((cells) => row(cells, "td")).join("")}</tbody></table></main>`;
  };
  const readAs = (html: string, schema: Parameters<typeof extractData>[1]["schema"]) =>
    extractData(parseDocument(`<html lang="en"><body>${html}</body></html>`, { url: "https://t.test/" }), {
      schema,
      now: NOW,
    }).results.map(({ item }) => item);

  it("is matched without its note about the values", () => {
    const html = table(
      ["Ref.", "Est. value (excl. VAT, in EUR)", "Length [m]"],
      NAMES.map((_, at) => [`T-10${at}`, `${at + 1},500.00`, `1${at}`]),
    );
    expect(readAs(html, { value: "number", length: "integer" })[1]).toEqual({ value: 2_500, length: 11 });
  });

  it("includes the note if two headings differ only in it", () => {
    const html = table(
      ["Plan", "Price (USD)", "Price (EUR)"],
      NAMES.map((name, at) => [name, `${at + 10}`, `${at + 20}`]),
    );
    expect(readAs(html, { plan: "string", priceUsd: "number", priceEur: "number" })[0]).toEqual({
      plan: NAMES[0],
      priceUsd: 10,
      priceEur: 20,
    });
  });

  it("that names two fields is read as both if its cells have one line for each", () => {
    const cell = (at: number) => `<a href="/t/${at}">Repair of bridge ${at}</a><br><small>Town ${at}</small>`;
    const rows = (write: (at: number) => string) => NAMES.map((_, at) => [`T-10${at}`, write(at), "Open"]);
    const heads = ["Ref.", "Title / Authority", "Status"];
    expect(
      readAs(table(heads, rows(cell)), { title: "string", authority: "string", status: "string" })[1],
    ).toEqual({ title: "Repair of bridge 1", authority: "Town 1", status: "Open" });
    const single = rows((at) => `<a href="/t/${at}">Repair of bridge ${at}</a>`);
    expect(readAs(table(heads, single), { title: "string" })[1]).toEqual({ title: "Repair of bridge 1" });
  });
});
