import { describe, expect, it } from "@jest/globals";
import { extractData, parseDocument } from "../../../../../src/engine/extract/extract.ts";
import { extractFrom, itemFrom, pageOf } from "./helpers.ts";

const FILM = pageOf(
  `<main><h1 class="header">The Quiet Harbour <span>(<a href="/year/1987">1987</a>)</span></h1>
   <p>A lighthouse keeper and his daughter wait for a ship that was due in spring and does not come.</p>
   <div class="facts"><h4>Genres:</h4> <a href="/g/drama">Drama</a>&nbsp;<span>|</span> <a href="/g/sea">Seafaring</a></div>
   <div class="facts"><h4>Film Board Rating (<a href="/fbr">FBR</a>)</h4> Suitable from twelve years. <span class="see-more"><a href="/all">All ratings</a>&nbsp;»</span></div>
   <section><div><b>Running order</b></div><div>Third of four</div></section></main>`,
  "<title>The Quiet Harbour (1987) - Film Shelf</title>",
);

describe("fields requested by name", () => {
  it("are read next to labels that contain the name, without the link that follows", () => {
    expect(itemFrom(FILM, { fbr_rating: "string", running_order: "string" })).toEqual({
      fbr_rating: "Suitable from twelve years.",
      running_order: "Third of four",
    });
  });

  it("are the first of several linked values, or all of them for a list", () => {
    expect(itemFrom(FILM, { title: "string", genre: "string" })).toMatchObject({ genre: "Drama" });
    expect(itemFrom(FILM, { title: "string", genre: "string[]" })).toMatchObject({
      genre: ["Drama", "Seafaring"],
    });
  });

  it("are read below the column headings of a table with one row", () => {
    const html = pageOf(
      `<main><h1>goods: 33</h1><table><thead><tr><th>id</th><th>name</th><th>maker</th></tr></thead>
       <tbody><tr><td>33</td><td>Ivory Clock 33</td><td>Teal &amp; Sons</td></tr></tbody></table></main>`,
    );
    expect(itemFrom(html, { name: "string", maker: "string" })).toEqual({
      name: "Ivory Clock 33",
      maker: "Teal & Sons",
    });
  });

  it("are not read from a table with one row that names only one of them", () => {
    const html = pageOf(
      `<main><h1>Teapot</h1><p>Holds a litre.</p></main>
       <table><tr><th>Cookie</th><th>Description</th></tr><tr><td>_ga</td><td>Counts visitors</td></tr></table>`,
    );
    expect(itemFrom(html, { title: "string", description: "string" })?.description).not.toBe(
      "Counts visitors",
    );
  });

  it("are null if only a list heading or a column header has that name", () => {
    const html = pageOf(
      `<main><h1>Harbour guide</h1><h4>Tenders</h4><ul><li>North</li><li>South</li></ul>
       <table><tr><th>Depth</th><th>Width</th></tr></table><p>Ships of all sizes are welcome at any hour of the day.</p></main>`,
    );
    expect(itemFrom(html, { title: "string", tenders: "string", depth: "string" })).toEqual({
      title: "Harbour guide",
      tenders: null,
      depth: null,
    });
  });

  it("use the heading as the name, without its addition in brackets", () => {
    expect(itemFrom(FILM, { title: "string" })).toEqual({ title: "The Quiet Harbour" });
  });

  it("use the heading that the document title starts with as the name", () => {
    const html = pageOf(
      `<main><h2>Night Ferry<span class="sub"> (Paperback)</span></h2><h3>by Ana Lund</h3>
       <p>The second book about the ferry that crosses the sound when no one is looking.</p><p>€12.00</p></main>`,
      "<title>Night Ferry by Ana Lund (Paperback): Shelf and Sons Booksellers</title>",
    );
    expect(itemFrom(html, { title: "string", price: "price" })).toEqual({ title: "Night Ferry", price: 12 });
  });

  it("are read from table rows with image and spacer cells, without hidden text", () => {
    const html = pageOf(
      `<main><h1>Boat 7</h1><table><tr><td><img src="/dot.gif" alt=""></td><td>Hull number</td><td>&nbsp;</td>
       <td>HN 44 <div style="display:none">Loading…</div></td></tr></table></main>`,
    );
    expect(itemFrom(html, { hull_number: "string" })).toEqual({ hull_number: "HN 44" });
  });
});

const RULINGS = { name: "string", url: "url", date: "date", docket: "string" } as const;

