/** Crawls and batches of programs written for Firecrawl. */
import { describe, expect, it, jest } from "@jest/globals";
import { newAccount } from "../helpers/api.ts";
import { api, at, finished, post, useFirecrawl } from "./firecrawl/world.ts";

useFirecrawl();

jest.setTimeout(120_000);

describe("the Firecrawl-compatible API", () => {
  it("crawls below the start URL, and returns documents from any offset", async () => {
    const { status, body } = await post("/v2/crawl", {
      url: at("/docs"),
      limit: 10,
      sitemap: "include",
      prompt: "All docs",
      allowExternalLinks: true,
      scrapeOptions: { formats: ["markdown", { type: "json", schema: { title: "string" } }] },
    });
    expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
    expect(body.url).toMatch(new RegExp(`^http://[^/]+/firecrawl/v2/crawl/${body.id}$`));
    expect(body.warning).toMatch(/`prompt` was ignored.*`allowExternalLinks` was ignored/);
    const path = `/firecrawl/v2/crawl/${body.id}`;
    const done = await finished(path);
    expect(done).toMatchObject({
      success: true,
      status: "completed",
      completed: 4,
      total: 4,
      creditsUsed: 4,
    });
    expect(done.next).toBeUndefined();
    expect(Date.parse(done.expiresAt)).toBeGreaterThan(Date.now());
    const titles = done.data.map(({ json }: { json: { title: string } }) => json.title);
    expect(titles.sort()).toEqual(["Docs", "One", "Three", "Two"]);
    expect((await api.get(`${path}?skip=3`)).body.data).toHaveLength(1);
    expect((await api.get(`${path}?skip=-1`)).body.data).toHaveLength(4);
    expect((await api.remove(path)).status).toBe(409);
    // It is a job, and no run.
    expect((await api.get("/runs")).body.total).toBe(0);
    expect((await api.get(`/runs/${body.id}`)).status).toBe(404);
  });

  it("waits on each page of a crawl, and takes a screenshot of each", async () => {
    const { body } = await post("/v2/crawl", {
      url: at("/docs"),
      includePaths: ["^/docs"],
      scrapeOptions: { formats: ["markdown", "screenshot"], waitFor: 50 },
    });
    const done = await finished(`/firecrawl/v2/crawl/${body.id}`);
    expect(done).toMatchObject({ status: "completed", completed: 4 });
    for (const { markdown, screenshot } of done.data) {
      expect(markdown).toMatch(/^# /);
      expect(screenshot).toMatch(/^https?:/);
    }
    expect(new Set(done.data.map(({ screenshot }: { screenshot: string }) => screenshot)).size).toBe(4);
  });

  it("applies all patterns to the sitemap's URLs with `sitemap: only`", async () => {
    const { body } = await post("/v2/crawl", {
      url: at("/"),
      sitemap: "only",
      includePaths: ["^/docs/", "^/blog/"],
      excludePaths: ["/2$"],
    });
    const done = await finished(`/firecrawl/v2/crawl/${body.id}`);
    expect(
      done.data.map(({ metadata }: { metadata: { url: string } }) => new URL(metadata.url).pathname).sort(),
    ).toEqual(["/blog/1", "/docs/1", "/docs/3"]);
    expect(body.warning).toBeUndefined();
  });

  it("returns an absolute link to the next part when a response would be too large", async () => {
    const urls = Array.from({ length: 103 }, (_, n) => at(`/docs/1?n=${n}`));
    const { body } = await post("/v2/batch/scrape", { urls });
    const done = await finished(`/firecrawl/v2/batch/scrape/${body.id}`);
    expect(done.data).toHaveLength(100);
    expect(done.next).toMatch(new RegExp(`^http://[^/]+/firecrawl/v2/batch/scrape/${body.id}\\?skip=100$`));
    const { pathname, search } = new URL(done.next);
    const rest = (await api.get(pathname + search)).body;
    expect(rest.data).toHaveLength(3);
    expect(rest.next).toBeUndefined();
  });

  it("crawls by regular expressions, and lists failed and disallowed pages", async () => {
    const { body } = await post("/v1/crawl", {
      url: at("/docs"),
      includePaths: ["^/docs", "gone|private"],
      excludePaths: ["/3$"],
      allowBackwardLinks: true,
      maxDepth: 1,
      scrapeOptions: { formats: ["links"] },
    });
    const path = `/firecrawl/v1/crawl/${body.id}`;
    const done = await finished(path);
    expect(
      done.data.map(({ metadata }: { metadata: { url: string } }) => new URL(metadata.url).pathname).sort(),
    ).toEqual(["/docs", "/docs/1", "/docs/2"]);
    const errors = (await api.get(`${path}/errors`)).body;
    expect(errors.robotsBlocked).toEqual([at("/private")]);
    expect(errors.errors).toEqual([
      {
        id: `${body.id}-0`,
        timestamp: expect.any(String),
        url: at("/gone"),
        code: "target-failed",
        error: expect.any(String),
      },
    ]);
  });

  it("lists active crawls, and cancels one", async () => {
    const { body } = await post("/v2/crawl", { url: at("/slow"), limit: 3, delay: 5 });
    const active = (await api.get("/firecrawl/v2/crawl/active")).body;
    expect(active.success).toBe(true);
    expect(active.crawls).toContainEqual(
      expect.objectContaining({ id: body.id, teamId: expect.stringMatching(/^acct-/), url: at("/slow") }),
    );
    const cancelled = await api.remove(`/firecrawl/v2/crawl/${body.id}`);
    expect(cancelled.status).toBe(200);
    expect(cancelled.body).toEqual({ success: true, status: "cancelled" });
    expect((await api.get(`/firecrawl/v2/crawl/${body.id}`)).body.status).toBe("cancelled");
    const other = await newAccount();
    expect((await other.get(`/firecrawl/v2/crawl/${body.id}`)).status).toBe(404);
  });

  it("neither shows a job to another account nor lets it cancel one", async () => {
    const stranger = await newAccount();
    const crawl = (await post("/v2/crawl", { url: at("/slow"), limit: 1 })).body.id;
    const batch = (await post("/v2/batch/scrape", { urls: [at("/docs/1")] })).body.id;
    const extraction = (await post("/v2/extract", { urls: [at("/docs/1")], prompt: "title" })).body.id;
    const paths = [
      `/v2/crawl/${crawl}`,
      `/v1/crawl/${batch}`,
      `/v2/crawl/${crawl}?skip=1`,
      `/v2/crawl/${crawl}/errors`,
      `/v2/batch/scrape/${batch}`,
      `/v2/batch/scrape/${batch}/errors`,
      `/v2/extract/${extraction}`,
    ];
    for (const path of paths) {
      const { status, body } = await stranger.get(`/firecrawl${path}`);
      expect({ path, status, body }).toEqual({
        path,
        status: 404,
        body: expect.objectContaining({ success: false, code: "NOT_FOUND" }),
      });
    }
    for (const path of [`/v2/crawl/${crawl}`, `/v2/batch/scrape/${batch}`])
      expect((await stranger.call("DELETE", `/firecrawl${path}`)).status).toBe(404);
    expect((await stranger.get("/firecrawl/v2/crawl/active")).body.crawls).toEqual([]);
    expect(await finished(`/firecrawl/v2/crawl/${crawl}`)).toMatchObject({ status: "completed" });
    expect(await finished(`/firecrawl/v2/batch/scrape/${batch}`)).toMatchObject({ status: "completed" });
  });

  it("scrapes a batch once per idempotency key, and names invalid URLs", async () => {
    const key = { "x-idempotency-key": "7f1f2e1c-0d3a-4c63-9a38-0f0d2c5c3b11" };
    const request = {
      urls: [at("/docs/1"), at("/docs/2"), "nonsense"],
      formats: ["markdown"],
      ignoreInvalidURLs: true,
    };
    const { body } = await post("/v2/batch/scrape", request, key);
    expect(body).toMatchObject({ success: true, invalidURLs: ["nonsense"] });
    expect((await post("/v2/batch/scrape", request, key)).body.id).toBe(body.id);
    const done = await finished(`/firecrawl/v2/batch/scrape/${body.id}`);
    expect(done).toMatchObject({ status: "completed", total: 2, completed: 2, creditsUsed: 2 });
    expect(done.data).toHaveLength(2);
    expect((await api.get(`/firecrawl/v2/batch/scrape/${body.id}/errors`)).body).toEqual({
      errors: [],
      robotsBlocked: [],
    });
    // Version 1 of the JavaScript client asks so.
    const asCrawl = (await api.get(`/firecrawl/v1/crawl/${body.id}`)).body;
    expect(asCrawl).toMatchObject({ status: "completed", total: 2, data: done.data });
    expect((await api.get(`/firecrawl/v2/crawl/${body.id}/errors`)).status).toBe(404);
    const refused = await post("/v2/batch/scrape", { ...request, ignoreInvalidURLs: false });
    expect({ status: refused.status, path: refused.body.details[0].path }).toEqual({
      status: 400,
      path: "urls[2]",
    });
  });
});
