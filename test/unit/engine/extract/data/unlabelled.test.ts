/** Values that stand beside other text, or that no label and no name announces. */
import { describe, expect, it } from "@jest/globals";
import type { OutputSchema } from "../../../../../src/contract/fields/outputSchema.ts";
import { extractFrom, itemFrom, pageOf } from "./helpers.ts";

const PLACES = [0, 1, 2, 3, 4];
const WORDS = ["Owls", "Foxes", "Hens", "Cats", "Dogs"];
const read = (card: (at: number, word: string) => string, schema: OutputSchema) =>
  extractFrom(pageOf(`<main><h1>List</h1>${PLACES.map((at) => card(at, WORDS[at] ?? "")).join("")}</main>`), {
    schema,
  }).results;

describe("what all records of a list say beside a value", () => {
  it("is cut from its end, if it is in an element of its own", () => {
    const card = (at: number, word: string) =>
      `<article><h2><a href="/p/${at}">Post ${at}</a></h2><p>We wrote about ${word} and their nests this week. <a href="/p/${at}">Continue reading</a></p></article>`;
    const [first] = read(card, { title: "string", teaser: "string" });
    expect(first?.item.teaser).toBe("We wrote about Owls and their nests this week.");
  });

  it("is cut from its start, if it is a label", () => {
    const card = (at: number, word: string) =>
      `<article><h2><a href="/p/${at}">Model: ${word}</a></h2><b>$${at + 5}</b></article>`;
    expect(read(card, { title: "string", price: "price" }).map(({ item }) => item.title)).toEqual(WORDS);
  });

  it("stays if it is no element and no label", () => {
    const card = (at: number) =>
      `<article><h2><a href="/p/${at}">Gallery ${at}</a></h2><b>Open</b></article>`;
    const titles = read(card, { title: "string" }).map(({ item }) => item.title);
    expect(titles).toEqual(PLACES.map((at) => `Gallery ${at}`));
  });

  it("is not cut from times of day", () => {
    const card = (at: number, word: string) =>
      `<article><h2>${word}</h2><span class="departure">10:${at}0</span></article>`;
    const times = read(card, { title: "string", departure: "string" }).map(({ item }) => item.departure);
    expect(times).toEqual(PLACES.map((at) => `10:${at}0`));
  });
});

it("reads a value without the dash that sets it apart", () => {
  const card = (at: number, word: string) =>
    `<div class="row"><a href="/j/${at}">Keeper of ${word}</a><span class="workplace">Remote —</span><span>Full-time</span></div>`;
  expect(read(card, { title: "string", workplace: "string" })[0]?.item.workplace).toBe("Remote");
});

it("reads the longest of the texts that are called so", () => {
  const card = (at: number, word: string) =>
    `<li class="message"><h3 class="userText">member${at}</h3><div class="messageText">I have watched ${word} for years, and they sleep a lot.</div></li>`;
  const [first] = read(card, { user: "string", text: "string" });
  expect(first?.item.text).toBe("I have watched Owls for years, and they sleep a lot.");
});

describe("the only link of each record", () => {
  const plan = (more: string) => (at: number, word: string) =>
    `<div class="plan"><h2>${word}</h2><b>$${at + 5}</b><p>For keepers of ${word}</p><a href="/go?plan=${at}">Start</a>${more}</div>`;
  const schema = { name: "string", signupUrl: "url" } as const;

  it("is the only URL that is asked for, with a doubt", () => {
    const results = read(plan(""), schema);
    expect(results.map(({ item }) => item.signupUrl)).toEqual(
      PLACES.map((at) => `https://shop.example/go?plan=${at}`),
    );
    expect(results[0]?.provenance.signupUrl).toMatchObject({
      confidence: 0.4,
      doubt: "the record's only link, because none is called so",
    });
  });

  it("is not the same for all, nor one of two", () => {
    const two = read((at, word) => plan(`<a href="/about/${at}">More</a>`)(at, word), schema);
    expect(two[0]?.item.signupUrl).toBeNull();
    const same = read((at, word) => plan("")(0, `${word} ${at}`), schema);
    expect(same[0]?.item.signupUrl).toBeNull();
  });
});

