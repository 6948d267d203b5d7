import { describe, expect, it } from "@jest/globals";
import type { Step } from "../../../../src/contract/steps/steps.ts";

import { collect, detail, FOLLOW, fail, list, NAMES, PAGINATE, SHOP } from "./shop.ts";
import { BASE, planOf } from "./site.ts";

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
  ] as const)("collects a page's content, an article or a list, for a flow with %s", async (_what, steps) => {
    const plan = planOf([...steps]);
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
  });

  it("logs a warning if a page has no content", async () => {
    const { items, logs } = await collect({ "/": "<html></html>" }, planOf([]));
    expect(items).toEqual([]);
    expect(logs).toContain(`warn page: nothing was found on ${BASE}/`);
  });

  it("collects one record by the schema for a flow without steps", async () => {
    const plan = planOf([], { outputSchema: { price: "price", missing: "string" } });
    expect((await collect({ "/": detail("a") }, plan)).items).toEqual([{ price: 1.5, missing: null }]);
  });

  it("collects a list by the schema for a flow without steps, up to the step's limit", async () => {
    const outputSchema = { name: "string", price: "price" } as const;
    const all = await collect({ "/": SHELF }, planOf([], { outputSchema }));
    expect(all.items[3]).toEqual({ name: "Dora", price: 4.5 });
    expect(all.items).toHaveLength(4);
    const some = await collect({ "/": SHELF }, planOf([{ type: "extract", limit: 2 }], { outputSchema }));
    expect(some.items).toHaveLength(2);
  });

  it("reads a page as one record or as a list if the step says which", async () => {
    const outputSchema = { name: "string", price: "price" } as const;
    const one = await collect(
      { "/": SHELF },
      planOf([{ type: "extract", records: "one" }], { outputSchema }),
    );
    expect(one.items).toHaveLength(1);
    const steps: Step[] = [{ type: "extract", fields: ["name", "price"], records: "all" }];
    const all = await collect({ "/": SHELF }, planOf(steps, { outputSchema }));
    expect(all.items.map(({ name }) => name)).toEqual(["Anna", "Berta", "Clara", "Dora"]);
    const alone = await collect({ "/": detail("a") }, planOf(steps, { outputSchema }));
    expect(alone.items).toHaveLength(1);
    expect(alone.logs).toContain(`warn steps[0]: ${BASE}/ has no list of records, and was read as one item`);
    expect(all.logs).not.toContainEqual(expect.stringContaining("warn"));
  });

  it("adds all records of a followed page's list to the record that it completes", async () => {
    const steps: Step[] = [
      { type: "extract", selector: "li", fields: ["shop: h3"] },
      {
        type: "follow",
        selector: "a",
        steps: [{ type: "extract", records: "all", fields: ["name", "price"] }],
      },
    ];
    const outputSchema = { shop: "string", items: [{ name: "string", price: "price" }] } as const;
    const shops = `<html><body><ul><li><h3>East</h3><a href="/shelf">All</a></li></ul></body></html>`;
    const { items } = await collect({ "/": shops, "/shelf": SHELF }, planOf(steps, { outputSchema }));
    expect(items).toEqual([
      {
        shop: "East",
        items: ["Anna", "Berta", "Clara", "Dora"].map((name) => ({ name, price: name.length + 0.5 })),
      },
    ]);
  });

  it("has null for what was not found, also beside a field that is called json", async () => {
    const shops = '<html><body><ul><li><h3>East</h3><a href="/east">Open</a></li></ul></body></html>';
    const site = { "/": shops, "/east": "<html><body><h1>East</h1></body></html>" };
    const outputSchema = { title: "string", zip: "string" } as const;
    const list: Step = { type: "extract", selector: "li", fields: ["json: h3"] };
    expect((await collect(site, planOf([list], { outputSchema }))).items).toEqual([
      { title: null, zip: null, json: "East" },
    ]);
    const page: Step = { type: "extract", as: "page", outputs: ["json"] };
    const whole = planOf([{ type: "follow", selector: "li a", steps: [page] }], { outputSchema });
    expect((await collect(site, whole)).items).toEqual([
      { url: `${BASE}/east`, json: { title: "East", zip: null } },
    ]);
  });

  describe("that is JSON", () => {
    const json = JSON.stringify({
      total: 2,
      items: [
        { name: "A", price: 1.5, url: "/item/a" },
        { name: "B", price: 2, url: "/item/bb" },
      ],
    });

    it("is collected unchanged, or by field names", async () => {
      expect((await collect({ "/": json }, planOf([]))).items).toEqual(JSON.parse(json).items);
      const named = planOf([{ type: "extract", fields: ["price", "link"] }], {
        outputSchema: { link: "url", price: "price" },
      });
      expect((await collect({ "/": json }, named)).items).toEqual([
        { link: `${BASE}/item/a`, price: 1.5 },
        { link: `${BASE}/item/bb`, price: 2 },
      ]);
    });

    it("can contain links to follow", async () => {
      const steps: Step[] = [
        { type: "extract" },
        { type: "follow", field: "url", steps: [{ type: "extract", fields: ["full: h1"] }] },
      ];
      const { items } = await collect({ ...SHOP, "/": json }, planOf(steps));
      expect(items).toEqual([
        expect.objectContaining({ name: "A", full: expect.any(String) }),
        expect.objectContaining({ name: "B", full: expect.any(String) }),
      ]);
    });

    it("can be read with selectors, with keys as classes", async () => {
      const step: Step = { type: "extract", selector: ".items", fields: ["called: .name", "price: .price"] };
      expect((await collect({ "/": json }, planOf([step]))).items).toEqual([
        expect.objectContaining({ called: "A", price: "1.5" }),
        expect.objectContaining({ called: "B", price: "2" }),
      ]);
    });

    it("may not match the selectors of another page, and the log says so", async () => {
      await expect(collect({ "/": json }, planOf([NAMES]))).rejects.toMatchObject({
        code: "target-failed",
        step: "names",
        message: expect.stringContaining("The page is JSON"),
      });
    });
  });

  it("follows pagination in order and stops at a loop", async () => {
    const { items, fetched, logs, pages } = await collect(
      SHOP,
      planOf([{ type: "navigate" }, NAMES, PAGINATE]),
    );
    expect(items.map(({ name }) => name)).toEqual(["a", "bb", "ccc", "dddd", "eeeee"]);
    expect(items[0]).toEqual({ name: "a", url: `${BASE}/item/a` });
    expect(fetched).toEqual(["/", "/p2", "/p3"]);
    expect(pages).toBe(3);
    expect(logs).toContainEqual(expect.stringContaining("was already fetched"));
    expect(logs).toContain(`info names: 2 records extracted from ${BASE}/ in 0 ms`);
  });

  it("stops at a step's maxPages, and when pagination continues with empty pages only", async () => {
    const two = await collect(SHOP, planOf([NAMES, { type: "paginate", maxPages: 2 }]));
    expect(two.fetched).toEqual(["/", "/p2"]);
    const trap = Object.fromEntries(
      Array.from({ length: 300 }, (_, n) => [n === 0 ? "/" : `/${n}`, list(n < 2 ? ["x"] : [], `/${n + 1}`)]),
    );
    expect((await collect(trap, planOf([NAMES, PAGINATE]))).fetched).toEqual(["/", "/1", "/2"]);
  });

  it("runs each navigating step after the previous part is done", async () => {
    const steps: Step[] = [
      NAMES,
      PAGINATE,
      { ...NAMES, url: `${BASE}/other` },
      { type: "navigate", url: `${BASE}/item/a` },
      { type: "extract", fields: ["full: h1"] },
    ];
    const { items, fetched } = await collect({ ...SHOP, "/other": list(["z"]) }, planOf(steps));
    expect(fetched).toEqual(["/", "/p2", "/p3", "/other", "/item/a"]);
    expect(items.slice(5)).toEqual([{ name: "z", url: `${BASE}/item/z` }, { full: "a in full" }]);
  });

  it("warns once if a selector matches nothing", async () => {
    const { logs, items } = await collect(
      SHOP,
      planOf([{ type: "extract", label: "x", selector: "b", fields: ["a: i"] }]),
    );
    expect(items).toEqual([]);
    expect(logs).toContain(`warn x: 0 records matched \`b\` on ${BASE}/`);
  });

  it("puts the schema's fields first, null if missing, and others after them", async () => {
    const plan = planOf([{ type: "extract", selector: "li", fields: ["extra: a", "name: a"] }], {
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
  it("adds to each record from its own page, several at a time, in page order", async () => {
    const { items, fetched, mostOpen } = await collect(SHOP, planOf([NAMES, FOLLOW, PAGINATE]));
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
      planOf([NAMES, FOLLOW]),
    );
    expect(wide.mostOpen).toBe(9);
    expect(wide.items.map(({ full }) => full)).toEqual(many.map((name) => `${name} in full`));
  });

  it("follows the URL in a field", async () => {
    const { items } = await collect(
      SHOP,
      planOf([
        NAMES,
        { type: "follow", field: "url", limit: 1, steps: [{ type: "extract", fields: ["full: h1"] }] },
      ]),
    );
    expect(items.map(({ full }) => full)).toEqual(["a in full", undefined]);
  });

  it("collects records of their own from linked pages", async () => {
    const { items } = await collect(
      SHOP,
      planOf([{ type: "follow", selector: "li a", steps: [{ type: "extract", fields: ["full: h1"] }] }]),
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
    const plan = planOf([NAMES, follow], { outputSchema: { name: "string", notes: [{ n: "integer" }] } });
    expect((await collect(site, plan)).items).toEqual([
      { name: "a", notes: [{ n: 1 }, { n: 2 }], url: `${BASE}/item/a`, deep: "deep" },
    ]);
  });

  it("keeps the record, with nulls, if the followed page does not exist", async () => {
    const { items, logs } = await collect(
      { ...SHOP, "/": list(["a", "bb"]), "/item/a": fail(410) },
      planOf([NAMES, FOLLOW], { outputSchema: { name: "string", price: "price" } }),
    );
    expect(items).toMatchObject([
      { name: "a", price: null },
      { name: "bb", price: 2.5 },
    ]);
    expect(logs).toContainEqual(expect.stringMatching(/^warn .*skipped.*status 410/));
  });
});
