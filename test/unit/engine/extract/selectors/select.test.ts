/** A page's index changes how fast a selector is matched, and never what it matches. */
import { describe, expect, test } from "@jest/globals";
import { selectAll } from "css-select";
import { type AnyNode, type Element, isTag } from "domhandler";
import { findAll } from "domutils";
import {
  compileSelector,
  extractData,
  findKind,
  parseDocument,
} from "../../../../../src/engine/extract/extract.ts";

const HTML = `<html><body>
<ul id="menu" class="nav nav"><li><a href="/a">A</a></li><li class="Active"><a href="/b">B</a></li></ul>
<main><article class="card new" data-sku="1"><h2>One</h2><p class="price old">$2</p><p class="price">$1</p></article>
<article class="card" data-sku="2"><h2>Two</h2><p class="price">$3</p><a href="/two" rel="next">More</a></article>
<article id="last" class="card-wide"><h2>Three</h2><svg viewBox="0 0 1 1"></svg></article></main>
</body></html>`;

const SELECTORS = [
  "li",
  "LI",
  ".card",
  ".CARD",
  ".nav",
  "#last",
  "#LAST",
  "[data-sku]",
  '[data-sku="2"] .price',
  '[class*="card"]',
  '[class~="CARD" i]',
  "article:not(.card)",
  ":not(.card)",
  "[rel!=next]",
  ".card > p.price:nth-of-type(2)",
  "li:nth-child(2) a",
  ".old + .price",
  "h2 ~ p",
  "article:has(a[href])",
  "ul li, .card h2",
  "*",
  "svg[viewBox]",
  "main :first-child",
  ":is(.card, .card-wide)",
  ".missing",
  "#last h2",
];

describe("selectors on a whole page", () => {
  const { root } = parseDocument(HTML, { url: "https://shop.example/" });
  const all = findAll(isTag, root.children);
  const placesOf = (found: readonly Element[]): number[] => found.map((element) => all.indexOf(element));

  test.each(SELECTORS)("%s matches the same elements with the index as without it", (selector) => {
    const wanted = placesOf(selectAll<AnyNode, Element>(selector, root));
    expect(placesOf(compileSelector(selector)(root))).toEqual(wanted);
    expect(placesOf(compileSelector(selector, true)(root))).toEqual(wanted.slice(0, 1));
  });

  test("a selector that is not valid is refused", () => {
    expect(() => compileSelector("li[")).toThrow();
  });
});

describe("the kind of a page", () => {
  const rows = Array.from(
    { length: 30 },
    (_, at) =>
      `<li><a href="/item/${at}"><h3>Kettle ${at} of ours</h3></a><p>Boils ${at} cups of water in a minute or two</p></li>`,
  );
  test.each([
    ["a list", `<h1>Kettles</h1><ul>${rows.join("")}</ul>`],
    [
      "an article",
      `<article><h1>Kettles</h1>${"<p>Water boils at a hundred degrees, as everybody knows who has ever made tea.</p>".repeat(30)}</article>`,
    ],
    ["an empty page", ""],
  ])("%s has the kind that extraction says", (_, body) => {
    const parse = () => parseDocument(`<html><body>${body}</body></html>`, { url: "https://shop.example/" });
    expect(findKind(parse(), 0)).toBe(extractData(parse(), { now: 0 }).kind);
  });
});
