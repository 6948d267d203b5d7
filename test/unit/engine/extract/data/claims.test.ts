import { describe, expect, it } from "@jest/globals";
import { extractData, findTitle, parseDocument } from "../../../../../src/engine/extract/extract.ts";
import { isNameless } from "../../../../../src/engine/extract/scorer/claims/titles.ts";
import { pageOf } from "./helpers.ts";

const NOW = Date.UTC(2026, 10, 21);
const read = (body: string, { head = "", url = "https://www.holz-meier.example/a/7", lang = "de" } = {}) =>
  parseDocument(pageOf(body, head, lang), { url });
const SCHEMA = { author: "string", date: "date" } as const;

const titleOf = (body: string, options?: Parameters<typeof read>[1]) =>
  findTitle(read(body, options))?.claim.text;
const itemOf = (...page: Parameters<typeof read>) =>
  extractData(read(...page), { schema: SCHEMA, now: NOW }).results[0]?.item;
const authorOf = (body: string) => itemOf(body)?.author ?? null;
const dateOf = (body: string, head = "", lang = "de") => itemOf(body, { head, lang })?.date ?? null;

describe("the title", () => {
  it("is the heading that matches the document title, not the site's name", () => {
    const body = "<h1>Holz Meier Journal</h1><main><h1>Bretter richtig lagern</h1></main>";
    expect(titleOf(body, { head: "<title>Bretter richtig lagern - Holz Meier Journal</title>" })).toBe(
      "Bretter richtig lagern",
    );
  });

  it("excludes the site's name if the page states it", () => {
    const head = '<title>Sheds | Meier</title><meta property="og:site_name" content="Meier">';
    expect(titleOf("<h1>Sheds</h1><p>…</p>", { head })).toBe("Sheds");
  });

  it("keeps what looks like a tag but is text", () => {
    const head = "<title>&lt;table&gt;: The Table element | Docs</title>";
    const page = read("<h1><code>&lt;table&gt;</code>: The Table element</h1><p>…</p>", { head });
    const { results } = extractData(page, { schema: { title: "string" }, now: NOW });
    expect(results[0]?.item.title).toBe("<table>: The Table element");
  });

  it("is the document title if the page has no heading", () => {
    expect(titleOf("<p>…</p>", { head: "<title>Sheds | Holz Meier &amp; Söhne</title>" })).toMatch(/^Sheds/);
  });

  it("is the document title if the only heading is a slogan", () => {
    const head = "<title>Gartenhäuser aus Lärche | Holz Meier</title>";
    expect(titleOf("<h1>Wir bauen Träume</h1>", { head })).toBe("Gartenhäuser aus Lärche");
  });

  it("is the heading that matches the URL if the document title only names the site", () => {
    const options = {
      head: "<title>Holz Meier</title>",
      url: "https://holz-meier.example/garten/lange-bretter",
    };
    expect(titleOf("<h1>Lange Bretter</h1>", options)).toBe("Lange Bretter");
  });

  it('is never the title of an icon, the heading of a menu, or "Home"', () => {
    const body =
      "<svg><title>chevron</title></svg><div><h1 class='menu-title'>Das Handbuch</h1></div><p>…</p>";
    const home = '<meta property="og:title" content="Home">';
    expect(titleOf(body, { head: home })).not.toBe("chevron");
    expect(titleOf(body, { head: "<title>Fehler behandeln - Das Handbuch der Sägen</title>" })).not.toBe(
      "Das Handbuch",
    );
    expect(titleOf("<p>…</p>", { head: `<title>Home - Werkstatt-Blog</title>${home}` })).toContain(
      "Werkstatt-Blog",
    );
  });
});

describe("a title in markup", () => {
  const titleOfMarkup = (headline: string): string | undefined =>
    titleOf("<p>…</p>", {
      head: `<script type="application/ld+json">{"@type":"Article","headline":"${headline}"}</script>`,
    });

  it.each(["Nuts &amp; bolts", "Nuts &amp;amp; bolts"])("is unescaped once or twice: %s", (headline) => {
    expect(titleOfMarkup(headline)).toBe("Nuts & bolts");
  });
});

describe("a generic title", () => {
  const head = "<title>Holz Meier - Shop</title>";

  it("is used with the site's name if the document title has both", () => {
    expect(titleOf("<h1>Shop</h1>", { head })).toBe("Holz Meier - Shop");
  });

  it("is used as it is if the document title has no more", () => {
    expect(titleOf("<h1>Shop</h1>", { head: "<title>Shop</title>" })).toBe("Shop");
  });

  it("is recognized in markup too", () => {
    expect(isNameless("Home")).toBe(true);
    expect(isNameless("Home office")).toBe(false);
  });
});

