/** Lists whose fields are called otherwise than the page's own words, labels and classes. */
import { describe, expect, it } from "@jest/globals";
import type { OutputSchema } from "../../../../../src/contract/fields/outputSchema.ts";
import { extractData, parseDocument } from "../../../../../src/engine/extract/extract.ts";

const NOW = Date.UTC(2026, 10, 28);
const RECORDS = 5;
const NAMES = ["Owl", "Fox", "Hen", "Cat", "Dog"];

const many = (record: (at: number, name: string) => string): string =>
  NAMES.slice(0, RECORDS)
    .map((name, at) => record(at, name))
    .join("");

const firstOf = (main: string, schema: OutputSchema, language = "en") => {
  const html = `<html lang="${language}"><title>All</title><body><main><h1>All</h1>${main}</main></body></html>`;
  const { results } = extractData(parseDocument(html, { url: "https://site.example/all" }), {
    schema,
    now: NOW,
  });
  expect(results).toHaveLength(RECORDS);
  return results[0]?.item;
};

const paper = (authors: string) =>
  many(
    (at, name) =>
      `<div><h3><a href="/p/${at}">On the flight of ${name}</a></h3><div>${authors} - Nature, ${2015 + at} - nature.example</div><a href="/c/${at}">Cited by ${at + 4}</a></div>`,
  );
const table = (head: readonly string[], row: (at: number, name: string) => readonly unknown[]) =>
  `<table><tr>${head.map((cell) => `<th>${cell}</th>`).join("")}</tr>${many(
    (at, name) =>
      `<tr>${row(at, name)
        .map((cell) => `<td>${cell}</td>`)
        .join("")}</tr>`,
  )}</table>`;

