import { describe, expect, it } from "@jest/globals";
import { isClientRendered } from "../../../../src/engine/collection/shell.ts";
import { parseDocument } from "../../../../src/engine/extract/extract.ts";

const judge = (html: string): boolean =>
  isClientRendered(parseDocument(html, { url: "https://shop.example/" }));
const WORDS = "These are words that a reader of the page would see. ".repeat(10);

describe("a page rendered by scripts", () => {
  it.each([
    ["an empty mount", `<div id="root"></div><script src="app.js"></script>`],
    ["a mount beside text", `<p>${WORDS}</p><div id="__next"></div><script src="app.js"></script>`],
    ["a plea for scripts", `<noscript>Please enable JavaScript</noscript><script>boot()</script>`],
    ["a framework's own tag", `<app-root></app-root><script type="module" src="main.js"></script>`],
    [
      "a heading above a list that a script of the page adds",
      `<h1>Stories</h1><div id="f"></div><script>f.append(...stories.map(show))</script>`,
    ],
    [
      "a few words, and a script that loads the rest",
      `<h1>Rooms</h1><script>fetch("/api").then(show)</script>`,
    ],
  ])("is detected by %s", (_what, html) => {
    expect(judge(html)).toBe(true);
  });

  it.each([
    ["no script", `<div id="root"></div>`],
    ["a filled mount", `<div id="root"><p>${WORDS}</p></div><script src="app.js"></script>`],
    ["text of its own", `<p>${WORDS}</p><script src="analytics.js"></script>`],
    [
      "a few words and a snippet that loads a counter",
      `<p>Short</p><script>var s=document.createElement("script");s.src="/c.js";document.head.parentNode.insertBefore(s,null)</script>`,
    ],
    [
      "a few words and a snippet that appends a counter",
      `<p>Short</p><script>for(;;){r=o.createElement('script');r.src="/c.js";a.appendChild(r)}</script>`,
    ],
    [
      "a few words and the year in the footer",
      `<p>Short</p><i id="y"></i><script>y.innerHTML = new Date().getFullYear()</script>`,
    ],
    ["data only", `<p>Short</p><script type="application/ld+json">{}</script>`],
  ])("is not assumed with %s", (_what, html) => {
    expect(judge(html)).toBe(false);
  });
});
