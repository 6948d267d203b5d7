import { describe, expect, it } from "@jest/globals";
import { extractData, parseDocument } from "../../src/engine/extract/extract.ts";

/** Two columns of a page's layout, of one class: a menu, and the page's subject. */
const page = `<!doctype html><html lang="en"><head><title>Library | Momo</title></head><body>
  <div class="row"><div class="col col-2"><nav><ul>${["Books", "Hot books", "Authors", "Publishers", "Series"]
    .map((text) => `<li><a href="/${text.toLowerCase()}">${text}</a></li>`)
    .join("")}</ul></nav></div>
  <div class="col col-10"><div class="single"><img src="/cover/8.jpg"><h2>Momo</h2><p class="author"><a href="/author/4">Mia Ende</a></p>
    <p>Language: German</p><p>Publisher: <a href="/publisher/3">Hansen &amp; Söhne</a></p><p>Published: Jul 7, 1956</p>
    <div class="rating"><i class="star on"></i><i class="star on"></i><i class="star on"></i><i class="star off"></i><i class="star off"></i></div>
  </div></div></div></body></html>`;
const dataOf = (html: string, schema = {}) =>
  extractData(parseDocument(html, { url: "https://library.example/book/8" }), {
    schema,
    now: Date.UTC(2026, 10, 27),
  });

describe("columns of a page's layout", () => {
  it("are no records if one of them is a menu", () => {
    const { kind, results } = dataOf(page);
    expect([kind, results.length, results[0]?.item.author]).toEqual(["detail", 1, "Mia Ende"]);
  });

  it("leave the page's own values, and its labels before its language", () => {
    const schema = { title: "string", author: "string", publisher: "string", language: "string" };
    expect(dataOf(page, schema).results.map(({ item }) => item)).toEqual([
      { title: "Momo", author: "Mia Ende", publisher: "Hansen & Söhne", language: "German" },
    ]);
  });
});

describe("stars that are drawn", () => {
  const ratingOf = (html: string): unknown =>
    dataOf(html, { title: "string", rating: "number" }).results[0]?.item.rating;

  it("are counted where full and empty ones differ", () => {
    expect(ratingOf(page)).toBe(3);
  });

  it("say nothing if all look the same: a style may colour them", () => {
    expect(ratingOf(page.replaceAll("star off", "star on"))).toBeNull();
  });

  const starsOf = (looks: readonly string[]): unknown =>
    ratingOf(
      page.replace(
        /(<div class="rating">).*(?=<\/div>)/,
        `$1${looks.map((look) => `<i class="${look}"></i>`).join("")}`,
      ),
    );

  it.each([
    ["star empty", "star filled", 4, 1],
    ["star empty", "star filled", 2, 3],
    ["star", "star checked", 3, 2],
    ["fa fa-star-o", "fa fa-star", 1, 4],
    ["star text-gray-300", "star text-yellow-400", 3, 2],
  ])("are counted where pages write them from right to left: %s, %s", (empty, full, ahead, rating) => {
    const looks = Array.from({ length: 5 }, (_, at) => (at < ahead ? empty : full));
    expect(starsOf(looks)).toBe(rating);
    expect(starsOf(looks.toReversed())).toBe(rating);
  });

  it("say nothing if nothing says which are full", () => {
    expect(starsOf(["star a", "star a", "star b", "star b", "star b"])).toBeNull();
    expect(starsOf(["star on", "star on", "star gold", "star gold", "star gold"])).toBeNull();
  });

  it("say nothing if they do not divide into full and empty ones", () => {
    expect(ratingOf(page.replace("star on", "star off"))).toBeNull();
  });
});
