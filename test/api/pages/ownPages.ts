import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ServedPage } from "../../helpers/pageServer.ts";

const file = (name: string): { body: string } => ({
  body: readFileSync(join(import.meta.dirname, "own", name), "utf8"),
});

/** Text in the encoding of the old Cyrillic web; letters of the Russian alphabet and ASCII only. */
const encodeWindows1251 = (text: string): Uint8Array =>
  Uint8Array.from(text, (char) => {
    const code = char.charCodeAt(0);
    if (code < 0x80) return code;
    if (code >= 0x410 && code <= 0x44f) return code - 0x350;
    throw new RangeError(`"${char}" is not in the table`);
  });

/** No Content-Type says in which encoding: the page does, as late as it may. */
const CYRILLIC = `<!doctype html><html lang="ru"><head><!-- ${"-".repeat(600)} -->
<meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><title>Книги</title></head>
<body><p class="book"><b>Мастер и Маргарита</b> <i>Булгаков</i></p><p class="book"><b>Вий</b> <i>Гоголь</i></p></body></html>`;

/** Links of every kind, under a base that is not the page's own folder. */
const BASED = `<!doctype html>
<html lang="en">
<head><base href="/shop/v2/"><meta charset="utf-8"><title>Links of every kind</title></head>
<body>
  <ul>
    <li><a href="item/1">below the base</a></li>
    <li><a href="../about">beside the base</a></li>
    <li><a href="/root">from the root</a></li>
    <li><a href="?page=2">a query alone</a></li>
    <li><a href="#top">a fragment alone</a></li>
    <li><a href="//other.example/x">another host</a></li>
    <li><a href="  https://other.example/a b  ">blanks around and inside</a></li>
    <li><a href="javascript:void(0)">no address</a></li>
    <li><a>no href</a></li>
  </ul>
</body>
</html>`;

/** The header says Latin-1 and is right; the page says UTF-8 and is wrong. */
const MISLABELLED = `<!doctype html><meta charset="utf-8"><title>x</title><h1>Crème brûlée à 5 EUR</h1>`;

export const HUGE_ROWS = 3_000;
const hugePage = (): string => {
  const rows = Array.from(
    { length: HUGE_ROWS },
    (_, index) =>
      `<tr class="row"><td class="n">${index + 1}</td><td class="name">Row ${index + 1}</td><td>${"padding ".repeat(80)}</td></tr>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Huge</title><table>${rows.join("\n")}</table>`;
};

const numberedPage = (page: number, next: number | null): string =>
  `<!doctype html><meta charset="utf-8"><title>${page}</title><p class="page">${page}</p>${
    next === null ? "" : `<a rel="next" href="/loop/${next}">next</a>`
  }`;

/** What the flaky page answers before it works. */
export const FLAKY_FAILURES = 2;

/** Pages of our own making, for what real pages do. */
export const OWN_PAGES: Readonly<Record<string, ServedPage>> = {
  "/news": file("news-1.html"),
  "/news?page=2": file("news-2.html"),
  "/news?page=3": file("news-3.html"),
  "/boats/": file("boats.html"),
  "/boats/boat/anna.html": file("boat-anna.html"),
  "/boats/boat/berta.html": file("boat-berta.html"),
  "/boats/boat/clara.html": file("boat-clara.html"),
  "/lamp": file("lamp.html"),
  "/soup": file("soup.html"),
  "/arabic": file("arabic.html"),
  "/pages/deep/based": { body: BASED },
  "/thread": file("thread.html"),
  "/about": file("plain.html"),
  "/cyrillic": { body: encodeWindows1251(CYRILLIC), headers: { "content-type": "text/html" } },
  "/mislabelled": {
    body: Buffer.from(MISLABELLED, "latin1"),
    headers: { "content-type": "text/html; charset=ISO-8859-1" },
  },
  "/huge": { body: hugePage() },
  "/empty": { body: "" },
  "/loop/1": { body: numberedPage(1, 2) },
  "/loop/2": { body: numberedPage(2, 3) },
  "/loop/3": { body: numberedPage(3, 1) },
  "/moved": { status: 301, headers: { location: "/new-home/list" } },
  "/new-home/list": { body: `<!doctype html><title>x</title><a class="item" href="one">One</a>` },
  "/flaky": (earlierVisits) =>
    earlierVisits < FLAKY_FAILURES ? { status: 503, body: "busy" } : file("plain.html"),
};
