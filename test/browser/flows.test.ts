import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { DEMO_LOGIN, ORDER_COUNT } from "../../local/demo-site/areas/account.ts";
import { BARGAIN_COUNT, WALL_COUNT } from "../../local/demo-site/areas/growing.ts";
import { PRODUCTS } from "../../local/demo-site/catalogue.ts";
import { type DemoSite, startDemoSite } from "../../local/demo-site/site.ts";
import type { Step } from "../../src/contract/steps/steps.ts";
import { type BrowserSettings, createBrowserSession } from "../../src/engine/browser/index.ts";
import { collectNext, startCollection } from "../../src/engine/collection/index.ts";
import { createEgress } from "../../src/engine/egress/index.ts";
import { createPageFetcher } from "../../src/engine/page/index.ts";
import { browserSettings, collectInBrowser, planOf } from "../helpers/browser.ts";
import { startPageServer } from "../helpers/pageServer.ts";

const CARDS: Step = {
  type: "extract",
  label: "cards",
  selector: "article.product-card",
  fields: ["name: h3 a", "sku: @data-sku"],
};
const LOGIN: readonly Step[] = [
  { type: "type", selector: "input[name=username]", text: DEMO_LOGIN.username },
  { type: "type", selector: "input[name=password]", text: DEMO_LOGIN.password },
  { type: "click", selector: 'button:contains("Log in")' },
];
const ORDERS: Step = {
  type: "extract",
  selector: "tr.order",
  fields: ["number: .order-number", "item: .order-item"],
};
const skus = (from: number, count: number) => PRODUCTS.slice(from, from + count).map(({ sku }) => sku);

let shop: DemoSite;
let settings: BrowserSettings;
beforeAll(async () => {
  shop = await startDemoSite();
  settings = await browserSettings(`127.0.0.1:${shop.port}`);
});
afterAll(() => shop.stop());

const collect = (path: string, steps: readonly Step[], options = {}) =>
  collectInBrowser(settings, planOf(`${shop.url}${path}`, steps, options));

describe("an interact flow", () => {
  it("signs in, asserts that it is signed in, and collects what is behind the login", async () => {
    const { items, logs } = await collect("/login", [
      ...LOGIN,
      { type: "wait", selector: ".greeting" },
      { type: "assert", text: "Welcome back", message: "The login failed." },
      ORDERS,
    ]);
    expect(items).toHaveLength(ORDER_COUNT);
    expect(items[0]).toEqual({ number: "O-2000", item: PRODUCTS[0]?.name });
    expect(logs.join("\n")).not.toContain(DEMO_LOGIN.password);
    expect(logs).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^info steps\[1\]: typed 5 characters into .* on http:.*\/login in \d+ ms$/),
      ]),
    );
  });

  it("stays signed in on the pages of later steps", async () => {
    const { items } = await collect("/login", [...LOGIN, { ...ORDERS, url: `${shop.url}/account/orders` }]);
    expect(items).toHaveLength(ORDER_COUNT);
  });

  it("fails with the user's message if an assertion does not hold", async () => {
    const steps: Step[] = [
      { type: "type", selector: "input[name=username]", text: "stranger" },
      { type: "type", selector: "input[name=password]", text: "wrong" },
      { type: "press", key: "Enter" },
      {
        type: "assert",
        label: "in?",
        selector: ".greeting",
        message: "The shop did not let us in.",
        timeoutMs: 500,
      },
    ];
    await expect(collect("/login", steps)).rejects.toMatchObject({
      name: "CollectionError",
      message: "The shop did not let us in.",
      step: "in?",
    });
  });

  it("continues without an optional step that fails, and says so", async () => {
    const { items, logs } = await collect("/more", [
      { type: "click", label: "banner", selector: "#no-such-banner", optional: true, timeoutMs: 300 },
      CARDS,
    ]);
    expect(items).toHaveLength(12);
    expect(logs).toContainEqual(expect.stringMatching(/^warn banner: skipped: No visible element/));
  });

  it("collects what each tab shows", async () => {
    const { items } = await collect("/tabs", [
      { type: "click", selector: '[role=tab]:contains("Kitchen")' },
      { type: "wait", selector: ".tab-panel article" },
      CARDS,
      { type: "click", selector: '[role=tab]:contains("Garden")' },
      { type: "wait", selector: 'h3:contains("Trowel")' },
      CARDS,
    ]);
    const kitchen = PRODUCTS.filter(({ category }) => category.slug === "kitchen").slice(0, 4);
    const garden = PRODUCTS.filter(({ category }) => category.slug === "garden").slice(0, 4);
    expect(items.map(({ sku }) => sku)).toEqual([...kitchen, ...garden].map(({ sku }) => sku));
  });

  it("continues its session in another worker's browser", async () => {
    const plan = planOf(`${shop.url}/login`, [
      ...LOGIN,
      { type: "extract", fields: ["title: h1"] },
      { ...ORDERS, url: `${shop.url}/account/orders` },
    ]);
    const open = () => createBrowserSession(settings, { loadsImages: false, saveShot: async () => "" });
    const next = async (session: ReturnType<typeof open>, state: ReturnType<typeof startCollection>) => {
      const { signal } = new AbortController();
      try {
        return await collectNext(
          { fetchPage: session.fetchPage, browser: session, now: Date.now, signal },
          plan,
          state,
        );
      } finally {
        await session.close();
      }
    };
    const first = await next(open(), startCollection(plan));
    expect(first.items).toEqual([{ title: "Your orders" }]);
    const second = await next(open(), JSON.parse(JSON.stringify(first.state)));
    expect(second.items).toHaveLength(ORDER_COUNT);
  });
});

