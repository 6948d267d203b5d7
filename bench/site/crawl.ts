/**
 * `node crawl.ts <addresses> <new links>`: serves a made site on loopback whose pages lead to each other, so many new ones each, and
 * prints its address.
 */
import { createServer } from "node:http";
import { createRandom, WORDS } from "./made.ts";

const [addresses = 0, newLinks = 0] = process.argv.slice(2).map(Number);
const MENU_LINKS = 20;
const SECTIONS = 1_000;
const PARAGRAPHS = 6;
const PARAGRAPH_WORDS = 60;

const pathOf = (page: number): string =>
  page === 0 ? "/" : `/catalogue/section-${page % SECTIONS}/item-${page}.html`;

const PATH = /\/item-(\d+)\.html$/;
const pageOf = (path: string): number => (path === "/" ? 0 : Number(PATH.exec(path)?.[1] ?? Number.NaN));

/** A crawl tells pages apart by their words, without numbers. */
const inLetters = (page: number): string =>
  [...String(page)].map((digit) => "abcdefghij"[Number(digit)]).join("");

const linkTo = (page: number): string => `<li><a href="${pathOf(page)}">Item ${page}</a></li>`;

const makePage = (page: number): string => {
  const random = createRandom(page);
  const word = (): string => WORDS[Math.floor(random() * WORDS.length)] ?? "";
  const paragraph = (): string => `<p>${Array.from({ length: PARAGRAPH_WORDS }, word).join(" ")}</p>`;
  const numbers = (first: number, count: number): number[] =>
    Array.from({ length: count }, (_, n) => first + n).filter((n) => n < addresses);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Item ${page}</title></head>
<body><ul class="menu">${numbers(0, MENU_LINKS).map(linkTo).join("\n")}</ul>
<main><h1>${page}</h1><p>${inLetters(page)}</p>${Array.from({ length: PARAGRAPHS }, paragraph).join("\n")}</main>
<ul class="next">${numbers(page * newLinks + 1, newLinks)
    .map(linkTo)
    .join("\n")}</ul></body></html>`;
};

const server = createServer((request, response) => {
  const page = pageOf(request.url ?? "");
  if (!(page < addresses)) {
    response.writeHead(404).end();
    return;
  }
  const body = makePage(page);
  response
    .writeHead(200, { "content-type": "text/html; charset=utf-8", "content-length": Buffer.byteLength(body) })
    .end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`);
});
// Ends with the process that started it.
process.stdin.resume().on("end", () => process.exit());
