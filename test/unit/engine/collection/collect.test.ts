import { describe, expect, it } from "@jest/globals";
import type { Step } from "../../../../src/contract/steps.ts";
import { Steps } from "../../../../src/contract/steps.ts";
import {
  type CollectionBatch,
  CollectionError,
  type CollectionPlan,
  type CollectionState,
  collectNext,
  startCollection,
} from "../../../../src/engine/collection/index.ts";
import { TargetError } from "../../../../src/engine/egress/index.ts";
import { detectFormat, parseDocument } from "../../../../src/engine/extract/index.ts";
import type { FetchPage } from "../../../../src/engine/page/index.ts";
import { failureOf } from "../loopback.ts";

const BASE = "http://shop.test";
const NOW = Date.UTC(2026, 0, 31);

type Site = Readonly<Record<string, string | Error>>;

const fail = (httpStatus: number, options: { retryable?: boolean; retryAfterMs?: number } = {}) =>
  new TargetError("target-failed", `The target answered with status ${httpStatus}.`, {
    retryable: false,
    httpStatus,
    ...options,
  });

const createDeps = (site: Site) => {
  const fetched: string[] = [];
  let open = 0;
  let mostOpen = 0;
  const fetchPage: FetchPage = async (url) => {
    const path = url.replace(BASE, "");
    fetched.push(path);
    mostOpen = Math.max(mostOpen, ++open);
    await new Promise((resolve) => setImmediate(resolve));
    open--;
    const html = site[path] ?? fail(404);
    if (html instanceof Error) throw html;
    const format = detectFormat({ contentType: "text/html", text: html, url }) ?? "html";
    return {
      url,
      status: 200,
      html,
      format,
      document: parseDocument(html, { url, format }),
      fetchedAt: new Date(NOW).toISOString(),
    };
  };
  return {
    fetchPage,
    now: () => NOW,
    signal: new AbortController().signal,
    fetched,
    mostOpen: () => mostOpen,
  };
};

const createPlan = (steps: readonly Step[], options: Partial<CollectionPlan> = {}): CollectionPlan => ({
  url: `${BASE}/`,
  mode: "extract",
  steps: Steps.parse(steps),
  outputSchema: null,
  limits: { maxPages: 1_000, maxItems: 10_000 },
  ...options,
});

/** Runs to the end; between any two calls the state goes through JSON, as it does between workers. */
const collect = async (site: Site, plan: CollectionPlan) => {
  const deps = createDeps(site);
  const batches: CollectionBatch[] = [];
  let state: CollectionState = startCollection(plan);
  for (let calls = 0; calls < 500; calls++) {
    const before = JSON.stringify(state);
    const batch = await collectNext(deps, plan, state);
    expect(JSON.stringify(state)).toBe(before);
    batches.push(batch);
    state = JSON.parse(JSON.stringify(batch.state)) as CollectionState;
    if (!batch.done) continue;
    const items = batches.flatMap((each) => each.items);
    const logs = batches.flatMap((each) => each.logs.map(({ level, message }) => `${level} ${message}`));
    expect(state.items).toBe(items.length);
    return { items, logs, fetched: deps.fetched, pages: state.pages, batches, mostOpen: deps.mostOpen() };
  }
  throw new Error("does not end");
};

const list = (names: readonly string[], next?: string) =>
  `<ul>${names.map((name) => `<li><a href="/item/${name}">${name}</a></li>`).join("")}</ul>${next ? `<a rel="next" href="${next}">next</a>` : ""}`;
const detail = (name: string) => `<h1>${name} in full</h1><p class="price">£${name.length}.50</p>`;

const SHOP: Site = {
  "/": list(["a", "bb"], "/p2"),
  "/p2": list(["ccc"], "/p3#top"),
  "/p3": list(["dddd", "eeeee"], "/"),
  ...Object.fromEntries(["a", "bb", "ccc", "dddd", "eeeee"].map((name) => [`/item/${name}`, detail(name)])),
};
const NAMES: Step = { type: "extract", label: "names", selector: "li", fields: ["name: a", "url: a@href"] };
const PAGINATE: Step = { type: "paginate" };
const FOLLOW: Step = {
  type: "follow",
  selector: "a",
  steps: [{ type: "extract", fields: ["full: h1", "price"] }],
};

