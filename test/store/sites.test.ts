/** Runs over a list of sites, on several workers that die. */
import { describe, expect, it } from "@jest/globals";
import type { Step } from "../../src/contract/steps/steps.ts";
import { engineOver, openSplitRun } from "../helpers/splitRun.ts";

const SITES = 16;
const PAGES = 4;

const startOf = (site: number): string => `https://site-${site}.test/`;
const STARTS = Array.from({ length: SITES }, (_, site) => startOf(site));
/** Each start links to the pages of its site. */
const htmlOf = (url: string): string => {
  const links = Array.from({ length: PAGES }, (_, n) => `<a href="/${n}">${n}</a>`).join("");
  return `<title>${url}</title><h1>${url}</h1>${new URL(url).pathname === "/" ? links : ""}`;
};
const ALL = STARTS.flatMap((start) => [start, ...Array.from({ length: PAGES }, (_, n) => `${start}${n}`)]);
const CRAWL: Step[] = [{ type: "crawl", steps: [{ type: "extract", fields: ["at: h1"] }] }];

const openSites = (limits = {}) => openSplitRun("scale", limits, STARTS, { steps: CRAWL, eachUrl: "site" });
const engine = () => engineOver(undefined, htmlOf);

describe("a run over a list of sites", () => {
  it("collects each site in its shard, in the order of the list, with one outcome each", async () => {
    const { work, read, id, readItems, readSites, store, account } = await openSites();
    await work(4, engine);
    expect(await read(id)).toMatchObject({
      status: "completed",
      shards: 4,
      itemsExtracted: ALL.length,
      sites: { completed: SITES, failed: 0, skipped: 0 },
    });
    expect(await readItems()).toEqual(ALL);
    expect((await readSites()).map(({ url, items }) => [url, items])).toEqual(
      STARTS.map((url) => [url, PAGES + 1]),
    );
    expect(await store.slots.countUsed(account.id)).toBe(0);
  });

  it("loses and duplicates nothing if workers crash at any call and messages are delivered twice", async () => {
    const { work, read, id, sent, pass, tick, readItems, readSites } = await openSites();
    let calls = 0;
    let deaths = 0;
    const dying = () =>
      engineOver(() => {
        calls += 1;
        // What was collected before is committed.
        pass(2_000);
        if (calls % 3 !== 0) return;
        deaths += 1;
        throw new Error("the machine is gone");
      }, htmlOf);
    for (let rounds = 0; (await read(id)).finishedAt === null && rounds < 60; rounds += 1) {
      sent.push(...sent.map((message) => ({ ...message })));
      await work(4, dying).catch(() => {});
      pass(61_000);
      await tick();
    }
    expect(await read(id)).toMatchObject({ status: "completed", itemsExtracted: ALL.length });
    expect(deaths).toBeGreaterThan(2);
    expect(await readItems()).toEqual(ALL);
    expect((await readSites()).map(({ url }) => url)).toEqual(STARTS);
  });

  it("reports an outcome for each site if the run's limit is reached", async () => {
    const { work, read, id, readSites, readItems } = await openSites({ maxPages: 30 });
    await work(4, engine);
    const run = await read(id);
    expect(run).toMatchObject({ status: "completed", pagesFetched: 30 });
    const sites = await readSites();
    expect(sites.map(({ url }) => url)).toEqual(STARTS);
    expect(sites.reduce((sum, { items }) => sum + items, 0)).toBe(run.itemsExtracted);
    expect(await readItems()).toHaveLength(run.itemsExtracted);
    expect(sites.some(({ error }) => error?.code === "limit-reached")).toBe(true);
  });
});
