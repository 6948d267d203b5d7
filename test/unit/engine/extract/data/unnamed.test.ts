/** Pages of which nothing, or little, is called as the fields are: what is read by place, and what stays null. */
import { describe, expect, it } from "@jest/globals";
import { extractFrom, pageOf } from "./helpers.ts";

const BOARD = `<main><h1>Tide tables off by one hour</h1><div class="meta"><span class="badge">In review</span><span>Reported by Isla Munro</span></div>
<dl><dt>Priority</dt><dd>Major</dd><dt>Version</dt><dd>5.2</dd></dl><p>Every high-water time in the exported file is early.</p></main>`;

describe("fields of a page about one thing", () => {
  it("are texts that no label names, with a doubt", () => {
    const schema = { summary: "string", status: "string", priority: "string", version: "string" } as const;
    const page = pageOf(
      `<main><h1>Tide tables off by one hour</h1><p class="state">In review</p><dl><dt>Priority</dt><dd>Major</dd><dt>Version</dt><dd>5.2</dd></dl></main>`,
    );
    const [one] = extractFrom(page, { schema }).results;
    expect(one?.item).toMatchObject({ priority: "Major", version: "5.2" });
    for (const { confidence, doubt } of Object.values(one?.provenance ?? {}))
      expect(doubt?.startsWith("read by its place") ? confidence <= 0.5 : true).toBe(true);
  });

  it("are read without the field's own name, with a doubt and little confidence", () => {
    const page = pageOf(
      "<h1>Beech Trail</h1><p>Distance 8 km</p><p>Ascent 340 m</p><p>Grade Moderate</p><p>Start Mill car park</p><p>Ranger Tom Hale</p><p>Closed since 3 May 2024</p>",
    );
    const schema = {
      name: "string",
      distance: "string",
      ascent: "number",
      grade: "string",
      start: "string",
      ranger: "string",
      descent: "number",
      dogs: "string",
      opened: "date",
      reopens: "date",
    } as const;
    const [one] = extractFrom(page, { schema }).results;
    expect(one?.item).toMatchObject({ name: "Beech Trail", grade: "Moderate", dogs: null });
    const { confidence = 1, doubt } = one?.provenance.grade ?? {};
    expect(confidence).toBeLessThanOrEqual(0.5);
    expect(doubt).toBe("read by its place on the page, because no label names it");
  });

  it("are null if fewer than three are asked for", () => {
    const [one] = extractFrom(pageOf(BOARD), { schema: { priority: "string", reporter: "string" } }).results;
    expect(one?.item).toEqual({ priority: "Major", reporter: null });
  });

  it("are null on a page that says nothing", () => {
    const schema = {
      title: "string",
      price: "price",
      brand: "string",
      material: "string",
      size: "string",
    } as const;
    const lost = pageOf("<h1>Page not found</h1><p>The page has moved.</p><a href='/'>Back to the start</a>");
    const [one] = extractFrom(lost, { schema }).results;
    expect(one?.item).toMatchObject({ price: null, brand: null, material: null, size: null });
  });

  it("take no longer for the text of a long article", () => {
    const words = "The bridge opened on Sunday after three years of work by two firms in the town. ".repeat(
      2,
    );
    const long = pageOf(`<article><h1>Bridge</h1>${`<p>${words}</p>`.repeat(3_000)}</article>`);
    const timeOf = (schema: Record<string, "string">): number => {
      const start = process.cpuUsage();
      expect(extractFrom(long, { schema }).results).toHaveLength(1);
      return process.cpuUsage(start).user;
    };
    const plain = { title: "string", content: "string" } as const;
    timeOf(plain);
    expect(timeOf({ ...plain, material: "string", engineer: "string" })).toBeLessThan(timeOf(plain) * 12);
  });
});

describe("a page of which no field is named", () => {
  const rows = (cells: (at: number) => readonly (string | number)[]): string =>
    `<table>${[0, 1, 2, 3, 4, 5, 6, 7]
      .map(
        (at) =>
          `<tr>${cells(at)
            .map((cell) => `<td>${cell}</td>`)
            .join("")}</tr>`,
      )
      .join("")}</table>`;
  const RIVERS = ["Ouse", "Aire", "Don", "Hull", "Tees", "Wear", "Tyne", "Eden"];
  const MOUTHS = ["North Sea", "Humber", "Irish Sea"];
  const page = pageOf(
    `<h1>Rivers</h1>${rows((at) => [RIVERS[at] ?? "", 80 + at * 9, MOUTHS[at % 3] ?? ""])}`,
  );

  it("is read by the place of its columns, if one of them means the like of its field", () => {
    const schema = { river: "string", length_km: "number", mouth: "string" } as const;
    const { results } = extractFrom(page, { schema });
    expect(results.map(({ item }) => item.river)).toEqual(RIVERS);
    expect(results[0]?.provenance.length_km?.doubt).toMatch(/^read by its place/);
  });

  it("gives nothing if its columns are other things", () => {
    const schema = { actor: "string", age: "integer", agency: "string" } as const;
    expect(extractFrom(page, { schema }).results).toEqual([]);
  });
});

describe("a short page about one thing, beside similar ones", () => {
  const NAMES = ["Oak Chair", "Oak Shelf", "Pine Stool", "Elm Bench", "Ash Bed", "Fir Desk"];

  it("is a product", () => {
    const cards = NAMES.map(
      (name, at) =>
        `<div class="card"><a href="/p/${at}">${name}</a><span>$${at + 20}.00</span><em>In stock</em></div>`,
    ).join("");
    const schema = {
      title: "string",
      price: "price",
      availability: "string",
      seats: "integer",
      material: "string",
    } as const;
    const { kind, results } = extractFrom(
      pageOf(`<h1>Oak Table</h1><p>$499.00</p><p>Solid oak, seats six.</p><h2>Similar</h2>${cards}`),
      { schema },
    );
    expect(kind).toBe("detail");
    expect(results[0]?.item).toMatchObject({ title: "Oak Table", price: 499 });
  });

  it("is an article", () => {
    const more = NAMES.slice(1)
      .map(
        (name, at) =>
          `<div class="n"><a href="/n/${at}">${name} sold at auction</a><p>${at + 1} May 2024</p></div>`,
      )
      .join("");
    const schema = { title: "string", author: "string", date: "date", section: "string" } as const;
    const { kind, results } = extractFrom(
      pageOf(
        `<article><h1>Bridge opens</h1><p>By Ann Roe</p><p>12 May 2024</p><p>The bridge opened on Sunday after three years of work by two firms in the town.</p></article><h2>More news</h2>${more}`,
      ),
      { schema },
    );
    expect(kind).toBe("detail");
    expect(results[0]?.item).toMatchObject({ title: "Bridge opens", author: "Ann Roe" });
  });
});
