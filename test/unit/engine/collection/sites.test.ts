import { describe, expect, it } from "@jest/globals";
import type { Step } from "../../../../src/contract/steps/steps.ts";
import { failureOf } from "../loopback.ts";
import { collectSite, planOf, type Site } from "./site.ts";

const PAGES = 5;
const host = (site: number) => `http://site${site}.test`;
const home = (site: number) => `${host(site)}/`;

/** Each site links from its start to its pages. */
const siteOf = (site: number): Site => ({
  [home(site)]:
    `<h1>${site}:home</h1><p>About ${site}.</p>${Array.from({ length: PAGES }, (_, n) => `<a href="/${n}">page ${n}</a>`).join("")}`,
  ...Object.fromEntries(
    Array.from({ length: PAGES }, (_, n) => [
      `${host(site)}/${n}`,
      `<h1>${site}:${n}</h1><p>Text ${n} of ${site}.</p>`,
    ]),
  ),
});
const web = (count: number): Site => Object.assign({}, ...Array.from({ length: count }, (_, n) => siteOf(n)));
const crawl: Step[] = [{ type: "crawl", steps: [{ type: "extract", fields: ["name: h1"] }] }];
const sitesOf = (count: number, options: object = {}, steps = crawl) =>
  planOf(steps, { urls: Array.from({ length: count }, (_, n) => home(n)), sites: {}, ...options });
const names = (items: readonly Record<string, unknown>[]) => items.map(({ name }) => name);
const sitesIn = ({ batches }: Awaited<ReturnType<typeof collectSite>>) =>
  batches.flatMap(({ siteOutcomes = [] }) => siteOutcomes);
const all = (site: number) => [`${site}:home`, ...Array.from({ length: PAGES }, (_, n) => `${site}:${n}`)];

describe("a list of sites", () => {
  it.each([
    ["one worker, several sites at once", { keepsWorker: true, mayLeave: true }],
    ["one worker, one after the other", { keepsWorker: true }],
    ["a worker for each batch", { keepsWorker: false }],
  ])("is crawled from each URL, with items in the order of the list: %s", async (_, how) => {
    const run = await collectSite(web(12), sitesOf(12), how);
    expect(names(run.items)).toEqual(Array.from({ length: 12 }, (_, site) => all(site)).flat());
    expect(sitesIn(run)).toEqual(
      Array.from({ length: 12 }, (_, site) => ({
        url: home(site),
        status: "completed",
        pages: PAGES + 1,
        failedPages: 0,
        items: PAGES + 1,
        error: null,
      })),
    );
    expect(new Set(run.visits.map(([url]) => url)).size).toBe(run.visits.length);
    expect(run.lacksRecords).toBe(false);
  });

  it("continues when a site cannot be read, and says why", async () => {
    const { [home(1)]: _, ...rest } = web(3);
    const run = await collectSite(rest, sitesOf(3), { mayLeave: true });
    expect(names(run.items)).toEqual([...all(0), ...all(2)]);
    expect(sitesIn(run).map(({ status, error }) => [status, error?.httpStatus])).toEqual([
      ["completed", undefined],
      ["failed", 404],
      ["completed", undefined],
    ]);
    expect(run.lacksRecords).toBe(true);
    expect(run.logs).toContainEqual(expect.stringMatching(/^warn http:\/\/site1\.test\/: failed .*404/));
    expect(run.logs.filter((line) => line.startsWith("info"))).toEqual([]);
  });

  it("fails if every site fails, after trying them all", async () => {
    const error = await failureOf(collectSite({}, sitesOf(3)));
    expect(error).toMatchObject({ code: "target-failed", httpStatus: 404, url: home(0) });
  });

  it("stays within the limits of each site", async () => {
    const run = await collectSite(web(3), sitesOf(3, { sites: { maxPages: 2 } }), { mayLeave: true });
    expect(sitesIn(run).map(({ status, pages, items }) => [status, pages, items])).toEqual(
      Array.from({ length: 3 }, () => ["completed", 2, 2]),
    );
    const fewItems = await collectSite(web(3), sitesOf(3, { sites: { maxItems: 3 } }));
    expect(sitesIn(fewItems).map(({ status, items }) => [status, items])).toEqual(
      Array.from({ length: 3 }, () => ["completed", 3]),
    );
  });

  it.each([true, false])(
    "stays within the run's limits, and reports the outcome of each site (%s)",
    async (mayLeave) => {
      const run = await collectSite(web(4), sitesOf(4, { limits: { maxPages: 10, maxItems: 1_000 } }), {
        mayLeave,
      });
      expect(run.pages).toBe(10);
      const outcomes = sitesIn(run);
      expect(outcomes.map(({ url }) => url)).toEqual([0, 1, 2, 3].map(home));
      expect(outcomes.reduce((sum, { pages }) => sum + pages, 0)).toBe(10);
      expect(outcomes.reduce((sum, { items }) => sum + items, 0)).toBe(run.items.length);
      expect(outcomes.at(-1)).toMatchObject({ status: "skipped", error: { code: "limit-reached" } });
      expect(run.logs).toContain("warn Stopped: the limit of 10 pages is reached.");
      const few = await collectSite(web(4), sitesOf(4, { limits: { maxPages: 1_000, maxItems: 8 } }), {
        mayLeave,
      });
      expect(names(few.items)).toEqual([...all(0), ...all(1)].slice(0, 8));
      expect(sitesIn(few).map(({ items }) => items)).toEqual([6, 2, 0, 0]);
    },
  );

  it("reads the sitemap of each", async () => {
    const map = (site: number) => `<urlset><url><loc>${host(site)}/1</loc></url></urlset>`;
    const site = { ...web(2), ...Object.fromEntries([0, 1].map((n) => [`${host(n)}/sitemap.xml`, map(n)])) };
    const steps: Step[] = [{ type: "sitemap", steps: [{ type: "extract", fields: ["name: h1"] }] }];
    const run = await collectSite(site, sitesOf(2, {}, steps), { mayLeave: true });
    expect(names(run.items)).toEqual(["0:1", "1:1"]);
  });

  it("has a state that grows with the open sites, not with the list", async () => {
    const run = await collectSite(web(200), sitesOf(200), { mayLeave: true });
    expect(run.items).toHaveLength(200 * (PAGES + 1));
    expect(run.largestState).toBeLessThan(80_000);
  });
});
