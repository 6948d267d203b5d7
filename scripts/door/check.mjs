/**
 * Runs the calls of the npm package `firecrawl` against a service: `node check.mjs <service> <key> <site>`, in a folder where the
 * package is installed. Prints one line per call: `{"call", "outcome", "reason"}`.
 */
import assert from "node:assert/strict";
import Firecrawl from "firecrawl";

const [service, apiKey, site] = process.argv.slice(2);
const app = new Firecrawl({ apiKey, apiUrl: `${service}/firecrawl` });
const schema = {
  type: "object",
  properties: { name: { type: "string" }, price: { type: "number" } },
  required: ["name"],
};
const waiting = { pollInterval: 1, timeout: 120 };
const urls = [`${site}/docs/1`, `${site}/docs/2`];

const say = (call, outcome, reason) => console.log(JSON.stringify({ call, outcome, reason }));

const passes = async (call, perform) => {
  try {
    await perform();
    say(call, "passed");
  } catch (error) {
    say(call, "failed", String(error?.message ?? error).slice(0, 500));
  }
};

/** Not offered: the client has to learn so from a 400 that names it. */
const declines = async (call, name, perform) => {
  try {
    await perform();
    say(call, "failed", "It was accepted.");
  } catch (error) {
    const told = String(error?.message ?? error).slice(0, 500);
    say(call, told.includes(`${name} is not offered here`) ? "declined" : "failed", told);
  }
};

await passes("scrape", async () => {
  const { markdown, metadata } = await app.scrape(`${site}/docs/1`);
  assert.match(markdown, /^# One/);
  assert.equal(metadata.title, "One");
  assert.equal(metadata.statusCode, 200);
});
await passes("scrape, formats", async () => {
  const page = await app.scrape(`${site}/docs`, {
    formats: ["markdown", "html", "rawHtml", "links", "images"],
  });
  assert.ok(page.links.includes(`${site}/docs/1`));
  assert.ok(page.images.includes(`${site}/boat.png`));
  assert.match(page.html, /<h1>Docs/);
  assert.match(page.rawHtml, /<!doctype html>/i);
});
await passes("scrape, json", async () => {
  const { json } = await app.scrape(`${site}/lamp`, { formats: [{ type: "json", schema }] });
  assert.deepEqual(json, { name: "Lamp", price: 19.9 });
});
await passes("scrape, headers and mobile", async () => {
  const { markdown } = await app.scrape(`${site}/echo`, { headers: { "x-ferry": "noon" }, mobile: true });
  assert.match(markdown, /x-ferry is noon/);
  assert.match(markdown, /mobile is true/);
});
await passes("scrape, screenshot and actions", async () => {
  const { screenshot, actions } = await app.scrape(`${site}/docs/1`, {
    formats: ["screenshot"],
    actions: [{ type: "wait", milliseconds: 100 }, { type: "scrape" }],
  });
  assert.match(screenshot, /^https?:/);
  assert.equal(actions.scrapes.length, 1);
});
await passes("scrape, a page that is gone", () =>
  assert.rejects(app.scrape(`${site}/gone`), ({ status }) => status === 422),
);
await passes("an unknown key", () =>
  assert.rejects(
    new Firecrawl({ apiKey: "fc-unknown", apiUrl: `${service}/firecrawl` }).scrape(`${site}/docs/1`),
    ({ status }) => status === 401,
  ),
);
await passes("crawl", async () => {
  const { status, data, total } = await app.crawl(`${site}/docs`, { limit: 4, ...waiting });
  assert.equal(status, "completed");
  assert.equal(total, 4);
  const titles = data.map(({ metadata }) => metadata.title).sort();
  assert.deepEqual(titles, ["Docs", "One", "Three", "Two"]);
});
await passes("startCrawl, getCrawlStatus, getCrawlErrors, getActiveCrawls, cancelCrawl", async () => {
  const { id } = await app.startCrawl(`${site}/slow`, { limit: 50, delay: 2 });
  const { crawls } = await app.getActiveCrawls();
  assert.ok(crawls.some((crawl) => crawl.id === id));
  assert.equal((await app.getCrawlStatus(id)).status, "scraping");
  assert.deepEqual((await app.getCrawlErrors(id)).robotsBlocked, []);
  assert.equal(await app.cancelCrawl(id), true);
});
await passes("batchScrape", async () => {
  const { status, data } = await app.batchScrape(urls, { options: { formats: ["markdown"] }, ...waiting });
  assert.equal(status, "completed");
  assert.equal(data.length, 2);
});
await passes("map", async () => {
  const { links } = await app.map(`${site}/docs`);
  assert.ok(links.some(({ url }) => url === `${site}/docs/1`));
});
await passes("extract", async () => {
  const { success, data } = await app.extract({ urls: [`${site}/lamp`], schema, ...waiting });
  assert.equal(success, true);
  assert.equal(data.name, "Lamp");
});
await passes("getCreditUsage, getConcurrency", async () => {
  assert.ok((await app.getCreditUsage()).remainingCredits > 0);
  assert.ok((await app.getConcurrency()).maxConcurrency > 0);
});
await passes("v1: scrapeUrl, crawlUrl, batchScrapeUrls, mapUrl", async () => {
  assert.match((await app.v1.scrapeUrl(`${site}/docs/1`, {})).markdown, /^# One/);
  assert.equal((await app.v1.crawlUrl(`${site}/docs`, { limit: 2 }, 1)).data.length, 2);
  assert.equal((await app.v1.batchScrapeUrls(urls, {}, 1)).data.length, 2);
  assert.ok((await app.v1.mapUrl(`${site}/docs`, {})).links.includes(`${site}/docs/1`));
});

await passes("search", async () => {
  const { web, news, images } = await app.search("ferries", { sources: ["web", "news"], limit: 2 });
  assert.equal(web[0].url, `${site}/docs/1`);
  assert.equal(web[0].title, "About ferries");
  assert.ok(news[0].snippet.includes("ferries"));
  assert.equal(images, undefined);
});
await passes("search, with the pages of the results", async () => {
  const { web } = await app.search("ferries", { limit: 1, scrapeOptions: { formats: ["markdown"] } });
  assert.match(web[0].markdown, /^# One/);
});
await passes("v1: search", async () => {
  const { success, data } = await app.v1.search("ferries", { limit: 1 });
  assert.equal(success, true);
  assert.equal(data[0].title, "About ferries");
});
await passes("startCrawl, startBatchScrape, webhook", async () => {
  const webhook = { url: `${site}/hook`, events: ["page", "completed"], metadata: { of: "js" } };
  assert.ok((await app.startCrawl(`${site}/docs/1`, { webhook })).id);
  assert.ok((await app.startBatchScrape(urls, { webhook: `${site}/hook` })).id);
});
await declines("scrape, stealth proxy", "proxy stealth", () => app.scrape(site, { proxy: "stealth" }));
await declines("scrape, branding", "branding", () => app.scrape(site, { formats: ["branding"] }));
await declines("agent", "agent", () => app.startAgent({ prompt: "Find the price of the lamp" }));
