/** The API for programs written for Firecrawl, with requests as its official clients send them. */
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { type Api, apiAs, newAccount, testService, until } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

jest.setTimeout(120_000);

const WORDS = "The ferry leaves the old harbour at noon and comes back with the tide. ".repeat(4);
const page = (title: string, body = ""): { body: string } => ({
  body: `<!doctype html><html lang="en"><head><title>${title}</title><meta name="description" content="About ${title}">
  <meta property="og:title" content="OG ${title}"><link rel="icon" href="/icon.png"></head><body><nav><a href="/">Home</a></nav>
  <main><article><h1>${title}</h1><p>${WORDS}</p><p class="price">£4.50</p><img src="/boat.png" alt="boat">${body}</article></main></body></html>`,
});
const SITEMAP = ["/docs/1", "/docs/2", "/docs/3", "/blog/1", "/form"];
const LINKS = ["1", "2", "3"].map((at) => `<a href="/docs/${at}">Page ${at}</a>`).join(" ");

/** What the JavaScript client adds to every request, and the Python client to every request with options. */
const JS = { origin: "js-sdk@4.42.0" };
const PYTHON = {
  origin: "python-sdk@4.55.0",
  skipTlsVerification: true,
  removeBase64Images: true,
  fastMode: false,
  blockAds: true,
  maxAge: 14_400_000,
  storeInCache: true,
};

