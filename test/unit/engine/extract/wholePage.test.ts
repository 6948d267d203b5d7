import { describe, expect, it } from "@jest/globals";
import { parseDocument, readWholePage } from "../../../../src/engine/extract/extract.ts";

const WORDS = "The ferry leaves the old harbour at noon and comes back with the tide.";
const PAGE = `<!doctype html><html lang="en"><head><title> Ferries
 today </title><meta name="description" content="When ferries leave">
<meta property="og:title" content="Ferries"><meta name="author" content="A"><meta name="author" content="B">
<meta name="__proto__" content="x"><link rel="shortcut icon" href="/icon.png"><link rel="canonical" href="/ferries">
<style>p { color: red }</style></head><body><nav><a href="/home">Home</a></nav><main><article><h1>Ferries</h1>
<p onclick="steal()" style="color:red">${WORDS} <a href="noon#top">Noon</a> <a href="javascript:alert(1)">no</a></p>
<img src="boat.png" alt="A boat" data-id="7"><img src="data:image/png;base64,AAAA" alt="dot"><!-- secret -->
<script>steal()</script><h2 class="times">Times</h2><p>${WORDS} ${WORDS}</p><iframe src="/ad"></iframe></article></main>
<footer>Imprint <a href="https://other.example/">Other</a></footer></body></html>`;
const URL = "https://harbour.example/a/";
const read = (selection = {}, html = PAGE) => readWholePage(parseDocument(html, { url: URL }), selection, 0);

describe("page outputs", () => {
  it("return the main content as HTML without scripts, styles, frames, comments and event handlers", () => {
    const html = read().html();
    for (const gone of [
      "steal",
      "style",
      "<script",
      "secret",
      "iframe",
      "javascript:",
      "data:image",
      "Imprint",
      "Home",
    ])
      expect({ gone, isThere: html.includes(gone) }).toEqual({ gone, isThere: false });
    expect(html).toContain(`<h2 class="times">Times</h2>`);
    expect(html).toContain(`<a href="https://harbour.example/a/noon#top">Noon</a>`);
    expect(html).toContain(`src="https://harbour.example/a/boat.png"`);
  });

  it("return everything visible without onlyMainContent", () => {
    const whole = read({ onlyMainContent: false });
    expect(whole.html()).toContain("Imprint");
    expect(whole.markdown()).toContain("[Home](https://harbour.example/home)");
    expect(whole.html()).not.toContain("steal");
  });

  it("include only includeTags, without excludeTags", () => {
    const whole = read({ includeTags: ["article"], excludeTags: ["h2", "a"] });
    expect(whole.markdown()).toContain("# Ferries");
    expect(whole.markdown()).not.toMatch(/Times|Noon/);
    expect(whole.html()).toMatch(/^<article>/);
    expect(whole.html()).not.toMatch(/Times|Noon/);
    expect(whole.links()).toEqual([]);
    expect(whole.missing).toEqual([]);
  });

  it("include an element once if several selectors match it", () => {
    const whole = read({ includeTags: ["main", "article", "h1"] });
    expect(whole.html().match(/<h1>/g)).toHaveLength(1);
    expect(whole.markdown().match(/# Ferries/g)).toHaveLength(1);
  });

  it("name selectors that match nothing, and return nothing", () => {
    const whole = read({ includeTags: [".nowhere"] });
    expect(whole.missing).toEqual([".nowhere"]);
    expect([whole.markdown(), whole.html(), whole.links(), whole.images()]).toEqual(["", "", [], []]);
  });

  it("list links and images of the whole page, absolute and once each", () => {
    const whole = read();
    expect(whole.links()).toEqual([
      "https://harbour.example/home",
      "https://harbour.example/a/noon#top",
      "https://other.example/",
    ]);
    expect(whole.images()).toEqual([
      "https://harbour.example/icon.png",
      "https://harbour.example/a/boat.png",
    ]);
  });

  it("read metadata from the head", () => {
    expect(read().head()).toEqual({
      title: "Ferries today",
      description: "When ferries leave",
      canonicalUrl: "https://harbour.example/ferries",
      favicon: "https://harbour.example/icon.png",
      language: "en",
      publishedAt: null,
      meta: { description: "When ferries leave", "og:title": "Ferries", author: ["A", "B"] },
    });
  });

  it("read attributes, never inherited properties", () => {
    const whole = read();
    expect(whole.attributes({ selector: "img", attribute: "data-id" })).toEqual(["7"]);
    expect(whole.attributes({ selector: "img", attribute: "constructor" })).toEqual([]);
  });

  it("return the whole page if it has no main content", () => {
    const menu = `<html><body><a href="/a">Apples</a><a href="/b">Berries</a></body></html>`;
    expect(read({ excludeTags: ["b"] }, menu).markdown()).toContain("Apples");
    expect(read({}, menu).html()).toContain("Berries");
  });
});
