/** What else programs written for Firecrawl ask for. */
import { describe, expect, it, jest } from "@jest/globals";
import { testService } from "../helpers/api.ts";
import { api, at, finished, PYTHON, post, useFirecrawl } from "./firecrawl/world.ts";

useFirecrawl();

jest.setTimeout(120_000);

describe("the Firecrawl-compatible API", () => {
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