describe("the author", () => {
  it('is the name in the element after "by"', () => {
    expect(authorOf("<div class='card__meta'><div>Von</div><div>Ada Krüger</div><div>|</div></div>")).toBe(
      "Ada Krüger",
    );
  });

  it("is the text of a link to an author page", () => {
    expect(authorOf('<p><a href="/autoren/ada-krueger">Ada Krüger</a> ist Redakteurin.</p>')).toBe(
      "Ada Krüger",
    );
  });

  it("is the person who started the thread on a forum", () => {
    const post = (name: string) =>
      `<article><h3 class="PostUser-name">${name}</h3><p>Die Bretter liegen seit Mai im Schuppen und sind noch feucht.</p></article>`;
    expect(authorOf(`<h1>Bretter trocknen</h1>${post("brettfreund")}${post("saegewerk")}`)).toBe(
      "brettfreund",
    );
  });

  it("can be a user name with digits", () => {
    expect(
      authorOf('<h1>Bretter trocknen</h1><p>von <a class="author" href="/u/brett1984/">brett1984</a></p>'),
    ).toBe("brett1984");
  });

  const written = (byline: string, more = "") =>
    authorOf(`<article><h1>Bretter richtig lagern</h1><p class="author">${byline}</p>
      <p>${"Holz arbeitet, und wer es lagert, sollte wissen, wie es trocknet. ".repeat(6)}</p></article>${more}`);

  it.each([
    ["von Anna Berger", "Anna Berger"],
    ["Autor: Anna Berger", "Anna Berger"],
    ["Anna Berger 3. März 2026", "Anna Berger"],
    ["© Anna Berger | Redakteurin", "Anna Berger"],
    // "Am" begins the name here, and a date elsewhere.
    ["Anna Berger, Amitava Das", "Anna Berger, Amitava Das"],
  ])("leaves out the words around it: %s", (byline, name) => {
    expect(written(byline)).toBe(name);
  });

  it("leaves out the role after a name that the page also gives alone, but no other person", () => {
    const more = `<aside><a href="/team/berger">Anna Berger</a></aside>`;
    expect(written("Anna Berger Former Technical Editor", more)).toBe("Anna Berger");
    expect(written("Anna Berger Former Technical Editor")).toBe("Anna Berger Former Technical Editor");
    expect(written("Anna Berger und Karl Maier", more)).toBe("Anna Berger und Karl Maier");
    expect(written("Anna Berger (mit Karl Maier)", more)).toBe("Anna Berger (mit Karl Maier)");
  });

  it("is never a commenter", () => {
    expect(authorOf("<div class='comment'><span class='comment-author'>Troll</span></div>")).toBeNull();
  });

  it.each(["customer_review_author", "testimonial-author", "review__author"])(
    "is taken from post-author rather than from %s",
    (name) => {
      expect(authorOf(`<p class="${name}">Otto Brett</p><p class="post-author">Ada Krüger</p>`)).toBe(
        "Ada Krüger",
      );
    },
  );
});

describe("the date", () => {
  it.each([
    ["en", "Updated May 6, 2025", "2025-05-06"],
    ["de", "Aktualisiert am 3. Mai 2025", "2025-05-03"],
    ["fr", "Mis à jour le 3 mai 2025", "2025-05-03"],
    ["es", "Publicado el 3 de mayo de 2025", "2025-05-03"],
  ])("follows its label (%s)", (lang, text, date) => {
    expect(dateOf(`<div><span>${text}</span></div>`, "", lang)).toBe(date);
  });

  it("comes from script attributes of a forum only if there is no other date", () => {
    const post = (at: string) => `<x-post created-timestamp="${at}"><p>…</p></x-post>`;
    const posts = post("2026-03-03T09:47:05.754000+0000") + post("2026-03-04T10:00:00Z");
    expect(dateOf(posts)).toBe("2026-03-03");
    expect(dateOf(`${posts}<time datetime="2026-02-01">1. Februar</time>`)).toBe("2026-02-01");
    expect(dateOf(post("soon"))).toBeNull();
  });

  it("is the modification date only if there is no other date", () => {
    const changed = '<meta property="article:modified_time" content="2025-05-09T10:00:00Z">';
    expect(dateOf("<p>…</p>", changed)).toBe("2025-05-09");
    expect(dateOf('<time datetime="2025-05-06">6. Mai</time>', changed)).toBe("2025-05-06");
  });

  it("is the article's date, not one in the site header or a sidebar", () => {
    const today = '<header><time datetime="2026-11-20">Friday</time></header>';
    const beside = '<aside><time datetime="2026-11-19">Thursday</time></aside>';
    expect(dateOf(`${today}${beside}<article><p>Published March 3, 2026</p></article>`)).toBe("2026-03-03");
    const head = '<header><h1>A day</h1><time datetime="2026-03-03">3</time></header>';
    const text =
      "<p>The boards have been lying in the shed since May, and they are still as damp as ever.</p>";
    expect(dateOf(`${today}<article>${head}${text}${text}</article>`)).toBe("2026-03-03");
    expect(dateOf(`<header><h1>A day</h1><time datetime="2026-03-03">3</time></header><p>…</p>`)).toBe(
      "2026-03-03",
    );
  });
});

describe("cells of a table", () => {
  it("are not used as the page's author", () => {
    const rows = ["Stuttgart Hbf", "Bregenz Hafen", "Lindau Insel"].map(
      (to, at) => `<tr><td>0${at + 6}:12</td><td>RE 5</td><td>${to}</td></tr>`,
    );
    const table = `<table><tr><th>Time</th><th>Train</th><th>Destination</th></tr>${rows.join("")}</table>`;
    const page = read(`<main><h1>Departures</h1><p>Monday, 23 November 2026</p>${table}</main>`);
    const schema = { title: "string", author: "string" } as const;
    expect(extractData(page, { schema, now: NOW }).results[0]?.item.author).toBeNull();
  });
});
