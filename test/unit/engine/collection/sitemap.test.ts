import { describe, expect, it } from "@jest/globals";
import type { Step } from "../../../../src/contract/steps/steps.ts";
import { TargetError } from "../../../../src/engine/egress/index.ts";
import { failureOf } from "../loopback.ts";
import { BASE, collectSite, NOW, planOf, type Site } from "./site.ts";

const DAY_MS = 86_400_000;
const page = (name: string) => `<h1>${name}</h1>`;
const entry = (path: string, daysAgo?: number) => {
  const date =
    daysAgo === undefined ? "" : `<lastmod>${new Date(NOW - daysAgo * DAY_MS).toISOString()}</lastmod>`;
  return `<url><loc>${path.startsWith("http") ? path : BASE + path}</loc>${date}</url>`;
};
const urlset = (...paths: string[]) => `<urlset>${paths.map((path) => entry(path)).join("")}</urlset>`;
const index = (...paths: string[]) =>
  `<sitemapindex>${paths.map((path) => `<sitemap><loc>${path.startsWith("http") ? path : BASE + path}</loc></sitemap>`).join("")}</sitemapindex>`;

const sitemap = (options: object = {}): Step =>
  ({ type: "sitemap", label: "all", steps: [{ type: "extract", fields: ["name: h1"] }], ...options }) as Step;
const SHOP: Site = Object.fromEntries(["/a", "/b", "/c", "/blog/d"].map((path) => [path, page(path)]));
const names = (items: readonly Record<string, unknown>[]) => items.map(({ name }) => name);

