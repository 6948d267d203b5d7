import { describe, expect, it } from "@jest/globals";
import { parseSoleDate } from "../../../../../src/engine/extract/values/dates.ts";
import { extractFrom, itemFrom, pageOf } from "./helpers.ts";

const JOB = pageOf(
  `<main><article><h1>Backend Engineer</h1><div>Northwind Ltd · Berlin, Germany · Full-time</div><p>Salary: €60,000 a year</p>
   <p>Posted 3 days ago</p><p>Apply by 31 December 2026</p>
   <p>You will build the services that thousands of farmers use every day to plan their fields and their harvests.</p></article></main>
   <aside><ul><li><a href="/jobs/7">Cook</a> Globex Inc. · Munich, Germany · Part-time</li></ul></aside>`,
  "<title>Backend Engineer</title>",
);

describe("detail pages", () => {
  it("describe a job without labels", () => {
    expect(
      itemFrom(JOB, {
        jobTitle: "string",
        companyName: "string",
        location: "string",
        employmentType: "string",
        salary: "string",
        postedAt: "date",
        deadline: "date",
      }),
    ).toEqual({
      jobTitle: "Backend Engineer",
      companyName: "Northwind Ltd",
      location: "Berlin, Germany",
      employmentType: "Full-time",
      salary: "€60,000 a year",
      postedAt: "2026-11-18",
      deadline: "2026-12-31",
    });
  });

  it("describe a home without labels, and do not take a rent for a salary", () => {
    const html = pageOf(
      `<main><h1>Appartement lumineux</h1><p class="prix">325 000 €</p><ul><li>3 pièces</li><li>2 chambres</li><li>68 m²</li></ul>
       <table><tr><td>Année de construction</td><td>1974</td></tr><tr><td>Charges</td><td>120 € / mois</td></tr></table>
       <p>14 rue de la République, 69002 Lyon</p><p>Contact : 04 78 00 00 00</p></main>`,
      "",
      "fr",
    );
    expect(
      itemFrom(html, {
        titre: "string",
        pieces: "integer",
        chambres: "integer",
        surface: "number",
        ville: "string",
        annee_construction: "integer",
        telephone: "string",
        salaire: "string",
      }),
    ).toEqual({
      titre: "Appartement lumineux",
      pieces: 3,
      chambres: 2,
      surface: 68,
      ville: "Lyon",
      annee_construction: 1974,
      telephone: "04 78 00 00 00",
      salaire: null,
    });
  });

  it("give contact details and opening hours of a company", () => {
    const html = pageOf(
      `<main><h1>Kontakt</h1><h2>Muster &amp; Söhne GmbH</h2><p>Musterstraße 12a<br>10115 Berlin<br>Deutschland</p>
       <p>Telefon: 030 / 123 45 67<br>Fax: 030 / 123 45 68<br>USt-IdNr.: DE123456789</p>
       <h2>Öffnungszeiten</h2><table><tr><td>Mo–Fr</td><td>9:00–18:00 Uhr</td></tr><tr><td>So</td><td>geschlossen</td></tr></table>
       <p>Geschäftsführer: Max Muster</p><ul><li><a href="/news">Neues</a></li><li><a href="/team">Team</a></li></ul></main>`,
      "",
      "de",
    );
    expect(
      itemFrom(html, {
        companyName: "string",
        phone: "string",
        fax: "string",
        vatId: "string",
        openingHours: "string[]",
        address: { street: "string", postalCode: "string", city: "string", country: "string" },
      }),
    ).toEqual({
      companyName: "Muster & Söhne GmbH",
      phone: "030 / 123 45 67",
      fax: "030 / 123 45 68",
      vatId: "DE123456789",
      openingHours: ["Mo–Fr 9:00–18:00 Uhr", "So geschlossen"],
      address: { street: "Musterstraße 12a", postalCode: "10115", city: "Berlin", country: "Deutschland" },
    });
  });

  it("give their own publication date, not one of linked articles", () => {
    const prose =
      "<p>The old port opened its gates again on Tuesday, after two years of work on its quays.</p>".repeat(
        5,
      );
    const html = pageOf(
      `<article><h1>The port reopens</h1><p>Published 3 March 2026 · Updated 5 March 2026 · 4 min read</p>${prose}</article>
       <section><h2>Latest</h2><ul><li><a href="/b">Bees</a> <time datetime="2026-11-20">20 Nov</time></li><li><a href="/c">Salt</a> <time datetime="2026-11-19">19 Nov</time></li></ul></section>`,
    );
    expect(itemFrom(html, { publishedAt: "date", updatedAt: "date", readingTime: "string" })).toEqual({
      publishedAt: "2026-03-03",
      updatedAt: "2026-03-05",
      readingTime: "4 min read",
    });
  });

  it("give a labelled language, not the language of the text", () => {
    const html = pageOf(
      "<h1>The Long Tide</h1><dl><dt>Language</dt><dd>French</dd><dt>Pages</dt><dd>312</dd></dl>",
    );
    expect(itemFrom(html, { title: "string", language: "string", numberOfPages: "integer" })).toEqual({
      title: "The Long Tide",
      language: "French",
      numberOfPages: 312,
    });
  });
});