it("reads a title without the stars before it", () => {
  const card = (at: number, word: string) =>
    `<div class="review"><a class="review-title" href="/r/${at}"><i><span>${(at % 5) + 1}.0 out of 5 stars</span></i><span></span><span>${word} like it</span></a><p>We bought it for our ${word} and they use it daily.</p></div>`;
  expect(read(card, { title: "string", rating: "number" }).map(({ item }) => item)).toEqual(
    WORDS.map((word, at) => ({ title: `${word} like it`, rating: (at % 5) + 1 })),
  );
});

it("reads the address of a recording", () => {
  const card = (at: number, word: string) =>
    `<article><h2><a href="/e/${at}">Episode on ${word}</a></h2><audio controls><source src="/media/${at}.mp3"></audio></article>`;
  expect(read(card, { title: "string", audioUrl: "url" })[0]?.item.audioUrl).toBe(
    "https://shop.example/media/0.mp3",
  );
});

describe("a page about one thing", () => {
  it("has counts beside the words for them", () => {
    const page = pageOf(
      "<main><h1>Carving a spoon</h1><p>318K subscribers</p><p>642,913 views</p><p>From log to ladle in half an hour, with three tools and no power.</p></main>",
    );
    expect(itemFrom(page, { title: "string", subscribers: "number", views: "number" })).toEqual({
      title: "Carving a spoon",
      subscribers: 318_000,
      views: 642_913,
    });
  });

  it("has values under labels with the same last word, little trusted", () => {
    const page = pageOf(
      "<main><h1>Hedgehog Trust</h1><dl><dt>Total income</dt><dd>£412,308</dd><dt>Phone</dt><dd>01584 555 310</dd></dl></main>",
    );
    const [result] = extractFrom(page, { schema: { phone: "string", annualIncome: "number" } }).results;
    expect(result?.item.annualIncome).toBe(412_308);
    expect(result?.provenance.annualIncome?.confidence).toBeLessThan(0.5);
  });

  it("has the link behind a label, or the site that it names", () => {
    const page = (value: string) =>
      pageOf(`<main><h1>Trust</h1><dl><dt>Website</dt><dd>${value}</dd><dt>Phone</dt><dd>1</dd></dl></main>`);
    const siteIn = (value: string) => itemFrom(page(value), { name: "string", website: "url" })?.website;
    expect(siteIn("hedge.example")).toBe("https://hedge.example/");
    expect(siteIn('<a href="https://hedge.example/en">Visit us</a>')).toBe("https://hedge.example/en");
    expect(siteIn("report.pdf")).toBe("https://shop.example/a/report.pdf");
  });
});

describe("a column that nothing names", () => {
  const towns = ["Leeds", "York", "Hull", "Bath", "Ely"];
  const fuels = ["Diesel", "Petrol", "Electric", "Diesel", "Petrol"];
  const car = (at: number, word: string) =>
    `<div class="card"><h3><a href="/c/${at}">${word} estate</a></h3><p>${fuels[at]}</p><p>${towns[at]}</p><b>£${at + 5},500</b></div>`;

  it("is the field whose name means the like of its texts, with a doubt", () => {
    const results = read(car, { title: "string", propulsion: "string", price: "price" });
    expect(results.map(({ item }) => item.propulsion)).toEqual(fuels);
    expect(results[0]?.provenance.propulsion).toMatchObject({
      doubt: "read by its place in the record, because no label names it",
    });
    expect(results[0]?.provenance.propulsion?.confidence).toBeLessThan(0.5);
  });

  it("is no field whose numbers, days or places have another form", () => {
    const schema = {
      title: "string",
      price: "price",
      likes: "integer",
      day: "string",
      address: "string",
    } as const;
    expect(read(car, schema)[0]?.item).toMatchObject({ likes: null, day: null, address: null });
    const counted = (at: number, word: string) =>
      `<div class="row"><a href="/t/${at}">${word}</a><i>${at} replies</i></div>`;
    expect(read(counted, { title: "string", likes: "integer" })[1]?.item.likes).toBeNull();
  });
});

