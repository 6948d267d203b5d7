/** What themes of blogs and résumés do, one class of mistakes each (docs/adr/0053). */
import { describe, expect, it } from "@jest/globals";
import { readNumber } from "../../src/engine/extract/scorer/kind/kind.ts";
import { appPage, itemOf, resultsOf } from "./helpers.ts";

const TITLES = ["Counting swifts", "Bread without a plan", "Seven wrong maps", "Two ways to mend a kettle"];
const SENTENCE =
  "We walked as far as the second lock, turned round when the rain came, and had tea with the keeper.";

describe("posts of a blog", () => {
  it("lose the day that stands in the box of their title", () => {
    const posts = TITLES.map(
      (title, at) =>
        `<div class="post"><a href="/posts/${at}/"><div class="post-title"><small><b>2024-0${at + 1}-13</b></small>
          <div class="archives-post-title">${title}</div></div></a></div>`,
    );
    const items = resultsOf(
      appPage(`<h1>Archive</h1>${posts.join("")}`),
      { title: "string", date: "date", url: "url" },
      "all posts",
    ).map(({ item }) => item);
    expect(items).toEqual(
      TITLES.map((title, at) => ({
        ...{ title, date: `2024-0${at + 1}-13`, url: `https://app.example/posts/${at}/` },
      })),
    );
  });

  it("have the address of the link that repeats their title, not that of their month", () => {
    const posts = TITLES.map(
      (title, at) =>
        `<div class="card"><h2>${title}</h2><p>${SENTENCE}</p><div><a href="/archives/2024/0${at + 1}/">2024-0${at + 1}-13</a>
          <a href="/tags/water/"># water</a></div><a href="/posts/${at}/" class="cover">${title}</a></div>`,
    );
    const urls = resultsOf(
      appPage(`<h1>Posts</h1>${posts.join("")}`),
      { title: "string", url: "url" },
      "all posts",
    );
    expect(urls.map(({ item }) => item.url)).toEqual(
      TITLES.map((_, at) => `https://app.example/posts/${at}/`),
    );
  });
});

const post = (topics: string): string =>
  appPage(
    `<article itemscope itemtype="https://schema.org/BlogPosting"><h1 itemprop="headline">Counting swifts</h1>
      ${`<p>${SENTENCE}</p>`.repeat(4)}${topics}</article>
      <aside><h3>Cloud</h3><a rel="tag" href="/tags/tea/">tea</a> <a rel="tag" href="/tags/maps/">maps</a></aside>`,
  );
const tagsOf = (topics: string): unknown => itemOf(post(topics), { title: "string", tags: "string[]" })?.tags;

describe("the tags of a post", () => {
  it.each([
    [
      "links",
      '<div><a rel="tag" href="/tags/birds/">birds</a><a rel="tag" href="/tags/walks/">walks</a></div>',
    ],
    [
      "the items of a list with a property",
      '<ul itemprop="keywords"><li><a href="/tags/birds/">birds</a></li><li><a href="/tags/walks/">walks</a></li></ul>',
    ],
  ])("are %s", (_, topics) => {
    expect(tagsOf(topics)).toEqual(["birds", "walks"]);
  });

  it("are those with a label, if its category has the same rel", () => {
    const topics = `<p>Posted in <a rel="tag" href="/c/water/">Water</a></p>
      <p>Tags: <a href="/t/birds">birds</a>, <a href="/t/walks">walks</a></p>`;
    expect(tagsOf(topics)).toEqual(["birds", "walks"]);
  });

  it("are the labelled links, each on its own", () => {
    const topics = `<p>Posted in <a rel="tag" href="/c/water/">Water</a></p>
      <p>Tags: <a rel="tag" href="/t/birds">birds</a> <a rel="tag" href="/t/walks">walks</a></p>`;
    expect(tagsOf(topics)).toEqual(["birds", "walks"]);
  });

  it("are none of a cloud beside it, and no category", () => {
    expect(tagsOf('<p><a rel="category tag" href="/c/water/">Water</a></p>')).toEqual([]);
  });
});

const jobs = (spans: readonly string[]): string =>
  appPage(
    `<h1>Marta Kowalczyk</h1>${spans
      .map(
        (span, at) =>
          `<section class="job"><h3 class="position">${TITLES[at]}</h3><p class="when">${span}</p><p>${SENTENCE}</p></section>`,
      )
      .join("")}`,
  );

describe("jobs of a résumé", () => {
  it.each([
    [
      ["Oct 2020 - Aug 2022", "Mar 2018 - Oct 2020", "2015 - 2018"],
      ["Oct 2020", "Mar 2018", "2015"],
      ["Aug 2022", "Oct 2020", "2018"],
    ],
    [
      ["2020-10-01 — 2022-08-28", "2018–2020", "05/2015 – 06/2018"],
      ["2020-10-01", "2018", "05/2015"],
      ["2022-08-28", "2020", "06/2018"],
    ],
    [
      ["Oktober 2020 bis August 2022", "2018 bis 2020", "2015 bis 2018"],
      ["Oktober 2020", "2018", "2015"],
      ["August 2022", "2020", "2018"],
    ],
  ])("begin and end as %j says", (spans, starts, ends) => {
    const items = resultsOf(
      jobs(spans),
      { position: "string", start: "string", end: "string" },
      "all jobs of this person",
    ).map(({ item }) => item);
    expect(items.map(({ start }) => start)).toEqual(starts);
    expect(items.map(({ end }) => end)).toEqual(ends);
  });

  it("do not begin or end within other texts: these are given whole, with a doubt", () => {
    const texts = ["Room 2020 - Leeds", "40 - 60 hours", "2020-10-01"];
    const results = resultsOf(
      jobs(texts),
      { position: "string", start: "string", end: "string" },
      "all jobs of this person",
    );
    expect(results.map(({ item }) => [item.start, item.end])).toEqual(texts.map((text) => [text, null]));
    expect(results[0]?.provenance.start?.doubt).toContain("no label names it");
  });

  it.each([
    ["All skills of this person", "one"],
    ["All details of this car", "one"],
    ["Title, price and all images of this product", "one"],
    ["The skills of this person", "one"],
    ["All jobs of this person", "all"],
  ])("are one or many as %j says", (sentence, number) => {
    expect(readNumber(sentence)).toBe(number);
  });
});