describe("pagination on one page", () => {
  it("clicks a button until it disappears, and collects each record once", async () => {
    const { items } = await collect("/more", [
      CARDS,
      { type: "paginate", method: "load-more", selector: "button.more" },
    ]);
    expect(items.map(({ sku }) => sku)).toEqual(skus(300, BARGAIN_COUNT));
  });

  it("scrolls until nothing more loads, and collects each record once", async () => {
    const { items } = await collect("/wall", [CARDS, { type: "paginate", method: "scroll" }]);
    expect(items.map(({ sku }) => sku)).toEqual(skus(100, WALL_COUNT));
  });

  it.each([
    ["/more", 300, BARGAIN_COUNT],
    ["/wall", 100, WALL_COUNT],
  ])("detects how %s loads more", async (path, from, count) => {
    const { items } = await collect(path, [CARDS, { type: "paginate", method: "auto" }]);
    expect(items.map(({ sku }) => sku)).toEqual(skus(from, count));
  });

  it("scrolls past the slider whose button says next", async () => {
    const cards = (from: number) =>
      Array.from({ length: 4 }, (_, at) => `<article><h3>Card ${from + at}</h3></article>`).join("");
    const server = await startPageServer({
      "/": {
        body: `<title>Cards</title><div class="hero-carousel"><button style="width:99px;height:20px" onclick="document.title = 'turned'">Next</button></div>
          <main style="display:block;min-height:3000px">${cards(0)}</main>
          <script>onscroll = () => { onscroll = null; document.querySelector("main").innerHTML += \`${cards(4)}\`; };</script>`,
      },
    });
    try {
      const { items } = await collectInBrowser(
        await browserSettings(`127.0.0.1:${server.port}`),
        planOf(`${server.url}/`, [
          { type: "extract", selector: "article", fields: ["name: h3"] },
          { type: "paginate", optional: true },
        ]),
      );
      expect(items).toHaveLength(8);
    } finally {
      await server.stop();
    }
  });

  it("stops at the page limit and at the item limit", async () => {
    const paginate: Step = { type: "paginate", method: "load-more", selector: "button.more", maxPages: 2 };
    expect((await collect("/more", [CARDS, paginate])).items).toHaveLength(24);
    const { items } = await collect("/wall", [CARDS, { type: "paginate", method: "scroll" }], {
      limits: { maxPages: 10, maxItems: 15 },
    });
    expect(items).toHaveLength(15);
  });
});

describe("a page rendered by scripts", () => {
  it("is passed from a static run to a browser, and collected there", async () => {
    const egress = createEgress({ allowPrivate: settings.allowPrivate });
    const fetchPage = createPageFetcher({ egress, userAgent: "Gleaner/test" });
    const plan = planOf(`${shop.url}/new-arrivals`, [CARDS], { mode: "extract" });
    const { signal } = new AbortController();
    const batch = await collectNext({ fetchPage, now: Date.now, signal }, plan, startCollection(plan));
    await egress.close();
    expect(batch).toMatchObject({ needsBrowser: true, items: [], done: false });
    expect(batch.logs[0]?.message).toMatch(
      /new-arrivals is rendered by its scripts: the run continues in a browser/,
    );
    const { items } = await collectInBrowser(settings, plan);
    expect(items.map(({ sku }) => sku)).toEqual(skus(1_000 - 24, 24));
  });

  it("can be followed through links and pagination like a static page", async () => {
    const { items, pages } = await collect(
      "/category/toys",
      [
        {
          type: "extract",
          selector: "article.product-card",
          fields: ["name: h3 a", "link: h3 a@href"],
          limit: 2,
        },
        { type: "follow", field: "link", steps: [{ type: "extract", fields: ["heading: h1"] }] },
        { type: "paginate", maxPages: 2 },
      ],
      { mode: "extract", render: "browser", outputSchema: { link: "url" } },
    );
    expect(items).toHaveLength(4);
    for (const { name, heading } of items) expect(heading).toBe(name);
    expect(pages).toBe(6);
  });
});