describe("a record's fields", () => {
  it.each([
    [
      "the kinds that their names end with",
      many(
        (at, name) => `<article><h3><a href="/l/${at}">Silver ${name}</a></h3><p>£${at + 4}</p></article>`,
      ),
      { lotTitle: "string", guidePrice: "number" },
      { lotTitle: "Silver Owl", guidePrice: 4 },
    ],
    [
      "their names without the unit",
      many(
        (at, name) => `<article><h3><a href="/l/${at}">Silver ${name}</a></h3><p>€${at + 4}</p></article>`,
      ),
      { title: "string", priceEur: "number" },
      { title: "Silver Owl", priceEur: 4 },
    ],
    [
      "classes to which a build adds a hash",
      many(
        (at, name) =>
          `<div><h3 class="Card_name__3kF9a">${name}</h3><a class="Card_seller__OX_YW" href="/s/${at}">Barn ${at}</a></div>`,
      ),
      { name: "string", seller: "string" },
      { name: "Owl", seller: "Barn 0" },
    ],
    [
      "amounts with their names beside them",
      many(
        (at, name) =>
          `<div><a href="/p/${at}"><h3>Project ${name}</h3></a><p>£${at + 1},200 pledged</p><p>${60 + at}% funded</p><p>${at + 5} days to go</p><p>Current bid £${at + 1}50</p></div>`,
      ),
      {
        projectName: "string",
        amountPledged: "number",
        percentFunded: "number",
        daysLeft: "integer",
        currentBid: "number",
      },
      { projectName: "Project Owl", amountPledged: 1_200, percentFunded: 60, daysLeft: 5, currentBid: 150 },
    ],
    [
      "initials, years and counts of papers",
      paper("J Smith, AB Jones, K Lee"),
      { title: "string", authors: "string[]", year: "integer", citations: "integer" },
      { title: "On the flight of Owl", authors: ["J Smith", "AB Jones", "K Lee"], year: 2015, citations: 4 },
    ],
    [
      "a mark with its count, and how many it serves",
      many(
        (at, name) =>
          `<div><a href="/r/${at}"><h3>${name} soup</h3></a><span>Serves ${at + 2}</span><span>4.1 (${at + 121})</span></div>`,
      ),
      { title: "string", servings: "string", rating: "number", reviewCount: "integer" },
      { title: "Owl soup", servings: "2", rating: 4.1, reviewCount: 121 },
    ],
    [
      "the size of a file",
      `<ul>${many((at) => `<li><a href="/d/report-${at}.pdf">Annual report ${2020 + at}</a> (PDF, ${at + 1}.2 MB)</li>`)}</ul>`,
      { title: "string", fileSize: "string" },
      { title: "Annual report 2020", fileSize: "1.2 MB" },
    ],
    [
      "a labelled title, and the text after a label of the same name",
      `<dl>${many((at, name) => `<dt><a href="/abs/${at}">arXiv:2411.0${at}234</a></dt><dd><div>Title: The ${name} and its flight</div><div class="list-subjects">Subjects: Biology</div></dd>`)}</dl>`,
      { title: "string", subjects: "string" },
      { title: "The Owl and its flight", subjects: "Biology" },
    ],
    [
      "a sentence rather than a line with a day",
      many(
        (at, name) =>
          `<div><h3>${name} fails</h3><p>Resolved · Nov ${20 - at}, 2026 14:3${at} UTC</p><p>The cause was mended.</p></div>`,
      ),
      { title: "string", description: "string" },
      { title: "Owl fails", description: "The cause was mended." },
    ],
    [
      "columns that shorten their names",
      table(["Departs", "Plat.", "% Chg", "Stock #"], (at, name) => [
        `10:0${at}`,
        at + 1,
        `-0.${at}%`,
        `${name}-${at}1`,
      ]),
      { departureTime: "string", platform: "string", changePercent: "string", stockNumber: "string" },
      { departureTime: "10:00", platform: "1", changePercent: "-0.0%", stockNumber: "Owl-01" },
    ],
    [
      "another column for the title than the one that is asked for, too",
      table(["Ref", "Description", "Closes"], (at, name) => [
        `TND-00${at}`,
        `Road works ${name} street`,
        `0${at + 1}/12/2026`,
      ]),
      { reference: "string", title: "string" },
      { reference: "TND-000", title: "Road works Owl street" },
    ],
    [
      "titles without the ranks that a page gives them, and a mark in any words",
      many(
        (at, name) =>
          `<div><a href="/r/${at}">${at + 1}. Chez ${name}</a><svg aria-label="4.${at} of 5 bubbles"></svg><span>${at + 8} reviews</span></div>`,
      ),
      { title: "string", rating: "number", reviewCount: "integer" },
      { title: "Chez Owl", rating: 4, reviewCount: 8 },
    ],
    [
      "the title of a review rather than its writer's name",
      many(
        (at, name) =>
          `<div class="review"><span class="profile-name">Jo ${name}</span><a class="review-title" href="/r/${at}">Good for ${name}</a><p>I would buy the ${name} again.</p></div>`,
      ),
      { title: "string", text: "string" },
      { title: "Good for Owl", text: "I would buy the Owl again." },
    ],
    [
      "no original price where a theme calls the only one regular",
      many(
        (at, name) =>
          `<li><h3><a href="/p/${at}">${name} jumper</a></h3><div class="price"><span class="visually-hidden">Regular price</span> <span class="price-item price-item--regular">£${at + 18}.00</span></div></li>`,
      ),
      { title: "string", price: "number", compareAtPrice: "number" },
      { title: "Owl jumper", price: 18, compareAtPrice: null },
    ],
  ] as const)("are read by %s", (_, main, schema, item) => {
    expect(firstOf(main, schema as unknown as OutputSchema)).toEqual(item);
  });

  it("are read in yen where a kanji follows", () => {
    const main = many(
      (at, name) =>
        `<div><h3><a href="/p/${at}">${name} 急須</a></h3><div><div>6,98${at}円</div><span>送料無料</span></div></div>`,
    );
    expect(firstOf(main, { title: "string", priceYen: "number" }, "ja")).toEqual({
      title: "Owl 急須",
      priceYen: 6_980,
    });
  });

  it("are not read from the element of the whole record", () => {
    const main = many(
      (at, name) => `<div class="forecast-day"><h3>${name}</h3><p>Sunny ${at}</p><p>Rain: ${at}0%</p></div>`,
    );
    expect(firstOf(main, { title: "string", day: "string", rain: "string" })).toEqual({
      title: "Owl",
      day: null,
      rain: "00%",
    });
  });

  it("are not guessed where their names say that they are something else", () => {
    const main = many(
      (at, name) =>
        `<div class="t"><a href="/t/${at}">How ${name} lives</a><span>${at + 3} replies</span><span>Jan ${at + 1}, 2026</span></div>`,
    );
    const schema = {
      status: "string",
      buyerName: "string",
      ipAddress: "string",
      year: "integer",
      replies: "integer",
    } as const;
    expect(firstOf(main, schema)).toEqual({
      status: null,
      buyerName: null,
      ipAddress: null,
      year: null,
      replies: 3,
    });
  });

  it("are a quote's own text, though it is the title, too", () => {
    const main = many(
      (_, name) =>
        `<div class="quote"><span class="text">“The ${name} is a long road, and one must walk it.”</span><small class="author">${name} Roe</small><div class="tags">Tags: <a class="tag">life</a></div></div>`,
    );
    expect(firstOf(main, { quote: "string", author: "string" })).toEqual({
      quote: "“The Owl is a long road, and one must walk it.”",
      author: "Owl Roe",
    });
  });
});