describe("collection: pages", () => {
  const SHELF = `<html><body><main><h1>Lamps</h1><ul>${["Anna", "Berta", "Clara", "Dora"]
    .map(
      (name) =>
        `<li class="card"><a href="/${name}"><h3>${name}</h3></a><p class="price">${name.length},50 €</p></li>`,
    )
    .join("")}</ul></main></body></html>`;

  it.each([
    ["no steps", []],
    ["a navigate step only", [{ type: "navigate" }]],
    ["an extract step that asks for nothing", [{ type: "extract" }]],
  ] as const)(
    "collects what the page holds, one thing or a list, for a flow with %s",
    async (_what, steps) => {
      const plan = createPlan([...steps]);
      const article = `<html lang="en"><head><title>The harbour</title></head><body><article><h1>The harbour</h1>
      <p>${"Ships come and go with the tide, and the crane stands still. ".repeat(5)}</p></article></body></html>`;
      const { items } = await collect({ "/": article }, plan);
      expect(items).toEqual([
        expect.objectContaining({
          title: "The harbour",
          language: "en",
          url: `${BASE}/`,
          content: expect.stringContaining("Ships come and go"),
          markdown: expect.stringContaining("# The harbour"),
        }),
      ]);
      const shelf = await collect({ "/": SHELF }, plan);
      expect(shelf.items.map(({ title, price, url }) => [title, price, url])).toEqual(
        ["Anna", "Berta", "Clara", "Dora"].map((name) => [name, name.length + 0.5, `${BASE}/${name}`]),
      );
    },
  );

  it("says so where a page holds nothing", async () => {
    const { items, logs } = await collect({ "/": "<html></html>" }, createPlan([]));
    expect(items).toEqual([]);
    expect(logs).toContain(`warn page: nothing was found on ${BASE}/`);
  });

  it("collects one record of the schema's names for a flow without steps", async () => {
    const plan = createPlan([], { outputSchema: { price: "price", missing: "string" } });
    expect((await collect({ "/": detail("a") }, plan)).items).toEqual([{ price: 1.5, missing: null }]);
  });

  it("collects a list by the schema for a flow without steps, up to the step's limit", async () => {
    const outputSchema = { name: "string", price: "price" } as const;
    const all = await collect({ "/": SHELF }, createPlan([], { outputSchema }));
    expect(all.items[3]).toEqual({ name: "Dora", price: 4.5 });
    expect(all.items).toHaveLength(4);
    const some = await collect({ "/": SHELF }, createPlan([{ type: "extract", limit: 2 }], { outputSchema }));
    expect(some.items).toHaveLength(2);
  });

  describe("that is JSON", () => {
    const json = JSON.stringify({
      total: 2,
      items: [
        { name: "A", price: 1.5, url: "/item/a" },
        { name: "B", price: 2, url: "/item/bb" },
      ],
    });

    it("is collected as it is, or by the names of fields", async () => {
      expect((await collect({ "/": json }, createPlan([]))).items).toEqual(JSON.parse(json).items);
      const named = createPlan([{ type: "extract", fields: ["price", "link"] }], {
        outputSchema: { link: "url", price: "price" },
      });
      expect((await collect({ "/": json }, named)).items).toEqual([
        { link: `${BASE}/item/a`, price: 1.5 },
        { link: `${BASE}/item/bb`, price: 2 },
      ]);
    });

    it("leads on to the pages that it names", async () => {
      const steps: Step[] = [
        { type: "extract" },
        { type: "follow", field: "url", steps: [{ type: "extract", fields: ["full: h1"] }] },
      ];
      const { items } = await collect({ ...SHOP, "/": json }, createPlan(steps));
      expect(items).toEqual([
        expect.objectContaining({ name: "A", full: expect.any(String) }),
        expect.objectContaining({ name: "B", full: expect.any(String) }),
      ]);
    });

    it("has nothing for selectors, and the run says so", async () => {
      await expect(collect({ "/": json }, createPlan([NAMES]))).rejects.toMatchObject({
        code: "target-failed",
        step: "names",
        message: expect.stringContaining("The page is JSON"),
      });
    });
  });

  it("pages through a list in order and does not go round in circles", async () => {
    const { items, fetched, logs, pages } = await collect(
      SHOP,
      createPlan([{ type: "navigate" }, NAMES, PAGINATE]),
    );
    expect(items.map(({ name }) => name)).toEqual(["a", "bb", "ccc", "dddd", "eeeee"]);
    expect(items[0]).toEqual({ name: "a", url: `${BASE}/item/a` });
    expect(fetched).toEqual(["/", "/p2", "/p3"]);
    expect(pages).toBe(3);
    expect(logs).toContainEqual(expect.stringContaining("opened before"));
    expect(logs).toContain(`info names: 2 records extracted from ${BASE}/ in 0 ms`);
  });

  it("stops at a step's maxPages, and where a pager leads on without end to empty pages", async () => {
    const two = await collect(SHOP, createPlan([NAMES, { type: "paginate", maxPages: 2 }]));
    expect(two.fetched).toEqual(["/", "/p2"]);
    const trap = Object.fromEntries(
      Array.from({ length: 300 }, (_, n) => [n === 0 ? "/" : `/${n}`, list(n < 2 ? ["x"] : [], `/${n + 1}`)]),
    );
    expect((await collect(trap, createPlan([NAMES, PAGINATE]))).fetched).toEqual(["/", "/1", "/2"]);
  });

  it("starts a new segment at each step that goes somewhere, after the last one is done", async () => {
    const steps: Step[] = [
      NAMES,
      PAGINATE,
      { ...NAMES, url: `${BASE}/other` },
      { type: "navigate", url: `${BASE}/item/a` },
      { type: "extract", fields: ["full: h1"] },
    ];
    const { items, fetched } = await collect({ ...SHOP, "/other": list(["z"]) }, createPlan(steps));
    expect(fetched).toEqual(["/", "/p2", "/p3", "/other", "/item/a"]);
    expect(items.slice(5)).toEqual([{ name: "z", url: `${BASE}/item/z` }, { full: "a in full" }]);
  });

  it("warns once where a selector matches nothing", async () => {
    const { logs, items } = await collect(
      SHOP,
      createPlan([{ type: "extract", label: "x", selector: "b", fields: ["a: i"] }]),
    );
    expect(items).toEqual([]);
    expect(logs).toContain(`warn x: 0 records matched \`b\` on ${BASE}/`);
  });

  it("puts the schema's fields first, missing ones null, others after them", async () => {
    const plan = createPlan([{ type: "extract", selector: "li", fields: ["extra: a", "name: a"] }], {
      outputSchema: { missing: "number", name: "string" },
    });
    const { items } = await collect(SHOP, plan);
    expect(Object.entries(items[0] ?? {})).toEqual([
      ["missing", null],
      ["name", "a"],
      ["extra", "a"],
    ]);
  });
});

