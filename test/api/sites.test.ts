import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Api, endOfRun, newAccount } from "../helpers/api.ts";
import { type PageServer, type ServedPage, startPageServer } from "../helpers/pageServer.ts";

const SITES = 16;
const PAGES = ["/a", "/b", "/c"];
/** The site whose start is gone until it is repaired. */
const BROKEN = 3;

let sites: readonly PageServer[];
let api: Api;
let isRepaired = false;

const page = (name: string, links: readonly string[] = []) => ({
  body: `<title>${name}</title><h1>${name}</h1><p>All about ${name}.</p>${links.map((link) => `<a href="${link}">${link}</a>`).join("")}`,
});
const serve = (site: number): Promise<PageServer> => {
  const start: ServedPage = () =>
    site === BROKEN && !isRepaired ? { ...page("gone"), status: 404 } : page(`${site}/`, PAGES);
  return startPageServer({
    "/": start,
    ...Object.fromEntries(PAGES.map((path) => [path, page(`${site}${path}`)])),
  });
};
const namesOf = (site: number) => ["/", ...PAGES].map((path) => `${site}${path}`);

beforeAll(async () => {
  sites = await Promise.all(Array.from({ length: SITES }, (_, site) => serve(site)));
  api = await newAccount();
});
afterAll(async () => {
  await Promise.all(sites.map((site) => site.stop()));
});

const starts = () => sites.map(({ url }) => `${url}/`);
const crawl = (options: object = {}) => ({
  name: "Every site",
  mode: "extract",
  url: sites[0]?.url,
  urls: starts(),
  pace: { concurrency: 2, delayMs: 0 },
  steps: [{ type: "crawl", maxPages: 10, steps: [{ type: "extract", fields: ["name: h1"] }] }],
  ...options,
});
const makeFlow = async (options: object = {}): Promise<string> => {
  const { status, body } = await api.post("/flows", crawl(options));
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data.id;
};
const runOf = async (flowId: string, given: object = {}) =>
  endOfRun(api, (await api.post("/runs", { flowId, ...given })).body.data.id);
const itemsOf = async (id: string) =>
  (await api.get(`/runs/${id}/items?limit=200`)).body.data.map(({ name }: { name: string }) => name);
const sitesOf = async (id: string, query = "") => (await api.get(`/runs/${id}/sites?limit=100${query}`)).body;

describe("a flow over a list of sites", () => {
  it("crawls each site on several workers, reports its outcome, and retries failed sites", async () => {
    const flowId = await makeFlow();
    expect((await api.get(`/flows/${flowId}`)).body.data.eachUrl).toBe("site");
    const run = await runOf(flowId);
    const readable = Array.from({ length: SITES }, (_, site) => site).filter((site) => site !== BROKEN);
    expect(run).toMatchObject({
      status: "completed",
      itemsExtracted: readable.length * 4,
      sites: { completed: SITES - 1, failed: 1, skipped: 0 },
    });
    expect(run.logs.map(({ message }: { message: string }) => message)).toContainEqual(
      expect.stringMatching(/^16 sites are split into \d+ shards, by origin\.$/),
    );
    expect(await itemsOf(run.id)).toEqual(readable.flatMap(namesOf));
    const all = await sitesOf(run.id);
    expect(all.total).toBe(SITES);
    expect(all.data.map(({ url }: { url: string }) => url)).toEqual(starts());
    expect(all.data[0]).toEqual({
      url: `${sites[0]?.url}/`,
      status: "completed",
      pages: 4,
      failedPages: 0,
      items: 4,
      error: null,
    });
    const failed = await sitesOf(run.id, "&status=failed");
    expect(failed.data).toMatchObject([
      { url: `${sites[BROKEN]?.url}/`, status: "failed", items: 0, error: { httpStatus: 404 } },
    ]);

    isRepaired = true;
    const { body } = await api.post(`/runs/${run.id}/retry`, { from: "failed" });
    const again = await endOfRun(api, body.data.id);
    expect(again).toMatchObject({ status: "completed", sites: { completed: 1, failed: 0, skipped: 0 } });
    expect(await itemsOf(again.id)).toEqual(namesOf(BROKEN));
    const nothing = await api.post(`/runs/${again.id}/retry`, { from: "failed" });
    expect(nothing).toMatchObject({ status: 409, body: { error: { code: "conflict" } } });
  });

  it("stays within the limits of each site and of the run", async () => {
    isRepaired = true;
    const flowId = await makeFlow({ limits: { maxPagesPerSite: 2, maxItems: 21 } });
    const run = await runOf(flowId);
    expect(run).toMatchObject({ status: "completed", itemsExtracted: 21 });
    const { data } = await sitesOf(run.id);
    expect(data).toHaveLength(SITES);
    for (const { pages } of data) expect(pages).toBeLessThanOrEqual(2);
    const cut: { error: { code: string } }[] = data.filter(
      ({ status }: { status: string }) => status !== "completed",
    );
    expect(cut.length).toBeGreaterThan(0);
    for (const { error } of cut) expect(error.code).toBe("limit-reached");
  });

  it("opens only the pages themselves if each URL is a page", async () => {
    isRepaired = true;
    const flowId = await makeFlow({ eachUrl: "page" });
    const run = await runOf(flowId);
    expect(run).toMatchObject({ status: "completed", itemsExtracted: SITES });
    expect(run.sites).toBeUndefined();
    expect((await sitesOf(run.id)).data).toEqual([]);
    const asSites = await runOf(flowId, { urls: starts().slice(0, 2), eachUrl: "site" });
    expect(await itemsOf(asSites.id)).toEqual([0, 1].flatMap(namesOf));
  });

  it("fails if every site fails", async () => {
    const flowId = await makeFlow({ urls: starts().map((url) => `${url}nowhere`) });
    const run = await runOf(flowId);
    expect(run).toMatchObject({ status: "failed", error: { httpStatus: 404 } });
    expect((await sitesOf(run.id, "&status=failed")).total).toBe(SITES);
  });
});
