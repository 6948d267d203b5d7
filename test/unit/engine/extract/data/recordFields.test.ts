import { describe, expect, it } from "@jest/globals";
import type { OutputSchema } from "../../../../../src/contract/fields/outputSchema.ts";
import { extractFrom, pageOf } from "./helpers.ts";

const recordsOf = (cards: readonly string[], schema: OutputSchema, lang = "en"): readonly unknown[] =>
  extractFrom(pageOf(`<main><h1>All</h1><div class="grid">${cards.join("")}</div></main>`, "", lang), {
    schema,
    instructions: "all",
  }).results.map(({ item }) => item);

const card = (name: string, rest: string): string =>
  `<article class="card"><a href="/p/${encodeURIComponent(name)}"><h3>${name}</h3></a>${rest}</article>`;

describe("shop records", () => {
  it("have stock and ratings without labels, and the old price", () => {
    const items = recordsOf(
      [
        card(
          "Nord",
          '<span title="4,5 von 5 Sternen">★★★★★</span> <span>(12)</span><p><b>49,90 €</b> <s>69,90 €</s></p><p>Auf Lager</p>',
        ),
        card(
          "Süd",
          '<span title="4 von 5 Sternen">★★★★☆</span> <span>(1.204)</span><p><b>149,00 €</b></p><p>Nur noch 3 Stück</p>',
        ),
        card("West", "<p><b>29,95 €</b></p><p>Ausverkauft</p>"),
      ],
      {
        name: "string",
        preis: "price",
        alter_preis: "price",
        auf_lager: "boolean",
        bewertung: "number",
        anzahl_bewertungen: "integer",
      },
      "de",
    );
    expect(items).toEqual([
      {
        name: "Nord",
        preis: 49.9,
        alter_preis: 69.9,
        auf_lager: true,
        bewertung: 4.5,
        anzahl_bewertungen: 12,
      },
      { name: "Süd", preis: 149, alter_preis: null, auf_lager: true, bewertung: 4, anzahl_bewertungen: 1204 },
      {
        name: "West",
        preis: 29.95,
        alter_preis: null,
        auf_lager: false,
        bewertung: null,
        anzahl_bewertungen: null,
      },
    ]);
  });

  it.each([
    ["a class that spells it", '<p class="star-rating Three"><i></i></p>', 3],
    ["a class that counts it", '<i class="stars stars-4"></i>', 4],
    ["painted stars", '<div class="rating"><span style="width: 86%"></span></div>', 4.3],
    ["a label for those who cannot see", '<div role="img" aria-label="Rated 4.3 out of 5"></div>', 4.3],
    ["a star beside a number", "<p>4.5 ★ (12)</p>", 4.5],
    ["stars", "<p>★★★★☆</p>", 4],
    ["Arabic digits", "<p>٤٫٥ من ٥ (١٢ تقييم)</p>", 4.5],
    ["stars that were counted", '<a class="stars" aria-label="1,204 stars">★ 1,204</a>', null],
    ["the number of a picture", '<img src="/a.jpg" title="Picture 2 of 5">', null],
  ])("have a rating read from %s", (_what, html, rating) => {
    const items = recordsOf(
      ["A", "B", "C"].map((name) => card(name, html)),
      { name: "string", rating: "number" },
    );
    expect(items).toEqual(["A", "B", "C"].map((name) => ({ name, rating })));
  });

  it("have separate star rating and review score", () => {
    const html = (name: string): string =>
      card(
        name,
        '<div aria-label="4 out of 5 stars" data-testid="rating-stars"></div><div data-testid="review-score"><b>8.7</b> Fabulous <i>1,204 reviews</i></div>',
      );
    expect(
      recordsOf([html("A"), html("B"), html("C")], {
        stars: "integer",
        reviewScore: "number",
        reviewCount: "integer",
      })[0],
    ).toEqual({ stars: 4, reviewScore: 8.7, reviewCount: 1204 });
  });

  it("have null for missing values", () => {
    const items = recordsOf(
      [
        card("Mug Red 2019", "<p>A red one, made in 2019, with a handle for big hands.</p><p>$14.00</p>"),
        card(
          "Set of 4 mugs",
          "<p>Four mugs (2 blue, 2 red) for the price of three of them.</p><p>$40.00</p>",
        ),
        card("Mug Blue", "<p>Holds 12 oz of tea and looks fine on any table.</p><p>$12.00</p>"),
      ],
      {
        name: "string",
        rating: "number",
        reviewCount: "integer",
        author: "string",
        date: "date",
        location: "string",
        salary: "string",
        rooms: "number",
        inStock: "boolean",
      },
    );
    const nothing = {
      rating: null,
      reviewCount: null,
      author: null,
      date: null,
      location: null,
      salary: null,
      rooms: null,
      inStock: null,
    };
    expect(items).toEqual(
      ["Mug Red 2019", "Set of 4 mugs", "Mug Blue"].map((name) => ({ name, ...nothing })),
    );
  });
});

