import { describe, expect, it } from "@jest/globals";
import { CollectionError, collectNext, startCollection } from "../../../../src/engine/collection/index.ts";
import type { FetchPage } from "../../../../src/engine/page/index.ts";
import { failureOf } from "../loopback.ts";

import { collect, createDeps, FOLLOW, fail, NAMES, PAGINATE, SHOP } from "./shop.ts";
import { BASE, NOW, planOf } from "./site.ts";

describe("collection: errors", () => {
  it.each([
    ["the first page", { "/": fail(404) }, undefined, `${BASE}/`],
    ["a page of the list", { ...SHOP, "/p2": fail(500) }, "steps[2]", `${BASE}/p2`],
    ["a followed page", { ...SHOP, "/item/bb": fail(500) }, "steps[1]", `${BASE}/item/bb`],
  ])("name step, URL and status if %s fails", async (_what, site, step, url) => {
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

  it("on optional steps do not end the collection", async () => {
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

  it("with a long Retry-After suspend the collection without losing anything, up to a limit", async () => {
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

  it("pass on the reason of an aborted signal", async () => {
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

  it("say that interact flows need a browser", async () => {
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
    "fetch no more than %i pages and keep every record found",
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

  it.each([1, 2, 3, 4, 5])("return no more than %i items and open no pages for others", async (maxItems) => {
    const { items, fetched, logs } = await collect(
      SHOP,
      planOf([NAMES, FOLLOW, PAGINATE], { limits: { maxPages: 100, maxItems } }),
    );
    expect(items).toHaveLength(maxItems);
    expect(fetched.filter((path) => path.startsWith("/item/"))).toHaveLength(maxItems);
    expect(logs.some((line) => line.includes("limit of"))).toBe(maxItems < 5);
  });
});
