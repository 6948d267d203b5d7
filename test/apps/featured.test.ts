import { describe, expect, it } from "@jest/globals";
import { appPage, flowOf, resultsOf } from "./helpers.ts";

const post = (number: number): string =>
  `<div class="post-info"><time class="published" datetime="2026-09-0${number}">Sept ${number}, 2026</time>
    <address class="author">By <a class="fn" href="/by/${number % 2}">${["Ann", "Bela"][number % 2]}</a></address></div>
  <p>Post ${number} is about the ${["cup", "bowl", "jug", "lamp", "clock", "kettle"][number]} and how it was mended.</p>`;
const title = (number: number): string =>
  `<h2><a href="/posts/${number}">How to mend number ${number}</a></h2>`;
/** The newest post stands above the others, and its template has other boxes than theirs. */
const blog = (newest: string, others = [4, 3, 2, 1]): string =>
  appPage(
    `${newest}<section><h2>Other posts</h2><ol class="posts">${others
      .map(
        (number) =>
          `<li><article class="entry"><header>${title(number)}</header><div class="entry-content">${post(number)}</div></article></li>`,
      )
      .join("")}</ol></section>`,
  );
const NEWEST = `<aside class="featured"><article>${title(5)}${post(5)}</article></aside>`;
const LINKS = [5, 4, 3, 2, 1].map((number) => `https://app.example/posts/${number}`);

describe("the newest post, apart from the list of the others", () => {
  it("is a record of the list", () => {
    const results = resultsOf(blog(NEWEST), { title: "string", published: "date", url: "url" });
    expect(results.map(({ item }) => item.url)).toEqual(LINKS);
    expect(results[0]?.item).toMatchObject({ title: "How to mend number 5", published: "2026-09-05" });
  });

  it("is collected by a flow from a prompt", () => {
    const { records } = flowOf(blog(NEWEST), "title, date and link of all posts");
    expect(records.map(({ link }) => link)).toEqual(LINKS);
    expect(records[0]).toMatchObject({ title: "How to mend number 5", date: "2026-09-05" });
  });
});

describe("an article of another template above a list", () => {
  it.each([
    [
      "a notice",
      "<article><h2>Closed on Monday</h2><p>The workshop is closed for the day of the town.</p></article>",
    ],
    [
      "a member's card",
      `<article><h2><a class="fn" href="/members/1">Ann</a></h2><p class="since">A member since 2019 who mends cups.</p></article>`,
    ],
  ])("is not a record: %s", (_what, other) => {
    const results = resultsOf(blog(other), { title: "string", published: "date", url: "url" });
    expect(results.map(({ item }) => item.url)).toEqual(LINKS.slice(1));
    const { records } = flowOf(blog(other), "title, date and link of all posts");
    expect(records.map(({ link }) => link)).toEqual(LINKS.slice(1));
  });
});