describe("collection: follow", () => {
  it("completes each record from its own page, four at a time, in page order", async () => {
    const { items, fetched, mostOpen } = await collect(SHOP, createPlan([NAMES, FOLLOW, PAGINATE]));
    expect(items.map(({ name, full, price }) => ({ name, full, price }))).toEqual(
      ["a", "bb", "ccc", "dddd", "eeeee"].map((name) => ({
        name,
        full: `${name} in full`,
        price: `£${name.length}.50`,
      })),
    );
    expect(fetched).toEqual([
      "/",
      "/item/a",
      "/item/bb",
      "/p2",
      "/item/ccc",
      "/p3",
      "/item/dddd",
      "/item/eeeee",
    ]);
    expect(mostOpen).toBe(2);
    const many = Array.from({ length: 9 }, (_, n) => `n${n}`);
    const wide = await collect(
      { "/": list(many), ...Object.fromEntries(many.map((name) => [`/item/${name}`, detail(name)])) },
      createPlan([NAMES, FOLLOW]),
    );
    expect(wide.mostOpen).toBe(4);
    expect(wide.items.map(({ full }) => full)).toEqual(many.map((name) => `${name} in full`));
  });

  it("follows the address in a field", async () => {
    const { items } = await collect(
      SHOP,
      createPlan([
        NAMES,
        { type: "follow", field: "url", limit: 1, steps: [{ type: "extract", fields: ["full: h1"] }] },
      ]),
    );
    expect(items.map(({ full }) => full)).toEqual(["a in full", undefined]);
  });

  it("lets pages that links lead to yield records of their own", async () => {
    const { items } = await collect(
      SHOP,
      createPlan([{ type: "follow", selector: "li a", steps: [{ type: "extract", fields: ["full: h1"] }] }]),
    );
    expect(items).toEqual([{ full: "a in full" }, { full: "bb in full" }]);
  });

  it("keeps a nested list under its label and follows from page to page", async () => {
    const site = {
      ...SHOP,
      "/": list(["a"]),
      "/item/a": '<h1>A</h1><a class="more" href="/more">m</a><i>1</i><i>2</i>',
      "/more": "<b>deep</b>",
    };
    const follow: Step = {
      type: "follow",
      selector: "a",
      steps: [
        { type: "extract", selector: "i", label: "notes", fields: ["n: :scope"] },
        { type: "follow", selector: ".more", steps: [{ type: "extract", fields: ["deep: b"] }] },
      ],
    };
    const plan = createPlan([NAMES, follow], { outputSchema: { name: "string", notes: [{ n: "integer" }] } });
    expect((await collect(site, plan)).items).toEqual([
      { name: "a", notes: [{ n: 1 }, { n: 2 }], url: `${BASE}/item/a`, deep: "deep" },
    ]);
  });

  it("keeps the record, with nulls, where the followed page is gone", async () => {
    const { items, logs } = await collect(
      { ...SHOP, "/": list(["a", "bb"]), "/item/a": fail(410) },
      createPlan([NAMES, FOLLOW], { outputSchema: { name: "string", price: "price" } }),
    );
    expect(items).toMatchObject([
      { name: "a", price: null },
      { name: "bb", price: 2.5 },
    ]);
    expect(logs).toContainEqual(expect.stringMatching(/^warn .*skipped.*status 410/));
  });
});