describe("what only resembles a field", () => {
  const page = (value: string) =>
    pageOf(`<main><h1>Trust</h1><dl>${value}</dl><p>A trust for owls.</p></main>`);

  it.each([
    ["awayTeam", "Home team"],
    ["netSalary", "Gross salary"],
    ["expenses", "Income"],
    ["closes", "Opens"],
    ["tuesday", "Monday"],
    ["longitude", "Latitude"],
  ])("is not %s under %s", (name, label) => {
    const item = itemFrom(page(`<dt>${label}</dt><dd>12</dd><dt>Phone</dt><dd>01584 555 310</dd>`), {
      phone: "string",
      [name]: "string",
    });
    expect(item).toEqual({ phone: "01584 555 310", [name]: null });
  });

  it("has a doubt under a label of a similar meaning", () => {
    const html = page("<dt>Total income</dt><dd>£412,308</dd><dt>Phone</dt><dd>01584 555 310</dd>");
    const [result] = extractFrom(html, { schema: { phone: "string", annualIncome: "number" } }).results;
    expect(result?.provenance.annualIncome?.doubt).toContain("Total income");
  });

  it.each(["setup.exe", "Node.js", "guide.epub"])("is no site: %s", (text) => {
    const item = itemFrom(page(`<dt>Manual</dt><dd>${text}</dd>`), { name: "string", manual: "url" });
    expect(item?.manual).toBe(`https://shop.example/a/${text}`);
  });

  it("is no link of another record, of a sentence, or of another kind", () => {
    const person = (at: number, word: string) =>
      `<div class="card"><h3><a href="/people/${at}">${word}</a></h3><p>No website. Their owl</p><b>Website</b></div>`;
    const schema = { name: "string", websiteUrl: "url", linkedinUrl: "url" } as const;
    expect(read(person, schema)[1]?.item).toMatchObject({ websiteUrl: null, linkedinUrl: null });
    expect(read(person, { name: "string", pdfUrl: "url" })[1]?.item.pdfUrl).toBeNull();
  });

  it("is no column of times or of stock", () => {
    const card = (at: number, word: string) =>
      `<div class="card"><h3><a href="/c/${at}">${word}</a></h3><p>${["In stock", "Sold out"][at % 2]}</p><i>1:0${at}</i></div>`;
    expect(read(card, { title: "string", material: "string", team: "string" })[0]?.item).toMatchObject({
      material: null,
      team: null,
    });
  });

  it("keeps units, series and towns that all values share", () => {
    const card = (at: number, word: string) =>
      `<div class="card"><h3><a href="/c/${at}">Owl Wars: ${word}</a></h3><p class="weight">${at + 5} <span>kg</span></p><p class="address">${at} Oak St, <span>Leeds</span></p></div>`;
    expect(read(card, { title: "string", weight: "string", address: "string" })[0]?.item).toEqual({
      title: "Owl Wars: Owls",
      weight: "5 kg",
      address: "0 Oak St, Leeds",
    });
  });

  it("is not the longer text of the next thing", () => {
    const html = pageOf(
      '<main><h1>Kettle</h1><div class="description">A fine blue kettle for tea.</div><section><h2>Others</h2><div class="description">A red pot that is much larger than any kettle could ever be.</div></section></main>',
    );
    expect(itemFrom(html, { title: "string", description: "string" })?.description).toBe(
      "A fine blue kettle for tea.",
    );
  });
});

it("reads a link that says so before what the page plays by itself", () => {
  const html = pageOf(
    '<main><h1>Owls</h1><video src="/advert.mp4"></video><a href="https://tube.example/watch">Watch video</a></main>',
  );
  expect(itemFrom(html, { title: "string", videoUrl: "url" })?.videoUrl).toBe("https://tube.example/watch");
});
