import { describe, expect, it } from "@jest/globals";
import { parseDocument } from "../../../../src/engine/extract/extract.ts";
import { findNextPage } from "../../../../src/engine/steps/pager.ts";

const URL = "https://shop.example/list";
const next = (html: string, url = URL): string | null => findNextPage(parseDocument(html, { url }), url);
const numbers = (current: number, path: (n: number) => string, mark = (n: number) => `<b>${n}</b>`) =>
  [1, 2, 3, 4].map((n) => (n === current ? mark(n) : `<a href="${path(n)}">${n}</a>`)).join(" ");

describe("the next page is found", () => {
  it.each([
    ["a word in a pager", `<nav class="pagination"><a href="/list/b">Next »</a></nav>`, "/list/b"],
    ["a word and a page's address", `<a href="/list?page=2">next</a>`, "/list?page=2"],
    [
      "a word and a cursor",
      `<p><a href="/list?size=50&_next=tea%2C50">Next page</a></p>`,
      "/list?size=50&_next=tea%2C50",
    ],
    [
      "an arrow beside a count of pages",
      `<nav><ul><li>Page 1 / 4</li><li><a href="/b2.html">⟩</a></li><li><a href="/b4.html">⟫</a></li></ul></nav>`,
      "/b2.html",
    ],
    ['"load more" and a page\'s address', `<a href="/list?page=2">Load more</a>`, "/list?page=2"],
    ["German", `<ul class="pager"><li><a href="?seite=2">Nächste Seite</a></li></ul>`, "/list?seite=2"],
    ["French", `<div class="pages"><a href="?p=2">Suivant</a></div>`, "/list?p=2"],
    ["Spanish", `<div class="paginacion"><a href="/list/page/2">Siguiente ›</a></div>`, "/list/page/2"],
    ["Japanese", `<div class="pager"><a href="/list/2">次へ</a></div>`, "/list/2"],
    ["Chinese", `<a href="/list?page=2">下一页</a>`, "/list?page=2"],
    ["Russian", `<div class="pagination"><a href="/list/2">Следующая</a></div>`, "/list/2"],
    ["Arabic", `<nav role="navigation" class="pagination"><a href="/list/2">التالي</a></nav>`, "/list/2"],
    ["an arrow in a pager", `<nav class="pagination"><a href="/list/2">›</a></nav>`, "/list/2"],
    [
      "an icon with a label",
      `<div class="pagination"><a href="/l/2" aria-label="Next page"><svg></svg></a></div>`,
      "/l/2",
    ],
    [
      "an image with a name",
      `<div class="pager"><a href="/l/2"><img src="n.gif" alt="Next"></a></div>`,
      "/l/2",
    ],
    [
      "a class on an icon",
      `<ul class="pagination"><li class="next"><a href="/l/2"><i></i></a></li></ul>`,
      "/l/2",
    ],
    ["older posts", `<div class="nav-links"><a href="/blog/page/2">Older posts</a></div>`, "/blog/page/2"],
    [
      "numbers in a pager",
      `<div class="pagination">${numbers(1, (n) => `/list?page=${n}`)}</div>`,
      "/list?page=2",
    ],
    [
      "numbers with a current one in the middle",
      `<div class="pagination">${numbers(3, (n) => `/list?page=${n}`)}</div>`,
      "/list?page=4",
    ],
    [
      "numbers of which the current one is a link too",
      `<ul class="pagination">${numbers(
        2,
        (n) => `/l/page/${n}`,
        (n) => `<li class="active"><a href="/l/page/${n}">${n}</a></li>`,
      )}</ul>`,
      "/l/page/3",
    ],
    ["numbers outside any pager", `<p>${numbers(1, (n) => `/list?page=${n}`)}</p>`, "/list?page=2"],
  ])("by %s", (_what, html, expected) => {
    expect(next(html)).toBe(`https://shop.example${expected}`);
  });
});