describe("collection: faults", () => {
  it.each([
    ["the first page", { "/": fail(404) }, undefined, `${BASE}/`],
    ["a page of the list", { ...SHOP, "/p2": fail(500) }, "steps[2]", `${BASE}/p2`],
    ["a followed page", { ...SHOP, "/item/bb": fail(500) }, "steps[1]", `${BASE}/item/bb`],
  ])("names step, address and status where %s fails", async (_what, site, step, url) => {
    const failure = await failureOf(collect(site, createPlan([NAMES, FOLLOW, PAGINATE])));
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
      createPlan([NAMES, { ...FOLLOW, optional: true }, { ...PAGINATE, optional: true }]),
    );
    expect(items.map(({ name, full }) => [name, full])).toEqual([
      ["a", "a in full"],
      ["bb", undefined],
    ]);
    expect(logs.filter((line) => line.startsWith("warn"))).toHaveLength(2);
  });

  it("is put down, with nothing lost, where the target asks for a long pause, but not for ever", async () => {
    const site: Record<string, string | Error> = {
      ...SHOP,
      "/p2": fail(429, { retryable: true, retryAfterMs: 60_000 }),
    };
    const plan = createPlan([NAMES, PAGINATE]);
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
    const plan = createPlan([]);
    const deps = { fetchPage, now: () => NOW, signal: caller.signal };
    expect(await failureOf(collectNext(deps, plan, startCollection(plan)))).toBe(reason);
  });

  it("hands interact flows to a browser, and says so", async () => {
    const plan = createPlan([], { mode: "interact" });
    expect(await collectNext(createDeps(SHOP), plan, startCollection(plan))).toMatchObject({
      needsBrowser: true,
      done: false,
      logs: [{ level: "info", message: "This flow asks for a browser: the run goes on in a browser." }],
    });
  });
});

describe("collection: limits", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "fetches no more than %i pages and keeps every record found",
    async (maxPages) => {
      const { pages, fetched, items, logs } = await collect(
        SHOP,
        createPlan([NAMES, FOLLOW, PAGINATE], { limits: { maxPages, maxItems: 100 } }),
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
        createPlan([NAMES, FOLLOW, PAGINATE], { limits: { maxPages: 100, maxItems } }),
      );
      expect(items).toHaveLength(maxItems);
      expect(fetched.filter((path) => path.startsWith("/item/"))).toHaveLength(maxItems);
      expect(logs.some((line) => line.includes("limit of"))).toBe(maxItems < 5);
    },
  );
});
