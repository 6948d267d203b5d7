import { describe, expect, it } from "@jest/globals";
import type { PickedElement } from "../../../../src/contract/extraction/inspections.ts";
import { textOf } from "../../../../src/engine/extract/extract.ts";
import { generateFromPicks, readMarked, showFlow } from "../../../../src/engine/generate/index.ts";
import { NODE_MARK } from "../../../../src/engine/nodeMark.ts";

const URL = "https://shop.example/lamps?page=2";
const NOW = Date.parse("2026-11-21T06:00:00Z");

const NAMES = ["Oak Kettle", "Tin Lamp", "Glass Bowl", "Iron Pan", "Clay Jug"];
const price = (at: number): string =>
  at === 2
    ? `<p class="cost"><s class="amount">€99.00</s> <b class="amount now">€12.85</b></p>`
    : `<p class="cost"><b class="amount now">€1${at}.85</b></p>`;
const card = (name: string, at: number): string =>
  `<article class="card"><h2><a href="/p/${at}">${name}</a></h2>${price(at)}</article>`;
const AD = `<article class="card sponsored"><h2><a href="/ad">Buy a car</a></h2><p class="cost"><b class="amount now">€9000.00</b></p></article>`;
const cards = NAMES.map(card);
const pageOf = (pager: string): string =>
  `<html lang="en"><body><main><h1>Lamps</h1>${cards.slice(0, 3).join("")}${AD}${cards.slice(3).join("")}</main>${pager}</body></html>`;
const NUMBERED = `<nav class="pages"><a href="/lamps?page=1">1</a> <a href="/lamps?page=2">2</a> <a href="/lamps?page=3">3</a> <a class="to-next" href="/lamps?page=3">Next</a></nav>`;

/** The page as the browser marks it. */
const open = (pager = NUMBERED, body = pageOf(pager)) => {
  let node = 0;
  const html = body.replace(/<(?=[a-z])([a-z0-9]+)/g, (tag) => `${tag} ${NODE_MARK}="${++node}"`);
  const marked = readMarked(html, URL);
  const nodeOf = (text: string, name?: string): number => {
    const [found] = [...marked.elements].findLast(
      ([, element]) => textOf(element) === text && (name === undefined || element.name === name),
    ) ?? [0];
    return found;
  };
  const generate = (...picks: PickedElement[]) =>
    generateFromPicks(
      marked,
      { url: URL, document: marked.document, isRendered: false },
      picks,
      undefined,
      NOW,
      [],
    );
  return { marked, nodeOf, generate };
};

const titlesOf = (flow: ReturnType<ReturnType<typeof open>["generate"]>["flow"]) =>
  flow?.preview?.records.map(({ title }) => title);