describe("other records", () => {
  it("include employer, place, contract and salary of jobs", () => {
    const job = (name: string, line: string, tags: string): string =>
      card(
        name,
        `<div>${line}</div><div>${tags}</div><p>Join a small team that builds tools for farmers.</p><i>3 days ago</i>`,
      );
    const items = recordsOf(
      [
        job(
          "Engineer",
          "<span>Northwind Ltd</span> · <span>Berlin, Germany</span>",
          "<span>Full-time</span><span>€60,000 – €75,000 a year</span>",
        ),
        job("Analyst", "<span>Acme Corp</span> · <span>Remote</span>", "<span>Part-time</span>"),
        job(
          "Nurse",
          "<span>Mercy Hospital Ltd</span> · <span>Austin, TX</span>",
          "<span>Contract</span><span>$38 an hour</span>",
        ),
      ],
      {
        jobTitle: "string",
        companyName: "string",
        location: "string",
        salaryRange: "string",
        employmentType: "string",
        postedAt: "date",
      },
    );
    const postedAt = "2026-11-18";
    expect(items).toEqual([
      {
        jobTitle: "Engineer",
        companyName: "Northwind Ltd",
        location: "Berlin, Germany",
        salaryRange: "€60,000 – €75,000 a year",
        employmentType: "Full-time",
        postedAt,
      },
      {
        jobTitle: "Analyst",
        companyName: "Acme Corp",
        location: "Remote",
        salaryRange: null,
        employmentType: "Part-time",
        postedAt,
      },
      {
        jobTitle: "Nurse",
        companyName: "Mercy Hospital Ltd",
        location: "Austin, TX",
        salaryRange: "$38 an hour",
        employmentType: "Contract",
        postedAt,
      },
    ]);
  });

  it("use field names in the language of the page", () => {
    const job = (name: string, firm: string, town: string): string =>
      card(
        name,
        `<div class="arbeitgeber">${firm}</div><ul><li class="job-ort">${town}</li><li class="gehalt">3.200 € / Monat</li></ul>`,
      );
    expect(
      recordsOf(
        [job("Koch", "Haus Sonne", "Köln"), job("Bäcker", "Backhaus", "Ulm"), job("Wirt", "Krone", "Gera")],
        {
          titel: "string",
          company: "string",
          city: "string",
          salary: "string",
        },
        "de",
      )[1],
    ).toEqual({ titel: "Bäcker", company: "Backhaus", city: "Ulm", salary: "3.200 € / Monat" });
  });

  it("include rooms, area and address of homes", () => {
    const home = (name: string, at: number): string =>
      card(
        name,
        `<p>$425,000</p><div>3 bd · 2.5 ba · 1,450 sqft</div><address>${at} Oak Street, Austin, TX 78701</address>`,
      );
    expect(
      recordsOf([home("Bungalow", 12), home("Townhouse", 14), home("Loft", 16)], {
        price: "price",
        bedrooms: "integer",
        bathrooms: "number",
        sqft: "integer",
        address: "string",
      })[0],
    ).toEqual({
      price: 425000,
      bedrooms: 3,
      bathrooms: 2.5,
      sqft: 1450,
      address: "12 Oak Street, Austin, TX 78701",
    });
  });

  it.each([
    ["en", "<p>by Jane Doe · 3 March 2026 · 5 min read</p>", "Jane Doe", "2026-03-03", "5 min read"],
    ["fr", "<div>Économie | Par Léa Martin | il y a 2 heures</div>", "Léa Martin", "2026-11-21", null],
    ["en", "<div>Anna B., 14 Feb 2026 <em>Verified purchase</em></div>", "Anna B.", "2026-02-14", null],
    ["es", "<div><b>Ana</b> <span>3 de marzo de 2026</span></div>", "Ana", "2026-03-03", null],
    ["ar", "<p>بقلم: ليلى حسن</p><p>١٥ مارس ٢٠٢٦</p>", "ليلى حسن", "2026-03-15", null],
  ])("include author and date (%s): %s", (lang, line, author, date, readingTime) => {
    const posts = ["One", "Two", "Six"].map((name) => card(name, line));
    expect(
      recordsOf(posts, { title: "string", author: "string", date: "date", readingTime: "string" }, lang)[0],
    ).toEqual({
      title: "One",
      author,
      date,
      readingTime,
    });
  });

  it("include the text of a comment, separate from its author and score", () => {
    const comment = (user: string, text: string): string =>
      `<div class="comment"><div><a href="/user/${user}">${user}</a> <span class="age">2 days ago</span> <span>14 points</span> <a href="#">reply</a></div><div><p>${text}</p></div></div>`;
    const said = "The quiet one is so quiet that I forget it is on.";
    expect(
      recordsOf(
        [comment("mira", said), comment("tom", `${said} Really.`), comment("ana", `${said} Truly.`)],
        {
          author: "string",
          score: "integer",
          text: "string",
        },
      )[0],
    ).toEqual({ author: "mira", score: 14, text: said });
  });

  it("match columns by full names and usual abbreviations", () => {
    const row = (rank: number, team: string): string =>
      `<tr><td>${rank}</td><td>${team}</td><td>12</td><td>${9 - rank}</td><td>${30 - rank}</td></tr>`;
    const html = pageOf(
      `<main><h1>League</h1><table><thead><tr><th>#</th><th>Team</th><th><abbr title="Games played">GP</abbr></th><th>W</th><th>Pts</th></tr></thead><tbody>${row(1, "Reds")}${row(2, "Blues")}${row(3, "Greens")}</tbody></table></main>`,
    );
    const schema = {
      position: "integer",
      team: "string",
      played: "integer",
      won: "integer",
      points: "integer",
    } as const;
    expect(extractFrom(html, { schema, instructions: "all teams" }).results[0]?.item).toEqual({
      position: 1,
      team: "Reds",
      played: 12,
      won: 8,
      points: 29,
    });
  });
});