describe("a sitemap step", () => {
  it("opens every page that the sitemap lists, in order, and nothing else", async () => {
    const site = { ...SHOP, "/sitemap.xml": urlset("/b", "/a", "/b") };
    const { items, visits, pages, lacksRecords, logs } = await collectSite(site, planOf([sitemap()]));
    expect(names(items)).toEqual(["/b", "/a"]);
    expect(visits.map(([path]) => path)).toEqual(["/b", "/a"]);
    expect([pages, lacksRecords]).toEqual([2, false]);
    expect(logs).toContain(`info all: 2 of 3 pages in ${BASE}/sitemap.xml are wanted`);
  });

  it("finds the sitemaps that robots.txt names, and follows sitemap indexes", async () => {
    const site = {
      ...SHOP,
      "/robots.txt": `User-agent: *\nAllow: /\nSitemap: ${BASE}/one.xml\nsitemap: /two.txt`,
      "/one.xml": index("/deep.xml", "/empty.xml"),
      "/deep.xml": urlset("/a"),
      "/empty.xml": urlset(),
      "/two.txt": `${BASE}/b\n${BASE}/c`,
    };
    expect(names((await collectSite(site, planOf([sitemap()]))).items)).toEqual(["/a", "/b", "/c"]);
  });

  it("stays on the site, unless the flow names another site's sitemap", async () => {
    const site = {
      ...SHOP,
      "/sitemap.xml": urlset("/a", "http://www.shop.test/w", "http://other.test/x"),
      "http://www.shop.test/w": page("w"),
      "http://other.test/x": page("x"),
      "http://other.test/map.xml": urlset("http://other.test/x", "/b", "http://third.test/"),
    };
    expect(names((await collectSite(site, planOf([sitemap()]))).items)).toEqual(["/a", "w"]);
    const named = planOf([sitemap({ url: "http://other.test/map.xml" })]);
    expect(names((await collectSite(site, named)).items)).toEqual(["x", "/b"]);
  });

  it("takes only matching, recently modified pages, up to its limit", async () => {
    const dated = `<urlset>${entry("/a", 3)}${entry("/b", 0.5)}${entry("/c")}</urlset>`;
    const site = { ...SHOP, "/sitemap.xml": urlset("/a", "/blog/d", "/c"), "/dated.xml": dated };
    const collect = async (options: object) =>
      names((await collectSite(site, planOf([sitemap(options)]))).items);
    expect(await collect({ match: "/blog/*" })).toEqual(["/blog/d"]);
    expect(await collect({ match: ["/blog/*", "regex:^/c$"] })).toEqual(["/blog/d", "/c"]);
    expect(await collect({ match: ["/blog/*", "/a"], exclude: ["/blog/*"] })).toEqual(["/a"]);
    expect(await collect({ exclude: "/a" })).toEqual(["/blog/d", "/c"]);
    expect(await collect({ maxPages: 2 })).toEqual(["/a", "/blog/d"]);
    expect(await collect({ url: `${BASE}/dated.xml`, modifiedWithin: "1d" })).toEqual(["/b", "/c"]);
  });

  it("counts as partial if matching pages are left out, so that a monitor reports no removals", async () => {
    const dated = `<urlset>${entry("/a", 3)}${entry("/b", 0.5)}</urlset>`;
    const site = { ...SHOP, "/sitemap.xml": dated };
    const lacksRecords = async (options: object) =>
      (await collectSite(site, planOf([sitemap(options)]))).lacksRecords;
    expect(await lacksRecords({})).toBe(false);
    expect(await lacksRecords({ maxPages: 2 })).toBe(false);
    expect(await lacksRecords({ match: "/a" })).toBe(false);
    expect(await lacksRecords({ maxPages: 1 })).toBe(true);
    expect(await lacksRecords({ modifiedWithin: "1d" })).toBe(true);
  });

  it("can be continued by other workers without carrying the whole list in its state", async () => {
    const paths = Array.from({ length: 1_300 }, (_, n) => `/p${n}`);
    const site = {
      ...Object.fromEntries(paths.map((path) => [path, page(path)])),
      "/sitemap.xml": index("/1.xml", "/2.xml"),
      "/1.xml": urlset(...paths.slice(0, 1_200)),
      "/2.xml": urlset(...paths.slice(1_200)),
    };
    const { items, pages, largestState } = await collectSite(site, planOf([sitemap()]), {
      keepsWorker: false,
    });
    expect(names(items)).toEqual(paths);
    expect(pages).toBe(1_300);
    expect(largestState).toBeLessThan(60_000);
  });

  it("continues without missing sitemaps and pages, and says that pages may be missing", async () => {
    const site = {
      ...SHOP,
      "/sitemap.xml": index("/gone.xml", "/here.xml"),
      "/here.xml": urlset("/a", "/gone", "/b"),
    };
    const { items, logs, lacksRecords } = await collectSite(site, planOf([sitemap()]));
    expect(names(items)).toEqual(["/a", "/b"]);
    expect(lacksRecords).toBe(true);
    expect(logs).toContainEqual(expect.stringMatching(/^warn all: skipped the sitemap .*gone\.xml.*404/));
    expect(logs).toContainEqual(expect.stringMatching(/^warn all: skipped .*\/gone: .*404/));
  });

  it("fails if there is no sitemap at all, unless the step is optional", async () => {
    expect(await failureOf(collectSite(SHOP, planOf([sitemap()])))).toMatchObject({
      code: "target-failed",
      step: "all",
      httpStatus: 404,
    });
    const steps = [sitemap({ optional: true }), { type: "extract", fields: ["name: h1"] } as Step];
    expect(names((await collectSite({ ...SHOP, "/": page("home") }, planOf(steps))).items)).toEqual(["home"]);
  });

  it("ends when indexes refer to each other in a circle", async () => {
    const site = { ...SHOP, "/sitemap.xml": index("/sitemap.xml", "/b.xml"), "/b.xml": urlset("/b") };
    const { fetched, lacksRecords } = await collectSite(site, planOf([sitemap()]));
    expect(fetched.filter((path) => path === "/sitemap.xml").length).toBeLessThan(10);
    expect(lacksRecords).toBe(true);
  });

  it("stops at the page limit", async () => {
    const site = { ...SHOP, "/sitemap.xml": urlset("/a", "/b", "/c") };
    const { visits, logs } = await collectSite(
      site,
      planOf([sitemap()], { limits: { maxPages: 2, maxItems: 9 } }),
    );
    expect(visits).toHaveLength(2);
    expect(logs).toContain("warn Stopped: the limit of 2 pages is reached.");
  });

  it("opens each page for the following steps", async () => {
    const site = { ...SHOP, "/": page("home"), "/sitemap.xml": urlset("/a") };
    const steps = [sitemap(), { type: "extract", fields: ["name: h1"] } as Step];
    expect(names((await collectSite(site, planOf(steps))).items)).toEqual(["/a", "home"]);
  });
});

