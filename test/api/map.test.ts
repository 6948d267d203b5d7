import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { type Answer, type Api, type Json, newAccount } from "../helpers/api.ts";
import { type PageServer, type ServedPage, startPageServer } from "../helpers/pageServer.ts";

jest.setTimeout(60_000);

const HOME = `<!doctype html><html lang="en"><head><title>Shop</title></head><body><main><h1>Shop</h1>
<a href="/books?utm_source=home#top">Books</a> <a href="/books">Books again</a> <a href="/about">About</a>
<a href="https://elsewhere.example/">Elsewhere</a> <a href="mailto:a@shop.example">Mail</a></main></body></html>`;

const sitemap = (urls: readonly string[]): string =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls
    .map((url) => `<url><loc>${url}</loc><lastmod>2026-03-04</lastmod></url>`)
    .join("")}</urlset>`;
const index = (urls: readonly string[]): string =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join("")}</sitemapindex>`;

describe("POST /map", () => {
  let api: Api;
  let server: PageServer;
  const pages: Record<string, ServedPage> = {};

  beforeAll(async () => {
    api = await newAccount();
    server = await startPageServer(pages);
  });
  afterAll(() => server.stop());

  /** Another site at the same server: what it serves is exchanged. */
  const serve = (served: Record<string, ServedPage>): void => {
    for (const path of Object.keys(pages)) delete pages[path];
    Object.assign(pages, served);
  };
  const map = (body: object = {}): Promise<Answer> => api.post("/map", { url: `${server.url}/`, ...body });
  const pathsOf = ({ body }: Answer): string[] =>
    body.data.urls.map(({ url }: Json) => String(url).slice(server.url.length));

  it("lists the URLs of sitemaps and links once each, with where they were found", async () => {
    serve({
      "/": { body: HOME },
      "/robots.txt": { body: `Sitemap: ${server.url}/index.xml`, headers: { "content-type": "text/plain" } },
      "/index.xml": {
        body: index([`${server.url}/a.xml.gz`, `${server.url}/b.txt`, `${server.url}/index.xml`]),
      },
      "/a.xml.gz": {
        body: gzipSync(
          sitemap([`${server.url}/books`, `${server.url}/p/1?gclid=7`, "https://elsewhere.example/x"]),
        ),
      },
      "/b.txt": { body: `${server.url}/p/2\n${server.url}/p/1\n`, headers: { "content-type": "text/plain" } },
    });
    const { status, body } = await map();
    expect(status).toBe(200);
    expect(body.data).toEqual({
      url: `${server.url}/`,
      mappedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      urlCount: 5,
      urls: [
        { url: `${server.url}/books`, source: "sitemap", modifiedAt: "2026-03-04T00:00:00.000Z" },
        { url: `${server.url}/p/1`, source: "sitemap", modifiedAt: "2026-03-04T00:00:00.000Z" },
        { url: `${server.url}/p/2`, source: "sitemap" },
        { url: `${server.url}/`, source: "link" },
        { url: `${server.url}/about`, source: "link" },
      ],
      truncated: false,
      cost: expect.any(Number),
    });
    expect(body.data.cost).toBeGreaterThan(0);
    const { usage } = (await api.get("/account")).body.data;
    expect(usage.cost).toBeGreaterThanOrEqual(body.data.cost);
    expect(server.requests.filter((path) => path === "/index.xml")).toHaveLength(1);
  });

  it("reads the sitemap at the default location, and filters by all words of q", async () => {
    const names = ["Tea%20pot", "tea-cup", "kettle", "caf%C3%A9-tea"];
    serve({
      "/": { body: HOME },
      "/sitemap.xml": { body: sitemap(names.map((name) => `${server.url}/${name}`)) },
    });
    expect(pathsOf(await map({ q: "TEA pot" }))).toEqual(["/Tea%20pot"]);
    expect(pathsOf(await map({ q: "café" }))).toEqual(["/caf%C3%A9-tea"]);
  });

  it("lists links if there is no sitemap, and the sitemap if the page fails", async () => {
    serve({ "/": { body: HOME } });
    expect(pathsOf(await map())).toEqual(["/", "/books", "/about"]);
    serve({ "/sitemap.xml": { body: sitemap([`${server.url}/p/1`]) } });
    const { body } = await map();
    expect(body.data.urls.map(({ url }: Json) => url)).toEqual([`${server.url}/p/1`]);
    expect(body.data.warnings).toEqual([expect.stringContaining("404")]);
  });

  it("fails like the page does when nothing can be read", async () => {
    serve({});
    const { status, body } = await map();
    expect([status, body.error.code]).toEqual([502, "target-failed"]);
    const refused = await map({ url: "http://169.254.169.254/" });
    expect([refused.status, refused.body.error.code]).toEqual([422, "target-refused"]);
  });

  it("obeys robots.txt for the page, and reads the sitemaps it names", async () => {
    serve({
      "/": { body: HOME },
      "/robots.txt": { body: "User-agent: *\nDisallow: /", headers: { "content-type": "text/plain" } },
    });
    const { status, body } = await map();
    expect([status, body.error.code]).toEqual([422, "robots-disallowed"]);
    expect(pathsOf(await map({ robots: "ignore" }))).toEqual(["/", "/books", "/about"]);
  });

  it("says so when a site of 100,000 pages has more URLs than are listed", async () => {
    const files = Array.from({ length: 4 }, (_, file) => `/s${file}.xml`);
    serve({
      "/": { body: HOME },
      "/sitemap.xml": { body: index(files.map((file) => server.url + file)) },
      ...Object.fromEntries(
        files.map((file, at): [string, ServedPage] => [
          file,
          { body: sitemap(Array.from({ length: 25_000 }, (_, n) => `${server.url}/item/${at}/${n}`)) },
        ]),
      ),
    });
    const { status, body } = await map({ limit: 30_000 });
    expect(status).toBe(200);
    expect(body.data.truncated).toBe(true);
    expect(body.data.urlCount).toBe(30_000);
    const free = await newAccount("free");
    const small = await free.post("/map", { url: `${server.url}/`, limit: 30_000 });
    expect([small.body.data.urlCount, small.body.data.truncated]).toEqual([1_000, true]);
  });

  it("returns what it found when a sitemap does not respond in time", async () => {
    serve({
      "/": { body: HOME },
      "/sitemap.xml": { body: index([`${server.url}/silent.xml`, `${server.url}/quick.xml`]) },
      "/quick.xml": { body: sitemap([`${server.url}/p/1`]) },
      "/silent.xml": { body: "", delayMs: 120_000 },
    });
    const startedAt = Date.now();
    const answer = await map();
    expect(answer.status).toBe(200);
    expect(pathsOf(answer)).toEqual(["/p/1", "/", "/books", "/about"]);
    expect(answer.body.data.truncated).toBe(true);
    expect(answer.body.data.warnings).toEqual([expect.stringContaining("silent.xml could not be read")]);
    expect(Date.now() - startedAt).toBeLessThan(28_000);
  });

  it.each([
    ["no url", { url: undefined }, "url"],
    ["a limit of none", { limit: 0 }, "limit"],
    ["too large a limit", { limit: 30_001 }, "limit"],
    ["an unknown field", { depth: 2 }, "depth"],
  ])("refuses %s", async (_what, body, path) => {
    const { status, body: answer } = await map(body);
    expect(status).toBe(400);
    expect(JSON.stringify(answer.error.details)).toContain(path);
  });
});
