import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";
import { collect, collectAll } from "./pages/collect.ts";
import { OWN_CASES } from "./pages/ownCases.ts";
import { FLAKY_FAILURES, HUGE_ROWS, OWN_PAGES } from "./pages/ownPages.ts";
import { extractSteps } from "./pages/pageCase.ts";

jest.setTimeout(60_000);

const NEWS_FIELDS = ["title: h2 a", "url: h2 a@href", "author: .byline", "date: time"];
const NEWS_SCHEMA = { title: "string", url: "url", author: "string", date: "date" };
const NEWS_TITLES = [
  "Bridge over the Ems reopens",
  "Choir wins second prize",
  "Frost expected & winds from the north",
  "Library extends its hours",
  "Market moves to the old harbour",
  "New head of the fire brigade",
  "Orchard planted by school classes",
  "Pool closed until Easter",
  "Quiet streets: 30 km/h from May",
  "River cleaned by volunteers",
  "Station clock repaired",
  "Town hall lit in green",
];

describe("a flow", () => {
  let server: PageServer;

  beforeAll(async () => {
    server = await startPageServer(OWN_PAGES);
  });
  afterAll(() => server.stop());

  const visitsOf = (path: string): number => server.requests.filter((request) => request === path).length;

  describe("a list over several pages", () => {
    const newsFlow = (paginate: object) => ({
      path: "/news",
      steps: [...extractSteps(".stories .story", NEWS_FIELDS), { type: "paginate", ...paginate }],
      outputSchema: NEWS_SCHEMA,
    });

    it("is followed to its end, without ads and teasers", async () => {
      const { items, total, pagesFetched } = await collectAll(
        server.url,
        newsFlow({ selector: "nav a.next", maxPages: 10 }),
      );
      expect(items.map(({ title }) => title)).toEqual(NEWS_TITLES);
      expect({ total, pagesFetched }).toEqual({ total: 12, pagesFetched: 3 });
      expect(items[0]).toEqual({
        title: "Bridge over the Ems reopens",
        url: `${server.url}/news/1`,
        author: "Ada Krüger",
        date: "2026-03-28",
      });
      expect(items[11]).toEqual({
        title: "Town hall lit in green",
        url: `${server.url}/news/12`,
        author: "Tom Weiß",
        date: "2026-03-17",
      });
    });

    it("is followed by rel=next when no selector is given", async () => {
      const { items } = await collectAll(server.url, newsFlow({}));
      expect(items.map(({ title }) => title)).toEqual(NEWS_TITLES);
    });

    it("stops at maxPages, the first page included", async () => {
      const { items, pagesFetched } = await collectAll(server.url, newsFlow({ maxPages: 2 }));
      expect(items.map(({ title }) => title)).toEqual(NEWS_TITLES.slice(0, 10));
      expect(pagesFetched).toBe(2);
    });

    it("ends when the last page links to the first again", async () => {
      const steps = [...extractSteps(".page", ["page: .page"]), { type: "paginate", maxPages: 50 }];
      const { items } = await collectAll(server.url, {
        path: "/loop/1",
        steps,
        outputSchema: { page: "integer" },
      });
      expect(items).toEqual([{ page: 1 }, { page: 2 }, { page: 3 }]);
    });
  });

  it.each(OWN_CASES)("$what", async ({ flow, items: expected }) => {
    const { items } = await collectAll(server.url, flow);
    expect(items).toEqual(expected(server.url));
  });

  it("follows each record's link and adds the fields of the detail page", async () => {
    const { items, pagesFetched } = await collectAll(server.url, {
      path: "/boats/",
      steps: [
        ...extractSteps("article.boat", ["name: h3", "url: a@href"]),
        {
          type: "follow",
          field: "url",
          steps: [{ type: "extract", fields: ["length: .length", "built: .year"] }],
        },
      ],
      outputSchema: { name: "string", url: "url", length: "number", built: "integer" },
    });
    expect(items).toEqual([
      { name: "Anna", url: `${server.url}/boats/boat/anna.html`, length: 6.4, built: 1987 },
      { name: "Berta", url: `${server.url}/boats/boat/berta.html`, length: 4.25, built: 2004 },
      { name: "Clara", url: `${server.url}/boats/boat/clara.html`, length: 7.1, built: 1969 },
    ]);
    expect(pagesFetched).toBe(4);
  });

  it("collects all of a page with 3,000 records and two megabytes, in order", async () => {
    const { items, total } = await collectAll(server.url, {
      path: "/huge",
      steps: extractSteps("tr.row", ["n: .n", "name: .name"]),
      outputSchema: { n: "integer", name: "string" },
    });
    expect(total).toBe(HUGE_ROWS);
    expect(items).toEqual(
      Array.from({ length: HUGE_ROWS }, (_, index) => ({ n: index + 1, name: `Row ${index + 1}` })),
    );
  });

  it("collects nothing from an empty page, and the log says so", async () => {
    const { items, total, logs } = await collectAll(server.url, {
      path: "/empty",
      steps: extractSteps(".product", ["name: h3"]),
    });
    expect({ items, total }).toEqual({ items: [], total: 0 });
    expect(logs.filter(({ level }) => level === "warn")).not.toEqual([]);
  });

  it("retries a page that fails temporarily", async () => {
    const { items } = await collectAll(server.url, {
      path: "/flaky",
      steps: extractSteps(null, ["heading: h1"]),
    });
    expect(items).toEqual([{ heading: "The harbour" }]);
    expect(visitsOf("/flaky")).toBe(FLAKY_FAILURES + 1);
  });

  it("fails once on a page that does not exist, and names the page", async () => {
    const { status, error, total } = await collect(server.url, {
      path: "/missing",
      steps: extractSteps(null, ["heading: h1"]),
    });
    expect({ status, total }).toEqual({ status: "failed", total: 0 });
    expect(error).toMatchObject({
      code: "target-failed",
      httpStatus: 404,
      retryable: false,
      url: `${server.url}/missing`,
    });
    expect(visitsOf("/missing")).toBe(1);
  });
});