describe("a coincidental match", () => {
  it.each([
    [
      "an area of the layout",
      { area: "string" },
      '<div class="content-area"><p>We took 3 days to write this for you.</p></div>',
    ],
    ["a pin to share pictures", { location: "string" }, '<p><i class="icon-pin"></i> Pin Recipe</p>'],
    [
      "a place that the menu offers",
      { location: "string" },
      '<nav><a class="location">All Locations</a></nav>',
    ],
    [
      "links under a heading",
      { company: "string" },
      "<h3>Company</h3><ul><li><a href=/a>About</a></li><li><a href=/b>Jobs</a></li></ul>",
    ],
    ["an order of sorting", { unitPrice: "string" }, '<span class="unit-price">low to high</span>'],
    ["a script", { version: "string" }, '<script class="version">console.log("1.2.3")</script>'],
    ["the hour of a post", { duration: "string" }, '<span class="time">12:54 AM</span>'],
    ["a rock in space", { address: "string" }, "<p>Asteroid 2024 YR may come near, say 3 people</p>"],
  ] as const)("is null for %s", (_what, schema, body) => {
    const [field = ""] = Object.keys(schema);
    const html = pageOf(`<h1>Soup</h1><p>A soup for cold days.</p>${body}`);
    expect(itemFrom(html, { title: "string", ...schema })?.[field]).toBeNull();
  });
});

describe("detail pages without a schema", () => {
  const fieldsOf = (html: string): string[] => Object.keys(extractFrom(html).results[0]?.item ?? {});

  it("give the usual fields of a job", () => {
    expect(fieldsOf(JOB)).toEqual(
      expect.arrayContaining(["title", "organization", "location", "employmentType", "salary", "deadline"]),
    );
  });

  it("name fields after labels, not after labels and the text next to them", () => {
    const rows = ["Version 2.4", "License MIT", "Downloads 1,204"].map((row) => {
      const [label = "", value = ""] = row.split(" ");
      return `<tr><td>${label}</td><td>${value}</td></tr>`;
    });
    const html = pageOf(
      `<main><h1>Plotter</h1><p>Draws graphs.</p><table>${rows.join("")}<tr><td><b>Reviews</b> <i>Ann</i></td><td>Good</td></tr></table><p><span>Full-time</span> <span>fun</span></p></main>`,
    );
    const fields = fieldsOf(html);
    expect(fields).toEqual(expect.arrayContaining(["version", "license", "downloads"]));
    expect(fields.filter((name) => /ann|full/i.test(name))).toEqual([]);
  });
});

describe("text that is only a date", () => {
  const now = Date.UTC(2026, 10, 21, 6);
  it.each([
    ["Tue, 3 March 2026 at 14:05", "en", "2026-03-03"],
    ["vor 3 Tagen", "de", "2026-11-18"],
    ["il y a 2 heures", "fr", "2026-11-21"],
    ["vorgestern", "de", "2026-11-19"],
    ["yesterday at 10:30", "en", "2026-11-20"],
    ["昨天", "zh", "2026-11-20"],
    ["2026年3月3日（火）", "ja", "2026-03-03"],
    ["令和8年3月3日", "ja", "2026-03-03"],
    ["3일 전", "ko", "2026-11-18"],
    ["١٥ مارس ٢٠٢٦", "ar", "2026-03-15"],
    ["منذ 3 أيام", "ar", "2026-11-18"],
    ["15 मार्च 2026", "hi", "2026-03-15"],
    ["3 घंटे पहले", "hi", "2026-11-21"],
    ["вторник, 3 марта 2026 г.", "ru", "2026-03-03"],
    ["03/04/2026", "fr", "2026-04-03"],
    ["03/04/2026", "en-US", "2026-03-04"],
    ["03/04/2026", "en", null],
    ["3–5 March 2026", "en", null],
    ["3 March 2026 by Ann", "en", null],
    ["We met on 3 March 2026 in Rome", "en", null],
    ["30+ days ago", "en", null],
    ["3 March", "en", null],
  ])("%s (%s)", (text, language, day) => {
    expect(parseSoleDate(text, { language, now })).toBe(day);
  });
});
