import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { CATEGORIES, PAGE_SIZE, PRODUCTS, productsIn } from "../../../local/demo-site/catalogue.ts";
import { type DemoSite, startDemoSite } from "../../../local/demo-site/site.ts";
import { Steps } from "../../../src/contract/steps/steps.ts";
import {
  type CollectionState,
  collectNext,
  createFlights,
  startCollection,
} from "../../../src/engine/collection/index.ts";
import { parseDocument } from "../../../src/engine/extract/extract.ts";
import type { FetchPage } from "../../../src/engine/page/index.ts";

let shop: DemoSite;
beforeAll(async () => {
  shop = await startDemoSite();
});
afterAll(() => shop.stop());

const fetchPage: FetchPage = async (url) => {
  const response = await fetch(url);
  const html = await response.text();
  const fetchedAt = new Date().toISOString();
  return {
    url: response.url,
    status: response.status,
    html,
    document: parseDocument(html, { url: response.url }),
    fetchedAt,
  };
};

const pagesOf = (path: string, count: number): string[] =>
  Array.from({ length: Math.ceil(count / PAGE_SIZE) }, (_, n) => (n === 0 ? path : `${path}/page/${n + 1}`));

/** All lists and products of the shop, from its catalogue. */
const TRUE_SET = [
  ...pagesOf("/catalogue", PRODUCTS.length),
  ...CATEGORIES.flatMap((category) => pagesOf(`/category/${category.slug}`, productsIn(category).length)),
  ...PRODUCTS.map(({ slug }) => `/product/${slug}`),
];

it("a crawl finds every list and product page of the shop once", async () => {
  const plan = {
    url: `${shop.url}/`,
    mode: "extract" as const,
    steps: Steps.parse([
      {
        type: "crawl",
        match: ["/catalogue*", "/category/*", "/product/*"],
        steps: [{ type: "extract", fields: ["name: h1"] }],
      },
    ]),
    outputSchema: null,
    limits: { maxPages: 5_000, maxItems: 5_000 },
  };
  const deps = {
    fetchPage,
    flights: createFlights(),
    now: Date.now,
    signal: new AbortController().signal,
  };
  let state: CollectionState = startCollection(plan);
  const completed: string[] = [];
  let items = 0;
  for (let isDone = false; !isDone; ) {
    const batch = await collectNext(deps, plan, state);
    items += batch.items.length;
    completed.push(
      ...(batch.outcomes ?? []).map(({ url, status }) => `${status} ${url.replace(shop.url, "")}`),
    );
    state = JSON.parse(JSON.stringify(batch.state)) as CollectionState;
    isDone = batch.done;
  }
  expect(completed.sort()).toEqual(["/", ...TRUE_SET].map((path) => `completed ${path}`).sort());
  expect(items).toBe(TRUE_SET.length);
}, 60_000);
