import { describe, expect, it } from "@jest/globals";
import type { SearchEngine } from "../../src/adapters/searxng.ts";
import { DomainError } from "../../src/contract/errors.ts";
import { findResults } from "../../src/domain/search/findResults.ts";
import { createWebhookWorld } from "../helpers/webhookWorld.ts";

const MONTH = "2026-11";
const LIMIT = 500;

const setUp = async (used: number, search: SearchEngine["search"]) => {
  const world = createWebhookWorld();
  const account = await world.open();
  const { store, accountId, deps } = world;
  if (used > 0)
    await store.commit([{ kind: "update", key: store.usage.key(accountId, MONTH), add: { searches: used } }]);
  const caller = { account: Promise.resolve(account) };
  const query = { text: "ferry", category: "general", limit: 10 } as const;
  const { signal } = new AbortController();
  return {
    find: (further?: AbortSignal) =>
      findResults({ ...deps, searchEngine: { search } }, caller, query, signal, further),
    counted: async () => (await store.usage.get(accountId, MONTH))?.searches ?? 0,
  };
};

const NOTHING = { found: [], leftOut: [], suggestions: [], unresponsive: [] };

describe("the monthly limit of searches", () => {
  it("allows exactly what the plan includes, however many are requested at once", async () => {
    let answered = 0;
    const { find, counted } = await setUp(LIMIT - 3, async () => {
      answered += 1;
      return NOTHING;
    });
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => find()));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(answered).toBe(3);
    expect(await counted()).toBe(LIMIT);
    await expect(find()).rejects.toMatchObject({
      code: "quota-exceeded",
      message: expect.stringMatching(/500 searches per month.*upgrade with POST \/checkout.*2026-12-01/),
    });
  });

  it("counts only searches that were answered", async () => {
    const { find, counted } = await setUp(0, () => Promise.reject(new DomainError("unavailable", "No.")));
    await expect(find()).rejects.toMatchObject({ code: "unavailable" });
    expect(await counted()).toBe(0);
  });
});

describe("results that are left out", () => {
  it("are counted once per URL, and each if they have no URL", async () => {
    const { find } = await setUp(0, async ({ page }) => ({
      ...NOTHING,
      leftOut: page === 1 ? ['"ftp://a.example/"', '"ftp://a.example/"', null, null] : [],
    }));
    expect((await find()).warnings).toEqual([
      "Left out because they are not public web addresses: 3 results.",
    ]);
  });
});

describe("further results", () => {
  it("have a separate time limit, so that found results are kept", async () => {
    const { find, counted } = await setUp(0, async ({ page }, signal) => {
      if (signal.aborted) throw new DomainError("timeout", "No answer in time.");
      const [title, description] = [`Page ${page}`, ""];
      const about = { publishedAt: null, imageUrl: null, imageSize: null, engines: [] };
      return { ...NOTHING, found: [{ url: `https://a.example/${page}`, title, description, ...about }] };
    });
    const { results, warnings } = await find(AbortSignal.abort());
    expect(results.map(({ title }) => title)).toEqual(["Page 1"]);
    expect(warnings).toEqual(["Further results could not be read: No answer in time."]);
    expect(await counted()).toBe(1);
  });
});
