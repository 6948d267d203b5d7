import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "@jest/globals";
import {
  type CollectionBatch,
  type CollectionState,
  collectNext,
  createFlights,
  startCollection,
} from "../../../../src/engine/collection/index.ts";
import type { FetchPage } from "../../../../src/engine/page/index.ts";
import { failureOf } from "../loopback.ts";
import { createDeps, fail } from "./shop.ts";
import { BASE, NOW, planOf } from "./site.ts";

const PLAN = planOf([{ type: "follow", selector: "a", steps: [{ type: "extract", fields: ["title: h1"] }] }]);
const names = Array.from({ length: 60 }, (_, n) => `n${n}`);
const SITE: Record<string, string | Error> = {
  "/": names.map((name) => `<a href="/${name}">${name}</a>`).join(""),
  ...Object.fromEntries(names.map((name) => [`/${name}`, `<h1>${name}</h1>`])),
};
/** More than a page takes that nobody waits for. */
const MANY_TURNS = 50;

/** A worker whose pages are late until they are let through. */
const createWorker = (site: typeof SITE, late: readonly string[] = []) => {
  const { fetchPage: fetchNow } = createDeps(site);
  const fetched: string[] = [];
  const open = new Map<string, () => void>();
  const fetchPage: FetchPage = async (url, options) => {
    const path = url.slice(BASE.length);
    fetched.push(path);
    if (late.includes(path)) await new Promise<void>((resolve) => open.set(path, resolve));
    return fetchNow(url, options);
  };
  const deps = { fetchPage, flights: createFlights(), now: Date.now, signal: new AbortController().signal };
  let state: CollectionState = startCollection(PLAN);
  return {
    fetched,
    letThrough: (path: string) => open.get(path)?.(),
    next: async (): Promise<CollectionBatch> => {
      const batch = await collectNext(deps, PLAN, state);
      state = JSON.parse(JSON.stringify(batch.state)) as CollectionState;
      return batch;
    },
  };
};

describe("a page of a batch", () => {
  it("is released when its task is done, even if another page is still loading", async () => {
    setFlagsFromString("--expose-gc");
    const collectGarbage = runInNewContext("gc") as () => void;
    const { fetchPage: fetchNow } = createDeps(SITE);
    const arrived = new Map<string, WeakRef<object>>();
    let letThrough = (): void => {};
    const late = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    const fetchPage: FetchPage = async (url, options) => {
      if (url.endsWith("/n1")) await late;
      const page = await fetchNow(url, options);
      arrived.set(url.slice(BASE.length), new WeakRef(page));
      return page;
    };
    const deps = { ...createDeps(SITE), fetchPage };
    const { state } = await collectNext(deps, PLAN, startCollection(PLAN));
    const batch = collectNext(deps, PLAN, state);
    const isHeld = (): boolean => arrived.get("/n0")?.deref() !== undefined;
    for (let turn = 0; turn < MANY_TURNS && (!arrived.has("/n0") || isHeld()); turn++) {
      await nextTurn();
      collectGarbage();
    }
    expect(arrived.has("/n0")).toBe(true);
    expect(isHeld()).toBe(false);
    letThrough();
    expect((await batch).items).toContainEqual({ title: "n1" });
  });
});

describe("pages that are still loading at the end of a batch", () => {
  it("do not delay other pages, and are opened once", async () => {
    const { next, letThrough, fetched } = createWorker(SITE, ["/n1"]);
    const batches = [await next(), await next()];
    const waiting = batches.at(-1);
    expect(waiting?.items).toEqual([{ title: "n0" }]);
    expect(waiting?.pages).toBe(59);
    expect(waiting?.state.frontier[0]).toMatchObject({ kind: "link" });
    setTimeout(() => letThrough("/n1"), 20);
    batches.push(await next());
    expect(batches.at(-1)?.done).toBe(true);
    expect(batches.flatMap(({ items }) => items)).toEqual(names.map((title) => ({ title })));
    expect(batches.reduce((sum, { pages }) => sum + pages, 0)).toBe(61);
    expect(fetched.filter((path) => path === "/n1")).toHaveLength(1);
    expect(fetched).toHaveLength(61);
  });

  it("are requested again by another worker", async () => {
    const first = createWorker(SITE, ["/n1"]);
    await first.next();
    const { state } = await first.next();
    const deps = { ...createDeps(SITE), flights: createFlights() };
    const last = await collectNext(deps, PLAN, JSON.parse(JSON.stringify(state)) as CollectionState);
    expect(last).toMatchObject({ done: true, pages: 1 });
    expect(last.items).toHaveLength(59);
  });

  it("end the collection if one fails, after the results of the others are kept", async () => {
    const { next, fetched } = createWorker({ ...SITE, "/n3": fail(500) });
    await next();
    const batch = await next();
    expect(batch.done).toBe(false);
    expect(batch.items).toEqual(["n0", "n1", "n2"].map((title) => ({ title })));
    const { length } = fetched;
    expect(await failureOf(next())).toMatchObject({ url: `${BASE}/n3`, httpStatus: 500 });
    expect(fetched).toHaveLength(length);
  });

  it("are limited like all pages", async () => {
    const plan = { ...PLAN, limits: { maxPages: 5_000, maxItems: 7 } };
    const deps = { ...createDeps(SITE), flights: createFlights(), now: () => NOW };
    let state: CollectionState = startCollection(plan);
    const items: unknown[] = [];
    for (let isDone = false; !isDone; ) {
      const batch = await collectNext(deps, plan, state);
      items.push(...batch.items);
      ({ state, done: isDone } = batch);
    }
    expect(items).toEqual(names.slice(0, 7).map((title) => ({ title })));
  });
});
