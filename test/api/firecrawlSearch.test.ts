/** Searches as programs written for Firecrawl ask for them. */
import { describe, expect, it, jest } from "@jest/globals";
import type { Json } from "../helpers/api.ts";
import { useSearch } from "./search/world.ts";

jest.setTimeout(120_000);

describe("the Firecrawl-compatible search", () => {
  const world = useSearch();
  const post = (path: string, body: object) =>
    world.api.call("POST", `/firecrawl${path}`, { body: { origin: "js-sdk@4.42.0", ...body } });
  const asked = () => world.engine.asked.at(-1);

  const findWeb = () =>
    world.answerWith(({ page, categories, q }) => ({
      hits:
        page > 1
          ? []
          : [
              {
                url: `https://a.example/${categories}`,
                title: q,
                content: "About it",
                publishedDate: "2026-03-04",
              },
              { url: `https://b.example/${categories}`, title: "Other", img_src: "https://b.example/x.png" },
            ],
    }));

  it("answers version 2 by source", async () => {
    findWeb();
    const { status, body } = await post("/v2/search", {
      query: "ferry",
      sources: ["web", { type: "news" }, "images"],
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      creditsUsed: 0,
      data: {
        web: [
          { url: "https://a.example/general", title: "ferry", description: "About it", position: 1 },
          { url: "https://b.example/general", title: "Other", description: "", position: 2 },
        ],
        news: [
          {
            url: "https://a.example/news",
            title: "ferry",
            snippet: "About it",
            position: 1,
            date: "2026-03-04T00:00:00.000Z",
          },
          {
            url: "https://b.example/news",
            title: "Other",
            snippet: "",
            position: 2,
            imageUrl: "https://b.example/x.png",
          },
        ],
        images: [
          { url: "https://a.example/images", title: "ferry", position: 1 },
          {
            url: "https://b.example/images",
            title: "Other",
            position: 2,
            imageUrl: "https://b.example/x.png",
          },
        ],
      },
    });
    const web = await post("/v2/search", { query: "ferry", limit: 1 });
    expect(Object.keys(web.body.data)).toEqual(["web"]);
    expect(web.body.data.web).toHaveLength(1);
  });

  it("answers version 1 with a list, in the language and time that it asks for", async () => {
    findWeb();
    const { body } = await post("/v1/search", {
      query: "ferry",
      limit: 5,
      tbs: "qdr:w",
      lang: "en",
      country: "us",
      timeout: 60_000,
      scrapeOptions: { formats: [] },
    });
    expect(body.data[0]).toEqual({
      url: "https://a.example/general",
      title: "ferry",
      description: "About it",
      position: 1,
    });
    expect(asked()).toMatchObject({ language: "en-US", timeRange: "week" });
  });

  it("reads the pages of the results, and says which it could not read", async () => {
    world.answerWith(({ page }) => ({
      hits: page > 1 ? [] : ["/one", "/gone", "/two"].map((path) => ({ url: world.at(path), title: path })),
    }));
    const scrapeOptions = { formats: ["markdown", "links"], onlyMainContent: true };
    const { body } = await post("/v2/search", { query: "ferry", scrapeOptions });
    const [one, gone, two] = body.data.web;
    expect(one).toMatchObject({ title: "/one", position: 1, metadata: { sourceURL: world.at("/one") } });
    expect(one.markdown).toMatch(/^# One/);
    expect(one.links).toBeInstanceOf(Array);
    expect(two.markdown).toMatch(/^# Two/);
    expect(gone).toEqual({ url: world.at("/gone"), title: "/gone", description: "", position: 2 });
    expect(body.warning).toContain(world.at("/gone"));
    expect(body.creditsUsed).toBe(2);
  });

  it("returns what was read in time, and cancels the rest", async () => {
    world.answerWith(({ page }) => ({
      hits: page > 1 ? [] : ["/slow", "/one"].map((path) => ({ url: world.at(path), title: path })),
    }));
    const { body } = await post("/v2/search", {
      query: "ferry",
      timeout: 8_000,
      scrapeOptions: { formats: ["markdown"] },
    });
    const [slow, one] = body.data.web;
    expect(slow.markdown).toBeUndefined();
    expect(one.markdown).toMatch(/^# One/);
    expect(body.warning).toContain(`${world.at("/slow")} was not read in time.`);
    const { body: queue } = await world.api.get("/firecrawl/v2/team/queue-status");
    expect(queue).toMatchObject({ jobsInQueue: 0, activeJobsInQueue: 0 });
  });

  it("searches in domains and categories, whatever the engines make of the operators", async () => {
    world.answerWith(({ page }) => ({
      hits:
        page > 1
          ? []
          : ["https://github.com/x/y", "https://docs.a.example/x", "https://b.example/"].map((url) => ({
              url,
              title: url,
            })),
    }));
    const urlsOf = (body: Json): string[] => body.data.web.map(({ url }: Json) => url);
    const within = await post("/v2/search", {
      query: "ferry",
      includeDomains: ["a.example", "b.example/other"],
    });
    expect(urlsOf(within.body)).toEqual(["https://docs.a.example/x"]);
    expect(asked()?.q).toBe("ferry site:a.example OR site:b.example/other");
    const without = await post("/v2/search", { query: "ferry", excludeDomains: ["a.example"] });
    expect(urlsOf(without.body)).toEqual(["https://github.com/x/y", "https://b.example/"]);
    const from = world.engine.asked.length;
    const { body } = await post("/v2/search", { query: "ferry", categories: ["github", "research"] });
    expect(body.data.web[0]).toMatchObject({ url: "https://github.com/x/y", category: expect.any(String) });
    const queries = world.engine.asked.slice(from).filter(({ page }) => page === 1);
    expect(queries.map(({ q, categories }) => `${categories}: ${q}`).sort()).toEqual([
      "general: ferry site:github.com",
      "science: ferry",
    ]);
  });

  it("names what it ignores", async () => {
    findWeb();
    const { body } = await post("/v2/search", {
      query: "ferry",
      location: "Bremen",
      country: "DE",
      highlights: true,
    });
    for (const name of ["location", "country", "highlights"]) expect(body.warning).toContain(`\`${name}\``);
  });

  it.each([
    [{ sources: ["alexandria"] }, "SOURCE_ALEXANDRIA_NOT_OFFERED"],
    [{ categories: ["developer"] }, "CATEGORY_DEVELOPER_NOT_OFFERED"],
    [{ tbs: "qdr:h" }, "TBS_QDR_H_NOT_OFFERED"],
    [{ enterprise: ["zdr"] }, "ENTERPRISE_NOT_OFFERED"],
    [{ threatProtection: {} }, "THREAT_PROTECTION_NOT_OFFERED"],
    [{ scrapeOptions: { formats: ["branding"] } }, "BRANDING_NOT_OFFERED"],
    [{ includeDomains: ["a.example"], excludeDomains: ["b.example"] }, "BAD_REQUEST"],
    [{ query: "" }, "BAD_REQUEST"],
    [{ limit: 0 }, "BAD_REQUEST"],
  ])("refuses %j with 400 and names it", async (body, code) => {
    const { status, body: answer } = await post("/v2/search", { query: "ferry", ...body });
    expect({ status, code: answer.code }).toEqual({ status: 400, code });
  });

  it("explains why the search engine returns no results, in Firecrawl's error format", async () => {
    world.answerWith({ status: 403, body: "<p>Forbidden" });
    const { status, body } = await post("/v2/search", { query: "ferry" });
    expect({ status, code: body.code, success: body.success }).toEqual({
      status: 503,
      code: "NOT_CONFIGURED",
      success: false,
    });
    expect(body.error).toContain("search.formats");
  });
});