describe("the Firecrawl-compatible API", () => {
  let server: PageServer;
  let api: Api;
  beforeAll(async () => {
    server = await startPageServer({
      "/": page("Home", `<a href="/docs">Docs</a>`),
      "/docs": page(
        "Docs",
        `${LINKS}<a href="/blog/1">Blog</a><a href="/gone">Gone</a><a href="/private">Private</a>`,
      ),
      "/docs/1": page("One"),
      "/docs/2": page("Two"),
      "/docs/3": page("Three"),
      "/blog/1": page("Blog"),
      "/private": page("Private"),
      "/robots.txt": {
        body: "User-agent: *\nDisallow: /private\n",
        headers: { "content-type": "text/plain" },
      },
      "/sitemap.xml": () => ({ body: SITEMAP.map((path) => at(path)).join("\n") }),
      "/slow": { ...page("Slow"), delayMs: 4_000 },
      "/form": page(
        "Form",
        `<input id="q"><button id="go" onclick="document.querySelector('h1').textContent = document.getElementById('q').value">Go</button>`,
      ),
    });
    api = await newAccount();
  });
  afterAll(() => server.stop());

  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    api.call("POST", `/firecrawl${path}`, { body: { ...JS, ...body }, headers });
  const at = (path: string): string => `${server.url}${path}`;
  const finished = (path: string) =>
    until(
      async () => (await api.get(path)).body,
      ({ status }) => status !== "scraping" && status !== "processing",
      60_000,
    );

  it("accepts our keys as bearer tokens, and nothing else", async () => {
    const bearer = { authorization: `Bearer ${api.apiKey}` };
    const usage = "/firecrawl/v2/team/credit-usage";
    const ok = await apiAs(null).call("GET", usage, { headers: bearer });
    expect(ok.status).toBe(200);
    expect(ok.headers.get("ratelimit")).toMatch(/^"account"/);
    const wrong = await apiAs(null).call("GET", usage, { headers: { authorization: "Bearer fc-1234" } });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toMatchObject({ success: false, code: "UNAUTHORIZED", error: expect.any(String) });
    const scopeless = (await api.post("/keys", { name: "few", scopes: ["flows:read"] })).body.data.key;
    expect((await apiAs(scopeless).get(usage)).status).toBe(403);
  });

  it("scrapes a page in the default format", async () => {
    const { status, body } = await post("/v2/scrape", {
      url: at("/docs/1"),
      headers: { "User-Agent": "x", "x-key": "test" },
      ...PYTHON,
    });
    expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
    expect(body.success).toBe(true);
    expect(Object.keys(body.data).sort()).toEqual(["markdown", "metadata", "warning"]);
    expect(body.data.warning).toContain("`skipTlsVerification` was ignored");
    expect(body.data.warning).toContain("The header User-Agent was ignored");
    expect(body.data.warning).not.toContain("x-key");
    expect(body.data.markdown).toMatch(/^# One/);
    expect(body.data.metadata).toMatchObject({
      title: "One",
      description: "About One",
      language: "en",
      ogTitle: "OG One",
      "og:title": "OG One",
      favicon: at("/icon.png"),
      sourceURL: at("/docs/1"),
      url: at("/docs/1"),
      statusCode: 200,
      contentType: "text/html",
      scrapeId: expect.stringMatching(/^job-/),
    });
  });

  it("scrapes every supported format, with excluded tags left out", async () => {
    const schema = {
      type: "object",
      properties: { title: { type: "string" }, price: { type: "number" }, anything: {} },
      required: ["title"],
    };
    const { body } = await post("/v2/scrape", {
      url: at("/docs"),
      formats: [
        "markdown",
        "html",
        "rawHtml",
        "links",
        "images",
        "summary",
        { type: "json", prompt: "The page's title and price", schema },
        { type: "attributes", selectors: [{ selector: "img", attribute: "alt" }] },
      ],
      excludeTags: ["img"],
    });
    expect(body.error).toBeUndefined();
    const { data } = body;
    expect(data.json).toEqual({ title: "Docs", price: 4.5 });
    expect(data.html).not.toMatch(/<nav>|<img/);
    expect(data.rawHtml).toContain("<nav>");
    expect(data.links).toContain(at("/docs/2"));
    expect(data.images).toEqual([at("/icon.png")]);
    expect(data.attributes).toEqual([{ selector: "img", attribute: "alt", values: ["boat"] }]);
    expect(data.summary).toBe("About Docs");
    expect(data.warning).toMatch(/`anything` of the schema was left out.*summary/s);
  });

  it("performs actions on a page and takes screenshots of it", async () => {
    const { body } = await post("/v2/scrape", {
      url: at("/form"),
      formats: ["markdown", { type: "screenshot", fullPage: true, quality: 80 }],
      actions: [
        { type: "wait", milliseconds: 10 },
        { type: "click", selector: "#q" },
        { type: "write", text: "Hello" },
        { type: "screenshot" },
        { type: "click", selector: "#go" },
        { type: "scrape" },
      ],
    });
    expect(body.error).toBeUndefined();
    expect(body.data.markdown).toMatch(/^# Hello/);
    expect(body.data.screenshot).toMatch(/\/files\//);
    expect(body.data.actions.screenshots).toHaveLength(1);
    expect(body.data.actions.scrapes[0].html).toContain("Hello");
  });

  it("reports a page's failure with a status that clients do not retry", async () => {
    const gone = await post("/v2/scrape", { url: at("/gone") });
    expect(gone.status).toBe(422);
    expect(gone.body).toMatchObject({ success: false, code: "SCRAPE_SITE_ERROR" });
    const barred = await post("/v1/scrape", { url: at("/private") });
    expect(barred.status).toBe(403);
    expect(barred.body.code).toBe("ROBOTS_DISALLOWED");
    const secret = await post("/v2/scrape", { url: "http://169.254.169.254/latest/meta-data" });
    expect(secret.status).toBe(403);
    expect((await post("/v2/scrape", { url: "nonsense" })).body).toMatchObject({
      success: false,
      code: "BAD_REQUEST",
      details: [{ path: "url" }],
    });
  });

  it("reports a timeout to the client, and cancels its job", async () => {
    const { status, body } = await post("/v2/scrape", { url: at("/slow"), timeout: 500 });
    expect(status).toBe(408);
    expect(body).toMatchObject({ success: false, code: "SCRAPE_TIMEOUT" });
    expect(body.details).toBeUndefined();
  });

  it("answers 408 with details for a page that outlasts the request, and returns the page later", async () => {
    const request = { url: at("/docs/3"), waitFor: 25_000, timeout: 90_000 };
    const first = await post("/v2/scrape", request);
    expect({ status: first.status, body: first.body }).toMatchObject({
      status: 408,
      body: {
        success: false,
        code: "SCRAPE_TIMEOUT",
        details: {
          state: "processing_continues",
          retryAfterSeconds: 5,
          jobId: expect.stringMatching(/^job-/),
        },
      },
    });
    expect(first.headers.get("retry-after")).toBe("5");
    const second = await post("/v2/scrape", request);
    expect(second.status).toBe(200);
    expect(second.body.data.metadata.scrapeId).toBe(first.body.details.jobId);
  });

  it("treats a URL without a scheme as https", async () => {
    const refused = await post("/v2/scrape", { url: "127.0.0.1:1/" });
    expect(refused.body.code).toBe("TARGET_REFUSED");
    const { body } = await post("/v2/batch/scrape", {
      urls: ["books.example/list", "nonsense", at("/docs/1")],
    });
    expect(body.invalidURLs).toEqual(["nonsense"]);
  });

  it("names a feature that is not offered, whatever was sent to it", async () => {
    const form = new FormData();
    form.set("file", new Blob(["<h1>A file</h1>"], { type: "text/html" }), "page.html");
    const sent = await fetch(`${testService().url}/firecrawl/v2/parse`, {
      method: "POST",
      headers: { authorization: `Bearer ${api.apiKey}` },
      body: form,
    });
    expect([sent.status, ((await sent.json()) as { code: string }).code]).toEqual([400, "PARSE_NOT_OFFERED"]);
  });

  it("returns the same job for equal simultaneous requests", async () => {
    const [one, two] = await Promise.all([
      post("/v2/scrape", { url: at("/slow"), onlyMainContent: false }),
      post("/v2/scrape", { onlyMainContent: false, url: at("/slow"), integration: "x" }),
    ]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(one.body.data.metadata.scrapeId).toBe(two.body.data.metadata.scrapeId);
    const again = await post("/v2/scrape", { url: at("/slow"), onlyMainContent: false });
    expect(again.body.data.metadata.scrapeId).not.toBe(one.body.data.metadata.scrapeId);
  });

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

  it("maps a site, with objects in version 2 and strings in version 1", async () => {
    const two = await post("/v2/map", { url: at("/docs"), search: "docs", limit: 3, sitemap: "include" });
    expect(two.body.links).toHaveLength(3);
    expect(two.body.links[0].url).toContain("/docs");
    const one = await post("/v1/map", { url: at("/docs") });
    expect(one.body.links).toContain(at("/docs/1"));
  });

  it("extracts one object from several pages, and names its sources", async () => {
    const schema = { type: "object", properties: { title: { type: "string" }, price: { type: "number" } } };
    const { body } = await post("/v2/extract", {
      urls: [at("/docs/1"), at("/docs/2")],
      prompt: "Title and price",
      schema,
      showSources: true,
    });
    expect(body.success).toBe(true);
    const done = await finished(`/firecrawl/v2/extract/${body.id}`);
    expect(done).toMatchObject({
      success: true,
      status: "completed",
      data: { title: expect.any(String), price: 4.5 },
    });
    expect(done.sources.title).toHaveLength(1);
  });

  it("reports usage in the form that both clients read", async () => {
    const credits = (await api.get("/firecrawl/v2/team/credit-usage")).body;
    expect(credits.data.remainingCredits).toBe(credits.data.remaining_credits);
    expect(credits.data.remainingCredits).toBeLessThan(credits.data.planCredits);
    expect((await api.get("/firecrawl/v2/team/token-usage")).body.data.remainingTokens).toBeGreaterThan(0);
    expect((await api.get("/firecrawl/v2/team/queue-status")).body).toMatchObject({
      success: true,
      maxConcurrency: 50,
    });
    expect((await api.get("/firecrawl/v2/concurrency-check")).body).toMatchObject({
      success: true,
      maxConcurrency: 50,
    });
  });

  it.each([
    ["/v2/search", { query: "x" }, "SEARCH_NOT_OFFERED"],
    ["/v2/agent", { prompt: "x" }, "AGENT_NOT_OFFERED"],
    ["/v1/deep-research", {}, "DEEP_RESEARCH_NOT_OFFERED"],
    [
      "/v2/crawl/params-preview",
      { url: "https://a.example", prompt: "x" },
      "CRAWL_PARAMS_PREVIEW_NOT_OFFERED",
    ],
    [
      "/v2/scrape",
      { actions: [{ type: "executeJavascript", script: "1" }] },
      "EXECUTE_JAVASCRIPT_NOT_OFFERED",
    ],
    ["/v2/scrape", { proxy: "stealth" }, "PROXY_STEALTH_NOT_OFFERED"],
    ["/v2/scrape", { formats: ["branding"] }, "BRANDING_NOT_OFFERED"],
    ["/v2/scrape", { formats: ["audio"] }, "AUDIO_NOT_OFFERED"],
    ["/v2/scrape", { formats: [{ type: "changeTracking" }] }, "CHANGE_TRACKING_NOT_OFFERED"],
    ["/v2/scrape", { zeroDataRetention: true }, "ZERO_DATA_RETENTION_NOT_OFFERED"],
    ["/v2/scrape", { redactPII: true }, "REDACT_PII_NOT_OFFERED"],
    ["/v2/scrape", { lockdown: true }, "LOCKDOWN_NOT_OFFERED"],
    ["/v2/crawl", { ignoreRobotsTxt: true }, "IGNORE_ROBOTS_TXT_NOT_OFFERED"],
    ["/v2/crawl", { robotsUserAgent: "Googlebot" }, "ROBOTS_USER_AGENT_NOT_OFFERED"],
    ["/v2/scrape", { webhook: "https://hooks.example/" }, "WEBHOOK_NOT_OFFERED"],
    [
      "/v2/extract",
      { urls: ["https://a.example/"], prompt: "x", webhook: "https://hooks.example/" },
      "WEBHOOK_NOT_OFFERED",
    ],
  ])("%s refuses %j with 400 and names it", async (path, body, code) => {
    const { status, body: answer } = await post(path, { url: "https://a.example/", ...body });
    expect({ status, code: answer.code, success: answer.success }).toEqual({
      status: 400,
      code,
      success: false,
    });
  });

  it("redirects the Python client, which drops the path of its base URL", async () => {
    const request = {
      method: "POST",
      headers: { authorization: `Bearer ${api.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ url: at("/docs/2"), ...PYTHON }),
    };
    const led = await fetch(`${testService().url}/v2/scrape?x=1`, { ...request, redirect: "manual" });
    expect([led.status, led.headers.get("location")]).toEqual([308, "/firecrawl/v2/scrape?x=1"]);
    const followed = await fetch(`${testService().url}/v2/scrape`, request);
    expect(followed.status).toBe(200);
    expect((await api.get("/v2/nothing/here")).status).toBe(404);
  });

  it("answers unknown routes in the same error format", async () => {
    for (const path of ["/firecrawl/v2/nothing/here", "/firecrawl/v3/scrape"]) {
      const { status, body } = await api.post(path, {});
      expect({ status, success: body.success }).toEqual({ status: 404, success: false });
    }
  });
});
