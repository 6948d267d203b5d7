import { describe, expect, it } from "@jest/globals";
import { appPage, flowOf, resultsOf } from "./helpers.ts";

const TOWNS = ["Leeds", "York", "Hull", "Bath", "Derby", "Ely", "Truro", "Wells"];
const USERS = ["anna", "ben", "cleo"];
const userAt = (at: number): string => USERS[at % USERS.length] ?? "";

/** A list of topics: each row has a block with the title and the byline below it, and counts under headings. */
const forum = appPage(`<h1>Travel</h1><div class="card">
  <div class="card-header"><div class="row"><div class="col-8">Topics</div><div class="col-2">Replies</div><div class="col-1">Views</div><div class="col-1">Last post</div></div></div>
  <div class="card-body">${TOWNS.map(
    (town, at) => `<div class="row topic">
      <div class="col-8 topic-name"><a class="topic-name-link" href="/topic/${at}">Roads to ${town}</a>
        <div class="topic-created">By: <a href="/member/${at}">${userAt(at)}</a> on Nov. ${at + 1}, 2026, 9:1${at} a.m.</div></div>
      <div class="col-2 count">${at * 3 + 1}</div><div class="col-1 views">${at * 17 + 40}</div>
      <div class="col-1 last"><a href="/member/x">${userAt(at + 1)}</a> <a href="/topic/${at}?post=${at}">»</a><br><small>Nov. ${at + 2}, 2026, 10 p.m.</small></div></div>`,
  ).join("")}</div></div>`);

const topics = TOWNS.map((town, at) => ({
  title: `Roads to ${town}`,
  author: userAt(at),
  date: `2026-11-0${at + 1}`,
  replies: at * 3 + 1,
  views: at * 17 + 40,
  url: `https://app.example/topic/${at}`,
}));

describe("a row with title, author and date in one block", () => {
  it("returns each of them separately", () => {
    const schema = {
      title: "string",
      author: "string",
      date: "date",
      replies: "integer",
      views: "integer",
      url: "url",
    } as const;
    expect(resultsOf(forum, schema, "all topics").map(({ item }) => item)).toEqual(topics);
  });

  it("returns the same from a prompt", () => {
    const { flow, records } = flowOf(forum, "title, author, date, number of replies and link of all topics");
    expect(flow.notes).toBeUndefined();
    expect(records).toEqual(
      topics.map(({ title, author, date, replies, url }) => ({
        title,
        author,
        date,
        comments: replies,
        link: url,
      })),
    );
  });
});

describe("the posts of a topic", () => {
  const posts = appPage(
    `<h1>Roads to Leeds</h1><div class="posts">${TOWNS.map(
      (
        town,
        at,
      ) => `<div class="post" id="p${at}"><div class="side"><div class="username"><b>${userAt(at)}</b></div><div>Posts: ${at + 20}</div></div>
      <div class="main"><small class="meta">by <a href="/u/${at}">${userAt(at)}</a> » Nov. ${at + 3}, 2026, 9:00 a.m.</small>
      <div class="post-content"><p>Take the A${at + 10} to ${town}, turn left after ${at + 4} miles and mind the sheep.</p></div></div></div>`,
    ).join("")}</div>`,
  );

  it("have the same date and text in a flow as in an extraction", () => {
    const expected = TOWNS.map((town, at) => ({
      author: userAt(at),
      date: `2026-11-${String(at + 3).padStart(2, "0")}`,
      content: `Take the A${at + 10} to ${town}, turn left after ${at + 4} miles and mind the sheep.`,
    }));
    const schema = { author: "string", date: "date", content: "string" } as const;
    expect(resultsOf(posts, schema, "all posts").map(({ item }) => item)).toEqual(expected);
    expect(flowOf(posts, "author, date and text of all posts").records).toEqual(expected);
  });
});