describe("a product in a brand's own shop", () => {
  const shop = (rest: string): string =>
    pageOf(
      `<main><h1>Trail cap</h1><p class="price">€24.00</p><p>A light cap for long days on the trail, made of one piece of cloth that dries in an hour.</p>
       <a class="text-brand-500" href="/promise">Lifetime promise</a></main>${rest}`,
      `<meta property="og:site_name" content="Norrvik.com"><title>Trail cap - Norrvik</title>`,
    );

  it("is assumed in stock and of the shop's brand, with low confidence, unless the page denies it", () => {
    const [found] = extractFrom(shop(""), {
      schema: { price: "price", availability: "string", brand: "string" },
    }).results;
    expect(found?.item).toEqual({ price: 24, availability: "InStock", brand: "Norrvik" });
    expect(found?.provenance.availability?.confidence).toBeLessThan(0.5);
    expect(found?.provenance.brand?.confidence).toBeLessThan(0.5);
  });

  it("has no assumed brand if the shop sells several", () => {
    const html = shop('<footer><a href="/b">All brands</a></footer>');
    expect(itemFrom(html, { price: "price", brand: "string" })).toEqual({ price: 24, brand: null });
  });
});

describe("names in JSON data", () => {
  it("are matched by their last word and usual abbreviations", () => {
    const page = parseDocument(
      JSON.stringify({
        KIND: "final",
        data: [
          { FILE_NAME: "a.pdf", ISSUED_ON: "", RULING_DATE: "2023/01/13", DOCKET_NBR: "DE-07-I-1" },
          { FILE_NAME: "b.pdf", ISSUED_ON: "", RULING_DATE: "2023/01/11", DOCKET_NBR: "PH-12-W-1" },
        ],
      }),
      { url: "https://data.example/rulings", format: "json" },
    );
    const { kind, results } = extractData(page, { schema: RULINGS, now: Date.UTC(2026, 10, 21) });
    expect(kind).toBe("list");
    expect(results.map(({ item }) => item)).toEqual([
      { name: null, url: null, date: "2023-01-13", docket: "DE-07-I-1" },
      { name: null, url: null, date: "2023-01-11", docket: "PH-12-W-1" },
    ]);
  });
});

describe("records without links", () => {
  it("are a list if they have more of the requested fields than the page, not counting its URL", () => {
    const rulings = [1, 2, 3, 4].map(
      (at) =>
        `<tr><td><p>Lund v. Harbour Board ${"I".repeat(at)}<br>Docket No.: 2024030${at}<br>Filing Date: 6/1${at}/2025<br>Author: Tufte, A.<br>Kind: Civil<br></p>
         <p><strong>Highlight:</strong> The ruling of the court below on the berths is upheld in part.</p></td></tr>`,
    );
    const html = pageOf(
      `<main><h1>Opinions</h1><table>${rulings.join("")}</table></main>`,
      "<title>Opinions</title>",
    );
    const { kind, results } = extractFrom(html, { schema: RULINGS });
    expect(kind).toBe("list");
    expect(results.map(({ item }) => [item.date, item.docket])).toEqual([
      ["2025-06-11", "20240301"],
      ["2025-06-12", "20240302"],
      ["2025-06-13", "20240303"],
      ["2025-06-14", "20240304"],
    ]);
  });
});

describe("case numbers of records", () => {
  const list = (entry: (at: number) => string): string =>
    pageOf(`<main><ul>${[1, 2, 3, 4].map((at) => `<li>${entry(at)}</li>`).join("")}</ul></main>`);
  const docketsOf = (html: string): unknown[] =>
    extractFrom(html, { schema: RULINGS }).results.map(({ item }) => item.docket);

  it("are read after their label without a colon", () => {
    const html = list(
      (at) =>
        `<a href="/r/${at}">Lund v. Harbour Board ${"I".repeat(at)}</a><span>Docket No. 150${at}</span>`,
    );
    expect(docketsOf(html)).toEqual(["1501", "1502", "1503", "1504"]);
  });

  it("are recognized in a title, and not confused with a file size", () => {
    const html = list(
      (at) =>
        `<h3><a href="/r/${at}.pdf">State, Respondent, vs. Ana Lund, Appellant. A22-03${at}6, Supreme Court, May ${at}, 2024</a></h3><small>18${at}K</small>`,
    );
    expect(docketsOf(html)).toEqual(["A22-0316", "A22-0326", "A22-0336", "A22-0346"]);
  });
});