describe("selected elements of an inspected page", () => {
  it("leave out an excluded record, and keep the others", () => {
    const { nodeOf, generate } = open();
    const title = { node: nodeOf("Oak Kettle", "a"), name: "title" };
    expect(titlesOf(generate(title).flow)).toContain("Buy a car");
    for (const name of ["a", "h2"]) {
      const { flow } = generate(title, { node: nodeOf("Buy a car", name), not: true });
      expect(titlesOf(flow)).toEqual(NAMES);
    }
  });

  it("may be in different records of one list", () => {
    const { nodeOf, generate } = open();
    const { flow } = generate(
      { node: nodeOf("Iron Pan", "a"), name: "title" },
      { node: nodeOf("€10.85", "b"), name: "price" },
    );
    expect(flow?.preview?.records.map(({ title, price: amount }) => [title, amount])).toEqual(
      expect.arrayContaining([
        ["Oak Kettle", 10.85],
        ["Iron Pan", 13.85],
      ]),
    );
  });

  it("may be in different records whose links are a list of their own", () => {
    const products = NAMES.map((name, at) => {
      const cost = at === 2 ? "<del>$38.00</del> <ins>$24.57</ins>" : `$1${at}.85`;
      return `<li class="product"><a href="/p/${at}"><img src="/${at}.png" alt=""><h3>${name}</h3></a><span class="price">${cost}</span> <span class="stock">In stock</span></li>`;
    });
    const { nodeOf, generate } = open("", `<main><ul class="products">${products.join("")}</ul></main>`);
    for (const [text, tag] of [
      ["$11.85", "span"],
      ["$24.57", "ins"],
    ] as const) {
      const { flow } = generate(
        { node: nodeOf("Oak Kettle", "h3"), name: "title" },
        { node: nodeOf(text, tag), name: "price" },
      );
      expect([text, titlesOf(flow)]).toEqual([text, NAMES]);
    }
  });

  it("are fields of one thing if they are at the same place of several rows", () => {
    const sheet = [
      ["Colour", "Brown"],
      ["Volume", "2 litres"],
      ["Height", "24 cm"],
      ["Handle", "Oak"],
    ].map(([name, value]) => `<tr><td>${name}</td><td>${value}</td></tr>`);
    const { nodeOf, generate } = open(`<table>${sheet.join("")}</table>`);
    const { flow } = generate(
      { node: nodeOf("Brown"), name: "colour" },
      { node: nodeOf("2 litres"), name: "volume" },
    );
    expect(flow?.preview?.records).toEqual([{ colour: "Brown", volume: "2 litres" }]);
  });

  it("are refused if nothing distinguishes the excluded element from the rest", () => {
    const { nodeOf, generate } = open();
    const title = { node: nodeOf("Oak Kettle", "a"), name: "title" };
    const refused = {
      flow: null,
      problems: [{ field: "not", why: expect.stringContaining("Nothing tells") }],
    };
    expect(generate(title, { node: nodeOf("Tin Lamp", "a"), not: true })).toEqual(refused);
    expect(generate(title, { node: nodeOf("Tin Lamp", "a"), name: "title", not: true })).toEqual(refused);
  });

  it("exclude one place of a field and read another", () => {
    const { nodeOf, generate } = open();
    const picks = [
      { node: nodeOf("Oak Kettle", "a"), name: "title" },
      { node: nodeOf("€10.85", "b"), name: "price" },
    ];
    const { flow } = generate(...picks, { node: nodeOf("€99.00"), name: "price", not: true });
    const prices = flow?.preview?.records.map(({ price }) => price);
    expect(prices).toEqual([10.85, 11.85, 12.85, 9000, 13.85, 14.85]);
  });

  it("use the selected link to the next page", () => {
    const { nodeOf, generate } = open();
    const title = { node: nodeOf("Oak Kettle", "a"), name: "title" };
    const { flow } = generate(title, { node: nodeOf("Next"), take: "next" });
    const paging = flow?.steps.filter(({ type }) => type === "paginate");
    expect(paging).toEqual([{ type: "paginate", selector: ".to-next", maxPages: 100 }]);
    expect(flow?.mode).toBe("extract");
  });

  it("need a browser for a button, and recognize one that loads more", () => {
    const { nodeOf, generate } = open(`<button class="more">Load more</button>`);
    const title = { node: nodeOf("Oak Kettle", "a"), name: "title" };
    const { flow } = generate(title, { node: nodeOf("Load more"), take: "next" });
    expect(flow?.mode).toBe("interact");
    expect(flow?.steps.at(-1)).toMatchObject({ type: "paginate", method: "load-more" });
  });

  it("refuse a link that would not lead beyond its page", () => {
    const { nodeOf, generate } = open(
      `<nav><a href="/lamps?page=1">1</a><a href="/lamps?page=7">7</a></nav>`,
    );
    const title = { node: nodeOf("Oak Kettle", "a"), name: "title" };
    const { flow, problems } = generate(title, { node: nodeOf("7"), take: "next" });
    expect(flow).toBeNull();
    expect(problems).toEqual([{ field: "next", why: expect.stringContaining("such as Next") }]);
  });

  it.each([
    ["SKU-12", "string"],
    ["12.50 SAR", "price"],
    ["CHF 12", "price"],
    ["٢٢٫٥٠ ر.س", "price"],
    ["1 299,00 kr", "price"],
    ["9,50 zł", "price"],
    ["12 parts", "string"],
    ["12.50", "number"],
  ])("read %s as a %s", (text, type) => {
    const { nodeOf, generate } = open(`<footer><dl><dt>Edition</dt><dd>${text}</dd></dl></footer>`);
    const { flow } = generate({ node: nodeOf(text), name: "edition" });
    expect(flow?.outputSchema).toEqual({ edition: type });
  });

  it("are saved as examples, links by their URL", () => {
    const { nodeOf, generate } = open();
    const node = nodeOf("Tin Lamp", "a");
    const { flow } = generate({ node, name: "title" }, { node, name: "url", take: "link" });
    expect(flow?.examples).toEqual([{ title: "Tin Lamp", url: "https://shop.example/p/1" }]);
  });

  it("can show an existing flow, with the elements of its values", () => {
    const { marked, nodeOf } = open();
    const steps = [
      { type: "extract" as const, selector: "article.card", fields: ["title: h2 a", "price: .now"] },
    ];
    const flow = showFlow(marked, { steps, outputSchema: { price: "price" } }, URL, NOW);
    expect(flow.preview).toMatchObject({ recordCount: 6, records: expect.any(Array) });
    expect(flow.preview?.places?.fields[0]?.nodes[0]).toBe(nodeOf("Oak Kettle", "a"));
    expect(flow.preview?.fields).toContainEqual({
      field: "price",
      confidence: 1,
      found: 'the text of ".now"',
    });
  });
});
