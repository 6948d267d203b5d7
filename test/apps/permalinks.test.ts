import { describe, expect, it } from "@jest/globals";
import {
  absorb,
  readVisitedPage,
  startFrontier,
  takeLeads,
  tellLeft,
  type Visited,
} from "../../src/engine/crawl/index.ts";
import { parseDocument } from "../../src/engine/extract/extract.ts";
import { appPage } from "./helpers.ts";

const SITE = "https://forum.example";
const RULES = { depth: 9, maxPages: 500 };

/** Crawls a site; `serve` gives the HTML for a path with its query. */
const crawl = (serve: (path: string) => string) => {
  let frontier = startFrontier(`${SITE}/`);
  const opened: string[] = [];
  const kept: string[] = [];
  for (;;) {
    const taken = takeLeads(frontier, RULES, 4);
    if (taken.leads.length === 0) return { opened, kept, told: tellLeft(taken.frontier, RULES) };
    const visits = taken.leads.map((lead): Visited => {
      const path = lead.url.slice(SITE.length);
      opened.push(path);
      return { lead, page: readVisitedPage(parseDocument(serve(path), { url: lead.url }), lead.url) };
    });
    const absorbed = absorb(taken.frontier, visits, RULES);
    for (const visit of visits)
      if (!absorbed.unwanted.has(visit)) kept.push(visit.lead.url.slice(SITE.length));
    frontier = JSON.parse(JSON.stringify(absorbed.frontier));
  }
};

describe("a crawl of a forum with permalinks to posts", () => {
  let visits = 0;
  const TOPICS = Array.from({ length: 10 }, (_, at) => at);
  const topic = (at: number): string => {
    const posts = TOPICS.map(
      (post) =>
        `<article><a href="/topic/${at}?post=${at * 10 + post}#p${post}">#${post}</a><p>Post ${post} of topic ${at}</p></article>`,
    );
    return appPage(`<h1>Topic ${at}</h1><p>${++visits} views</p>${posts.join("")}`);
  };
  const serve = (path: string): string => {
    const [, at] = /^\/topic\/(\d+)/.exec(path) ?? [];
    if (at !== undefined) return topic(Number(at));
    if (path === "/")
      return appPage(TOPICS.map((each) => `<a href="/topic/${each}">Topic ${each}</a>`).join(" "));
    return appPage(`<h1>${path}</h1>`);
  };

  it("keeps each topic once, and soon stops opening permalinks", () => {
    const { opened, kept, told } = crawl(serve);
    expect(kept.filter((path) => path.startsWith("/topic/")).sort()).toEqual(
      TOPICS.map((at) => `/topic/${at}`),
    );
    expect(opened.filter((path) => path.includes("?post=")).length).toBeLessThan(10);
    expect(told).toEqual([expect.stringContaining("only repeat the page without them")]);
  });
});

describe("pages that differ only in their query", () => {
  it("are all kept if their text differs, even in a single number", () => {
    const ids = Array.from({ length: 12 }, (_, at) => `/sensor?id=${at}`);
    const serve = (path: string): string => {
      const [, id] = /id=(\d+)/.exec(path) ?? [];
      if (id !== undefined) return appPage(`<h1>Sensor</h1><p>Temperature: ${20 + Number(id)} °C</p>`);
      return appPage(
        path === "/" ? ids.map((each) => `<a href="${each}">Sensor</a>`).join(" ") : `<h1>${path}</h1>`,
      );
    };
    expect(crawl(serve).kept).toEqual(expect.arrayContaining(ids));
  });
});