describe("robots.txt in a collection", () => {
  const LIST = '<a class="i" href="/a">a</a><a class="i" href="/b">b</a><a rel="next" href="/p2">next</a>';
  const COLLECT: Step[] = [
    { type: "extract", selector: ".i", fields: ["link: @href"] },
    { type: "follow", selector: ":scope", steps: [{ type: "extract", fields: ["name: h1"] }] },
    { type: "paginate" },
  ];
  const rulesOf = (text: string): Site => ({
    ...SHOP,
    "/": LIST,
    "/p2": '<a class="i" href="/c">c</a>',
    "/robots.txt": `User-agent: *\n${text}`,
  });

  it("stops it at a disallowed start page, and the error says what to do", async () => {
    const failure = await failureOf(collectSite(rulesOf("Disallow: /$"), planOf(COLLECT)));
    expect(failure).toMatchObject({
      code: "robots-disallowed",
      url: `${BASE}/`,
      retryable: false,
      message: expect.stringContaining('set robots to "ignore"'),
    });
    const ignoring = await collectSite(rulesOf("Disallow: /"), planOf(COLLECT, { robots: "ignore" }));
    expect(names(ignoring.items)).toEqual(["/a", "/b", "/c"]);
    expect(ignoring.fetched).not.toContain("/robots.txt");
  });

  it("skips disallowed pages with a warning, and makes the collection partial", async () => {
    const { items, logs, lacksRecords } = await collectSite(
      rulesOf("Disallow: /b\nDisallow: /p2"),
      planOf(COLLECT),
    );
    expect(names(items)).toEqual(["/a", undefined]);
    expect(lacksRecords).toBe(true);
    const skipped = logs.filter((line) => /^warn .*skipped .*robots\.txt/.test(line));
    expect(skipped).toEqual([expect.stringContaining(`${BASE}/b:`), expect.stringContaining(`${BASE}/p2:`)]);
  });

  it("fails it temporarily if robots.txt cannot be read", async () => {
    const down = new TargetError("target-failed", "The target answered with status 503.", {
      retryable: true,
      httpStatus: 503,
    });
    const site = { ...rulesOf(""), "/robots.txt": down };
    expect(await failureOf(collectSite(site, planOf(COLLECT)))).toMatchObject({
      code: "target-failed",
      retryable: true,
      httpStatus: 503,
    });
  });

  it("delays requests briefly within a worker, and suspends the run for a long delay without losing or repeating anything", async () => {
    for (const [delay, workers] of [
      [2, 1],
      [20, 5],
    ] as const) {
      const { items, visits, batches, fetched, logs } = await collectSite(
        rulesOf(`Crawl-delay: ${delay}`),
        planOf(COLLECT),
      );
      expect(names(items)).toEqual(["/a", "/b", "/c"]);
      expect(visits).toEqual([
        ["/", 0],
        ["/a", delay],
        ["/b", 2 * delay],
        ["/p2", 3 * delay],
        ["/c", 4 * delay],
      ]);
      expect(batches.filter(({ resumeAfterMs }) => resumeAfterMs).length + 1).toBe(workers);
      expect(fetched.filter((path) => path === "/robots.txt")).toHaveLength(1);
      expect(logs.filter((line) => line.includes(`asks for ${delay} s`))).toHaveLength(1);
    }
  });
});
