import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Api, endOfRun, newAccount, until } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

const ORIGINS = 20;
const PAGES = ["/a", "/b", "/c", "/gone"];

let sites: readonly PageServer[];
let api: Api;
let flowId: string;
let delayMs = 0;
/** How long each site's last page takes. */
let lastDelayMs = 0;

const page = (name: string) => () => ({ body: `<title>${name}</title><h1>${name}</h1>`, delayMs });

beforeAll(async () => {
  const serve = (_: unknown, site: number) =>
    startPageServer({
      "/a": page(`${site}a`),
      "/b": page(`${site}b`),
      "/c": () => ({ ...page(`${site}c`)(), delayMs: lastDelayMs }),
    });
  sites = await Promise.all(Array.from({ length: ORIGINS }, serve));
  api = await newAccount("free");
  const flow = {
    name: "Many origins",
    mode: "extract",
    url: `${sites[0]?.url}/a`,
    urls: PAGES.flatMap((path) => sites.map(({ url }) => url + path)),
    steps: [{ type: "extract", fields: ["name: h1"] }],
  };
  flowId = (await api.post("/flows", flow)).body.data.id;
});
afterAll(async () => {
  await Promise.all(sites.map((site) => site.stop()));
});

const start = async () => (await api.post("/runs", { flowId })).body.data.id as string;
const itemsOf = async (id: string, cursor = ""): Promise<string[]> => {
  const { body } = await api.get(`/runs/${id}/items?limit=25${cursor}`);
  const names = body.data.map(({ name }: { name: string }) => name);
  return body.nextCursor ? [...names, ...(await itemsOf(id, `&cursor=${body.nextCursor}`))] : names;
};
/** By shard: the first half of the origins, then the second, each in the order of the list. */
const inOrder = [0, 1].flatMap((half) =>
  ["a", "b", "c"].flatMap((name) =>
    Array.from({ length: ORIGINS / 2 }, (_, site) => `${site + (half * ORIGINS) / 2}${name}`),
  ),
);

describe("a sharded run over twenty origins", () => {
  it("returns every item once and in order, and reports each URL", async () => {
    const run = await endOfRun(api, await start());
    expect(run).toMatchObject({
      status: "completed",
      itemsExtracted: 60,
      pagesFetched: 80,
      pages: { completed: 60, failed: 20, skipped: 0 },
    });
    expect(run.logs.map(({ message }: { message: string }) => message)).toContain(
      "80 URLs are split into 2 shards, by origin.",
    );
    expect(await itemsOf(run.id)).toEqual(inOrder);
    expect(run.outputPreview.map(({ name }: { name: string }) => name)).toEqual(inOrder.slice(0, 10));
    const failed = await api.get(`/runs/${run.id}/pages?status=failed`);
    expect(failed.body.data.map(({ url }: { url: string }) => url)).toEqual(
      sites.map(({ url }) => `${url}/gone`),
    );
    // Each page was asked for once: no worker did the work of another. What tests before left on these ports may ask too.
    for (const site of sites)
      expect(site.requests.filter((path) => PAGES.includes(path)).toSorted()).toEqual(PAGES);
  });

  it("can be cancelled, and keeps what its shards collected", async () => {
    // Slow enough for a commit before the last pages; those take longer than the slowest machine does to cancel.
    delayMs = 1_500;
    lastDelayMs = 25_000;
    const id = await start();
    const run = await until(
      async () => (await api.get(`/runs/${id}`)).body.data,
      ({ itemsExtracted }) => itemsExtracted > 0,
      60_000,
    );
    expect(run).toMatchObject({ status: "running" });
    expect((await api.post(`/runs/${id}/cancel`)).status).toBe(200);
    const ended = (await api.get(`/runs/${id}`)).body.data;
    expect(ended.status).toBe("cancelled");
    const items = await itemsOf(id);
    expect(items).toHaveLength(ended.itemsExtracted);
    expect(items).toEqual(inOrder.filter((name) => items.includes(name)));
    expect(items.length).toBeLessThan(60);
  });
});
