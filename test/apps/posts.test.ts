import { describe, expect, it } from "@jest/globals";
import { appPage, itemOf, resultsOf } from "./helpers.ts";

const WRITERS = ["layla", "dmitri", "jörg", "ann", "layla"];
const posts = WRITERS.map(
  (
    name,
    at,
  ) => `<div class="comment" id="p${at}"><div class="info"><a href="/user/${at}/${name}/"><span>${name}</span></a></div>
    <ul class="when"><li title="Sept. ${at + 3}, 2026">${at + 3} Sep</li></ul>
    <div class="text"><p>Answer ${at}: mulch well, and wait until March. It took me ${at + 2} years.</p></div>
    <div class="tabs"><a href="#">share</a><div style="display: none;"><ul><li><a href="https://social.example/share?n=${at}">Socialbook</a></li>
      <li><a href="https://chirp.example/share?n=${at}">Chirp</a></li></ul></div></div></div>`,
);
const topic = appPage(`<h1>How do I prune an old pear tree?</h1><div class="posts">${posts.join("")}</div>`);

describe("the posts of a topic", () => {
  it("are not called after what a hidden menu says", () => {
    const titles = resultsOf(topic, { title: "string", author: "string" }, "all posts").map(
      ({ item }) => item.title,
    );
    expect(titles).not.toContain("Socialbook");
    expect(titles).not.toContain("Chirp");
  });

  it("are not called after who wrote them", () => {
    const items = resultsOf(topic, { title: "string", author: "string" }, "all posts").map(
      ({ item }) => item,
    );
    expect(items.map(({ author }) => author)).toEqual(WRITERS);
    expect(items.filter(({ title }) => WRITERS.includes(String(title)))).toEqual([]);
  });

  it("leave the topic its title", () => {
    const named = topic.replace("<title>Workbench", "<title>How do I prune an old pear tree? - Workbench");
    expect(itemOf(named, { title: "string", author: "string", date: "date" })?.title).toBe(
      "How do I prune an old pear tree?",
    );
  });
});

describe("a list of people", () => {
  it("still has their names as titles", () => {
    const people = WRITERS.slice(0, 4).map(
      (name, at) =>
        `<div class="person"><a href="/user/${at}/${name}/">${name}</a><p>Has grown pears and plums in the north for ${at + 4} years, mostly alone.</p></div>`,
    );
    const page = appPage(`<h1>Members</h1><div class="people">${people.join("")}</div>`);
    expect(resultsOf(page, { title: "string" }, "all members").map(({ item }) => item.title)).toEqual(
      WRITERS.slice(0, 4),
    );
  });
});
