import { describe, expect, it } from "@jest/globals";
import { itemFrom, pageOf } from "./data/helpers.ts";

const ARTICLE = pageOf(
  `<header><nav><a href="/">Home</a> <a href="/news">News</a></nav></header>
  <article><h1>The bridge reopens</h1><p class="byline">By Ada Krüger</p><time datetime="2026-03-28">28 March</time>
  <p>After two years of work the old bridge over the river was opened to the public on Saturday morning.</p>
  <h2>What is new</h2><p>The deck is wider now, and there is a <a href="/path">separate path</a> for people who <strong>walk</strong>.</p>
  <ul><li>Wider deck, with room for two carts side by side.</li><li>New lamps along the whole of the southern rail.</li></ul></article>
  <aside class="related"><h3>Related</h3><a href="/x">Ten bridges you must see</a></aside>
  <footer>© 2026 The Ems Herald. All rights reserved. <a href="/privacy">Privacy</a></footer>`,
  "<title>The bridge reopens | The Ems Herald</title>",
);

describe("main content", () => {
  const item = itemFrom(ARTICLE, {
    title: "string",
    author: "string",
    date: "date",
    content: "string",
    markdown: "string",
  });

  it("is what the reader came for", () => {
    expect(item?.content).toContain("After two years of work the old bridge");
    expect(item?.content).toContain("Wider deck, with room for two carts");
    expect(item?.content).not.toMatch(/Privacy|All rights reserved|Ten bridges/);
  });

  it("has its title, author and date", () => {
    expect(item).toMatchObject({ title: "The bridge reopens", author: "Ada Krüger", date: "2026-03-28" });
  });

  it("is Markdown with headings, links and lists", () => {
    expect(item?.markdown).toContain("## What is new");
    expect(item?.markdown).toContain("[separate path](https://shop.example/path) for people who **walk**");
    expect(item?.markdown).toContain("- Wider deck, with room for two carts side by side.\n- New lamps");
  });
});
