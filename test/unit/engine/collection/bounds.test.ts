import { describe, expect, it } from "@jest/globals";
import { CollectionError, collectNext, startCollection } from "../../../../src/engine/collection/index.ts";
import type { FetchPage } from "../../../../src/engine/page/index.ts";
import { failureOf } from "../loopback.ts";

import { collect, createDeps, FOLLOW, fail, NAMES, PAGINATE, SHOP } from "./shop.ts";
import { BASE, NOW, planOf } from "./site.ts";

describe("collection: faults", () => {
  it.each([
    ["the first page", { "/": fail(404) }, undefined, `${BASE}/`],
    ["a page of the list", { ...SHOP, "/p2": fail(500) }, "steps[2]", `${BASE}/p2`],
    ["a followed page", { ...SHOP, "/item/bb": fail(500) }, "steps[1]", `${BASE}/item/bb`],
  ])("names step, address and status where %s fails", async (_what, site, step, url) => {
    const failure = await failureOf(collect(site, planOf([NAMES, FOLLOW, PAGINATE])));
    expect(failure).toBeInstanceOf(CollectionError);
    expect(failure).toMatchObject({
      code: "target-failed",
      step,
      url,
      retryable: false,
      httpStatus: expect.any(Number),
    });
  });

  it("goes on without the pages of optional steps", async () => {
    const site = { ...SHOP, "/p2": fail(500), "/item/bb": fail(500) };
    const { items, logs } = await collect(
      site,
      planOf([NAMES, { ...FOLLOW, optional: true }, { ...PAGINATE, optional: true }]),
    );
    expect(items.map(({ name, full }) => [name, full])).toEqual([
      ["a", "a in full"],
      ["bb", undefined],
    ]);
    expect(logs.filter((line) => line.startsWith("warn"))).toHaveLength(2);
  });

  it("is put down, with nothing lost, where the target asks for a long pause, but not forever", async () => {
    const site: Record<string, string | Error> = {
      ...SHOP,
      "/p2": fail(429, { retryable: true, retryAfterMs: 60_000 }),
    };
    const plan = planOf([NAMES, PAGINATE]);
    const first = await collectNext(createDeps(site), plan, startCollection(plan));
    let paused = await collectNext(createDeps(site), plan, first.state);
    expect(paused).toMatchObject({ items: [], pages: 0, done: false, resumeAfterMs: 60_000 });
    expect((await collectNext(createDeps(SHOP), plan, paused.state)).items).toMatchObject([{ name: "ccc" }]);
    for (let times = 1; times < 5; times++) paused = await collectNext(createDeps(site), plan, paused.state);
    expect(await failureOf(collectNext(createDeps(site), plan, paused.state))).toMatchObject({
      retryable: true,
      httpStatus: 429,
    });
  });

  it("hands on the reason of an aborted signal", async () => {
    const caller = new AbortController();
    const reason = new Error("cancelled");
    const fetchPage: FetchPage = async () => {
      caller.abort(reason);
      throw reason;
    };
    const plan = planOf([]);
    const deps = { fetchPage, now: () => NOW, signal: caller.signal };
    expect(await failureOf(collectNext(deps, plan, startCollection(plan)))).toBe(reason);
  });

  it("hands interact flows to a browser, and says so", async () => {
    const plan = planOf([], { mode: "interact" });
    expect(await collectNext(createDeps(SHOP), plan, startCollection(plan))).toMatchObject({
      needsBrowser: true,
      done: false,
      logs: [{ level: "info", message: "This flow asks for a browser: the run continues in a browser." }],
    });
  });
});

describe("collection: limits", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "fetches no more than %i pages and keeps every record found",
    async (maxPages) => {
      const { pages, fetched, items, logs } = await collect(
        SHOP,
        planOf([NAMES, FOLLOW, PAGINATE], { limits: { maxPages, maxItems: 100 } }),
      );
      expect(pages).toBe(maxPages);
      expect(fetched).toHaveLength(maxPages);
      expect(items).toHaveLength(maxPages < 4 ? 2 : maxPages < 6 ? 3 : 5);
      expect(logs.some((line) => line.includes("limit of"))).toBe(maxPages < 8);
    },
  );

  it.each([1, 2, 3, 4, 5])(
    "hands out no more than %i items and opens no page for others",
    async (maxItems) => {
      const { items, fetched, logs } = await collect(
        SHOP,
        planOf([NAMES, FOLLOW, PAGINATE], { limits: { maxPages: 100, maxItems } }),
      );
      expect(items).toHaveLength(maxItems);
      expect(fetched.filter((path) => path.startsWith("/item/"))).toHaveLength(maxItems);
      expect(logs.some((line) => line.includes("limit of"))).toBe(maxItems < 5);
    },
  );
});
