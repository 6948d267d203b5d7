import { describe, expect, it, jest } from "@jest/globals";
import { type Answer, type Json, newAccount } from "../helpers/api.ts";
import { useSearch } from "./search/world.ts";

jest.setTimeout(120_000);

const HTML = "<!doctype html><title>Forbidden</title>";

describe("POST /search", () => {
  const world = useSearch();
  const search = (body: object): Promise<Answer> => world.api.post("/search", { query: "ferry", ...body });
  const usage = async (): Promise<Json> => (await world.api.get("/account")).body.data.usage;

  it("lists what the search engine finds, each URL once, and counts the search", async () => {
    const before = await usage();
    world.answerWith(({ page }) => ({
      hits:
        page === 1
          ? [
              {
                url: "https://a.example/1",
                title: "One",
                content: "The\n first",
                publishedDate: "2026-03-04T05:06:07",
              },
              { url: "https://b.example/2", title: "Two" },
              { url: "https://a.example/1", title: "One again" },
            ]
          : [{ url: "https://a.example/1", title: "One again" }],
      unresponsive: [["google", "CAPTCHA"]],
    }));
    const { status, body } = await search({ limit: 5, language: "de-AT", timeRange: "week" });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      query: "ferry",
      searchedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      resultCount: 2,
      results: [
        {
          position: 1,
          url: "https://a.example/1",
          title: "One",
          description: "The first",
          publishedAt: "2026-03-04T05:06:07.000Z",
          engines: ["brave", "duckduckgo"],
        },
        {
          position: 2,
          url: "https://b.example/2",
          title: "Two",
          description: "",
          engines: ["brave", "duckduckgo"],
        },
      ],
      suggestions: ["ferry meaning"],
      cost: expect.any(Number),
      warnings: ["No results from google (CAPTCHA)."],
    });
    expect(world.engine.asked.slice(-2)).toEqual(
      [1, 2].map((page) => ({
        q: "ferry",
        categories: "general",
        language: "de-AT",
        timeRange: "week",
        page,
      })),
    );
    const after = await usage();
    expect(after.searches).toBe(before.searches + 1);
    expect(after.cost).toBeGreaterThan(before.cost);
  });

  it("requests further pages until there are enough results, and no more", async () => {
    world.answerWith(({ page }) => ({
      hits: Array.from({ length: 10 }, (_, at) => ({ url: `https://a.example/${page}/${at}`, title: "A" })),
    }));
    const from = world.engine.asked.length;
    const { body } = await search({ limit: 25 });
    expect(body.data.resultCount).toBe(25);
    expect(world.engine.asked.slice(from).map(({ page }) => page)).toEqual([1, 2, 3]);
    expect((await search({ limit: 100 })).body.data.resultCount).toBe(50);
  });

  it("answers with an empty list, and with those of earlier pages if a later one fails", async () => {
    world.answerWith({ hits: [] });
    expect((await search({})).body.data).toMatchObject({ resultCount: 0, results: [] });
    world.answerWith(({ page }) =>
      page === 1 ? { hits: [{ url: "https://a.example/", title: "A" }] } : { status: 500 },
    );
    const { body } = await search({});
    expect(body.data.resultCount).toBe(1);
    expect(body.data.warnings).toEqual([expect.stringContaining("could not be read")]);
  });

  it("leaves out results that are not public web addresses, and says how many", async () => {
    const hostile = [
      "http://169.254.169.254/latest/meta-data/",
      "http://10.0.0.1/",
      "http://localhost:8080/",
      "http://[::1]/",
      "http://2130706433/",
      "https://user:secret@a.example/",
      "javascript:alert(1)",
      "file:///etc/passwd",
      world.engine.address,
      `https://a.example/${"x".repeat(3_000)}`,
      "no address",
    ];
    world.answerWith({
      hits: [
        ...hostile.map((url) => ({ url, title: "Hostile" })),
        { url: "https://a.example/", title: 7 as unknown as string, img_src: "javascript:alert(1)" },
      ],
    });
    const { body } = await search({});
    expect(body.data.results).toEqual([
      {
        position: 1,
        url: "https://a.example/",
        title: "",
        description: "",
        engines: ["brave", "duckduckgo"],
      },
    ]);
    expect(body.data.warnings).toEqual([
      `Left out because they are not public web addresses: ${hostile.length} results.`,
    ]);
  });

  it("reads the pages of the results, and one that fails does not affect the others", async () => {
    world.answerWith(({ page }) => ({
      hits: page > 1 ? [] : ["/one", "/gone", "/two"].map((path) => ({ url: world.at(path), title: path })),
    }));
    const before = await usage();
    const extract = { outputs: ["markdown"], schema: { price: "price" } };
    const { body } = await search({ extract });
    const [one, gone, two] = body.data.results;
    expect(one.extraction.page.markdown).toMatch(/^# One/);
    expect(one.extraction.items[0].price).toBe(4.5);
    expect(two.extraction.page.markdown).toMatch(/^# Two/);
    expect(gone).toMatchObject({ url: world.at("/gone"), error: { code: "target-failed" } });
    expect((await usage()).pages).toBe(before.pages + 2);
  });

  it("finds news and images", async () => {
    world.answerWith({
      hits: [
        {
          url: "https://a.example/page",
          title: "A boat",
          img_src: "https://a.example/boat.png",
          resolution: "1920 x 1080",
        },
      ],
    });
    const { body } = await search({ source: "images" });
    expect(body.data.results[0]).toMatchObject({
      imageUrl: "https://a.example/boat.png",
      imageWidth: 1920,
      imageHeight: 1080,
    });
    await search({ source: "news" });
    expect(world.engine.asked.at(-1)?.categories).toBe("news");
    expect(world.engine.asked.at(-3)?.categories).toBe("images");
  });

  it.each([
    ["refuses JSON", { status: 403, body: HTML }, 503, "not-configured", "search.formats"],
    [
      "answers with a page",
      { status: 200, headers: { "content-type": "text/html" }, body: HTML },
      503,
      "not-configured",
      "search.formats",
    ],
    [
      "answers with other JSON",
      { status: 200, headers: { "content-type": "application/json" }, body: '{"results": 1}' },
      503,
      "not-configured",
      "instead of a list of results",
    ],
    [
      "is elsewhere",
      { status: 302, headers: { location: "http://10.0.0.1/" } },
      503,
      "not-configured",
      "302",
    ],
    ["is not there", { status: 404 }, 503, "not-configured", "404"],
    ["limits its rate", { status: 429, headers: { "retry-after": "7" } }, 503, "unavailable", "7 seconds"],
    ["fails", { status: 500 }, 503, "unavailable", "status 500"],
    ["refuses the language", { status: 400 }, 400, "invalid-request", "refused"],
  ] as const)("says what to do if the search engine %s", async (_what, reply, status, code, message) => {
    const before = await usage();
    world.answerWith(reply);
    // The client repeats what may succeed later.
    const answer = await fetch(`${world.service.url}/search`, {
      method: "POST",
      headers: { "x-api-key": world.api.apiKey ?? "", "content-type": "application/json" },
      body: JSON.stringify({ query: "ferry" }),
    });
    const { error } = (await answer.json()) as Json;
    expect([answer.status, error.code]).toEqual([status, code]);
    expect(error.message).toContain(message);
    if (code === "unavailable") expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
    expect((await usage()).searches).toBe(before.searches);
  });

  it("does not wait for a search engine that is silent", async () => {
    world.answerWith({ silent: true });
    const startedAt = Date.now();
    const { status, body } = await search({});
    expect([status, body.error.code]).toEqual([504, "timeout"]);
    expect(Date.now() - startedAt).toBeLessThan(20_000);
  });

  it("opens the search engine's private address for searches only", async () => {
    const { status, body } = await world.api.post("/extract", { url: `${world.engine.address}/search?q=x` });
    expect([status, body.error.code]).toEqual([422, "target-refused"]);
  });

  it.each([
    ["no query", { query: undefined }, "query"],
    ["an empty query", { query: "  " }, "query"],
    ["a word that leads elsewhere", { query: "ferry !!g" }, "query"],
    ["too many results", { limit: 101 }, "limit"],
    ["too many pages", { limit: 21, extract: {} }, "limit"],
    ["pages of images", { source: "images", extract: {} }, "extract"],
    ["another language", { language: "German" }, "language"],
    ["another time", { timeRange: "hour" }, "timeRange"],
    ["parts without outputs", { extract: { onlyMainContent: true } }, "extract.outputs"],
  ])("refuses %s", async (_what, body, path) => {
    const { status, body: answer } = await search(body);
    expect(status).toBe(400);
    expect(JSON.stringify(answer.error.details)).toContain(path);
  });
});

describe("a deployment without a search engine", () => {
  it("says what its operator has to set", async () => {
    const api = await newAccount();
    const { status, body } = await api.post("/search", { query: "ferry" });
    expect([status, body.error.code]).toEqual([503, "not-configured"]);
    expect(body.error.message).toContain("`searchUrl`");
    expect(body.error.message).toContain("SEARCH_URL");
    expect((await api.get("/account")).body.data.usage.searches).toBe(0);
  });
});
