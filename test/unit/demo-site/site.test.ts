import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { load } from "cheerio";
import { PRODUCTS, priceOf, showPrice } from "../../../local/demo-site/catalogue.ts";
import { type DemoSite, startDemoSite } from "../../../local/demo-site/site.ts";

describe("the demo shop", () => {
  let site: DemoSite;

  beforeEach(async () => {
    site = await startDemoSite();
  });
  afterEach(() => site.stop());

  const get = (path: string) => fetch(site.url + path, { redirect: "manual" });
  const open = async (path: string) => load(await (await get(path)).text());

  it("links all 1,000 products through its next-page links", async () => {
    const skus: string[] = [];
    let pages = 0;
    for (let path: string | undefined = "/catalogue"; path !== undefined; pages++) {
      const $ = await open(path);
      skus.push(
        ...$("article.product-card")
          .get()
          .map((card) => String($(card).attr("data-sku"))),
      );
      path = $(".pager .next a").attr("href");
    }
    expect(pages).toBe(50);
    expect(skus).toEqual(PRODUCTS.map(({ sku }) => sku));
  });

  it("lists the products of a category on seven pages", async () => {
    const $ = await open("/category/garden/page/7");
    expect($("h1").text()).toBe("Garden");
    expect($("article.product-card")).toHaveLength(5);
    expect($(".pager .next")).toHaveLength(0);
    expect((await get("/category/garden/page/8")).status).toBe(404);
    expect((await get("/category/submarines")).status).toBe(404);
  });

  it("shows the same data in the list, in the detail page's markup and in its JSON-LD", async () => {
    const $list = await open("/catalogue");
    const card = $list("article.product-card").first();
    const $ = await open(String(card.find("h3 a").attr("href")));
    const graph = JSON.parse($('script[type="application/ld+json"]').text())["@graph"] as {
      name?: string;
      sku?: string;
      offers?: { price: string };
    }[];
    expect($("h1").text()).toBe(card.find("h3 a").text());
    expect(graph[0]?.name).toBe($("h1").text());
    expect(graph[0]?.sku).toBe(card.attr("data-sku"));
    expect($("[itemprop=price]").text()).toBe(card.find(".price").text());
    expect($("[itemprop=price]").attr("content")).toBe(graph[0]?.offers?.price);
    expect($("link[rel=canonical]").attr("href")).toBe(site.url + card.find("h3 a").attr("href"));
  });

  it("changes prices on each new visit to the catalogue, and on request", async () => {
    const firstPrices = async (): Promise<string[]> => {
      const $ = await open("/catalogue");
      return $(".price")
        .get()
        .map((price) => $(price).text());
    };
    const expected = (revision: number) =>
      PRODUCTS.slice(0, 20).map((product) => showPrice(priceOf(product, revision).cents));
    expect(await firstPrices()).toEqual(expected(0));
    expect(await firstPrices()).toEqual(expected(1));
    site.movePrices();
    expect(await firstPrices()).toEqual(expected(3));
    expect(site.revision()).toBe(3);
  });

  it("keeps prices stable during one visit", async () => {
    await get("/catalogue");
    await get("/catalogue/page/2");
    await get("/product/plain-oak-kettle");
    expect(site.revision()).toBe(0);
  });

  it("fails twice with 503 before each success of the flaky page", async () => {
    const statuses: number[] = [];
    for (let visit = 0; visit < 6; visit++) statuses.push((await get("/flaky")).status);
    expect(statuses).toEqual([503, 503, 200, 503, 503, 200]);
  });

  it("delays the slow page by three seconds", async () => {
    const since = performance.now();
    const $ = await open("/slow");
    expect(performance.now() - since).toBeGreaterThanOrEqual(2_900);
    expect($("article.product-card")).toHaveLength(5);
  });

  it("stops at once, even if a visitor is waiting", async () => {
    const waiting = get("/slow").catch(() => "cut off");
    while (!site.visits.has("/slow")) await new Promise((resolve) => setImmediate(resolve));
    const since = performance.now();
    await site.stop();
    expect(await waiting).toBe("cut off");
    expect(performance.now() - since).toBeLessThan(1_000);
  });

  it("has no products in the scripted page's HTML, and all in the data its script loads", async () => {
    const $ = await open("/new-arrivals");
    const { products } = (await (await get("/api/new-arrivals.json")).json()) as {
      products: { name: string }[];
    };
    expect(products).toHaveLength(24);
    for (const { name } of products) expect($.html()).not.toContain(name);
    expect($("#app").text()).toBe("");
    expect((await get(String($("script").attr("src")))).status).toBe(200);
  });

  it("lists every product in its sitemap, which robots.txt names", async () => {
    const robots = await (await get("/robots.txt")).text();
    const address = /^Sitemap: (.*)$/m.exec(robots)?.[1];
    expect(address).toBe(`${site.url}/sitemap.xml`);
    const sitemap = await (await get("/sitemap.xml")).text();
    for (const { slug } of PRODUCTS) expect(sitemap).toContain(`<loc>${site.url}/product/${slug}</loc>`);
  });

  it("answers 304 to a conditional request, and 405 to POST", async () => {
    const etag = (await get("/product/plain-oak-kettle")).headers.get("etag") ?? "";
    const again = await fetch(`${site.url}/product/plain-oak-kettle`, { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
    expect((await fetch(site.url, { method: "POST" })).status).toBe(405);
  });

  it("has one URL for the first page of a list", async () => {
    const reply = await get("/catalogue/page/1");
    expect({ status: reply.status, to: reply.headers.get("location") }).toEqual({
      status: 301,
      to: "/catalogue",
    });
  });

  it("reports a port that is in use", async () => {
    await expect(startDemoSite({ port: site.port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  });
});