describe("no next page is invented", () => {
  it.each([
    ["on the last page", `<div class="pagination">${numbers(4, (n) => `/list?page=${n}`)}</div>`],
    [
      "from a disabled link",
      `<ul class="pagination"><li class="disabled"><a href="/list/2">Next</a></li></ul>`,
    ],
    ["from a carousel", `<div class="carousel"><a class="next" href="/slide/2">Next</a></div>`],
    [
      "from a calendar",
      `<table class="calendar"><tr><td><a href="?month=2" rel="nofollow">next</a></td></tr></table>`,
    ],
    ["from the chapter after this one", `<p><a href="/docs/chapter-two">Next</a></p>`],
    [
      "from the article after this one",
      `<nav class="post-navigation"><a href="/next-article">Next</a></nav>`,
    ],
    ["from another site", `<nav class="pagination"><a href="https://other.example/2">Next</a></nav>`],
    ["from a link to the same page", `<nav class="pagination"><a href="#top">Next</a></nav>`],
    ...[
      "Posted 3 May, 10:15",
      "3 March, 10:15 by Jo",
      "Photo 3 (4 of 12)",
      "Chapter 3, 4 of 12",
      "Fri 5, 8 pm – 11",
      "Fri 5 – 8 of 11",
      "3–5 March 10:15",
      "3–5 Mai 10",
      "October 3 to 5 / 12",
      "030 55 1234",
      "1 2 3",
      "3 / 4 / 12",
      "8–10 Uhr 30",
    ].map((text) => [`beside "${text}"`, `<p>${text} <a href="/posts/other-story">Next</a></p>`]),
    ["from years", `<p><a href="/2024/">2024</a> <a href="/2025/">2025</a></p>`],
    ["from a sentence", `<p><a href="/list?page=9">Read what comes next in our series</a></p>`],
    ["on a page without links", `<h1>Alone</h1>`],
  ])("%s", (_what, html) => {
    expect(next(html)).toBe(null);
  });
});

describe("a link beside a count of records", () => {
  it.each([
    "1..4 out of 12",
    "1–4 / 12",
    "Books 1 to 4 of 1,204",
    "21–40 / 1,234",
    "(1 - 20 of 67)",
    "1 bis 20 von 67",
    "1–20 (von 67)",
    "1-20 su 67",
    "1-20件 / 67",
    "Mostrando 1 a 20 de 67",
  ])("leads to the next page: %s", (text) => {
    expect(next(`<p>${text} <a href="/list/other">Next</a></p>`)).toBe("https://shop.example/list/other");
  });
});

describe("links similar to a next-page link", () => {
  it.each([
    [
      "on the last page, a link back that is called prev_next",
      `<form class="pagination"><span class="prev_next"><a rel="prev" href="/list?page=2"><i></i></a></span>${numbers(4, (n) => `/list?page=${n}`)}</form>`,
      "https://shop.example/list?page=4",
    ],
    [
      "an arrow that leads to an earlier page",
      `<nav class="pagination"><a href="/list?page=1">»</a></nav>`,
      "https://shop.example/list?page=3",
    ],
  ])("are ignored: %s", (_what, html, url) => {
    expect(next(html, url)).toBeNull();
  });

  it.each([
    [
      "said in a short form, beside the numbers of pages",
      `<div class="text"><b>1</b> <a href="/blog/?PAGEN_1=2">2</a> <a href="/blog/?PAGEN_1=3">3</a> <a href="/blog/?PAGEN_1=2">След.</a></div>`,
      "/blog/?PAGEN_1=2",
    ],
    [
      "only called so, beside the numbers of pages",
      `<p><b>1</b><a href="/dex-2" class="n">2</a><a href="/dex-3" class="n">3</a><a href="/dex-2" class="pagination_Next"></a></p>`,
      "/dex-2",
    ],
    [
      "above comments",
      `<span class="BeforeCommentHeading"><span class="Pager"><b>1</b><a href="/talk/p2">2</a><a href="/talk/p2" class="Next">»</a></span></span>`,
      "/talk/p2",
    ],
  ])("are accepted if they are %s", (_what, html, address) => {
    expect(next(html)).toBe(`https://shop.example${address}`);
  });
});

it("reads a table of thousands of linked numbers in little time", () => {
  const row = (n: number) =>
    `<tr><td>${n}</td><td><a href="/statistics/table?page=${n * 7}">${n * 7}</a></td></tr>`;
  const table = `<table>${Array.from({ length: 4_000 }, (_, n) => row(n)).join("")}</table>`;
  const document = parseDocument(table, { url: URL });
  const startedAt = process.cpuUsage();
  expect(findNextPage(document, URL)).toBeNull();
  expect(process.cpuUsage(startedAt).user / 1e6).toBeLessThan(3);
});

describe('a "load more" link', () => {
  const article = (id: number) => `<article><h3>Post ${id}</h3><a href="/?p=${id}">Load more</a></article>`;
  it.each([
    ["in each record", [121, 122, 123].map(article).join(""), "https://blog.example/"],
    ["to another path", `<a href="/other?page=2">Load more</a>`, URL],
    ["to the first page", `<a href="/list?page=1">Load more</a>`, URL],
  ])("leads to no next page %s", (_where, html, url) => {
    expect(next(html, url)).toBeNull();
  });
});
