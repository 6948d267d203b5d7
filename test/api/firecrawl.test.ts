/** The API for programs written for Firecrawl, with requests as its official clients send them. */
import { describe, expect, it, jest } from "@jest/globals";
import { apiAs, testService } from "../helpers/api.ts";
import { api, at, PYTHON, post, useFirecrawl } from "./firecrawl/world.ts";

useFirecrawl();

jest.setTimeout(120_000);

describe("the Firecrawl-compatible API", () => {
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
});
