import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { type Api, endOfRun, newAccount, until } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../helpers/webhookReceiver.ts";

const BOOKS = [
  ["Middlemarch", "£12.50", "/b/1"],
  ["Emma", "£8.00", "/b/2"],
  ["Dracula", "£9.75", "/b/3"],
  ["Ulysses", "£21.00", "/b/4"],
  ["Persuasion", "£7.20", "/b/5"],
] as const;

const inPage = (body: string): string =>
  `<html lang="en"><head><title>Books</title></head><body><nav><ul><li><a href="/">Home</a></li><li><a href="/about">About</a></li></ul></nav><main>${body}</main><footer><p>Terms and conditions</p></footer></body></html>`;

const listWith = (row: (book: (typeof BOOKS)[number]) => string): string => inPage(BOOKS.map(row).join(""));

/** The same books, before and after the site was rebuilt. */
const OLD = listWith(
  ([title, price, url]) =>
    `<article class="book"><h3><a href="${url}">${title}</a></h3><p class="price">${price}</p><p class="by">Free delivery</p></article>`,
);
const REBUILT = listWith(
  ([title, price, url]) =>
    `<div class="card"><div class="card-body"><h2 class="card-name"><a href="${url}">${title}</a></h2><div class="card-row"><span class="card-cost">${price}</span></div><em>Free delivery</em></div></div>`,
);
const NO_PRICES = listWith(
  ([title, , url]) => `<article class="book"><h3><a href="${url}">${title}</a></h3></article>`,
);
const ANOTHER_SITE = inPage(
  "<h1>We have moved</h1><p>Our new home is being built. Come back soon, and have a nice day.</p>",
);
const NO_RESULTS = inPage(
  "<h1>Books</h1><p>No books found.</p><ul><li><a href='/x'>Try Tolstoy</a></li><li><a href='/y'>Try Balzac</a></li></ul>",
);

const STEPS = [
  {
    type: "extract",
    label: "books",
    selector: "article.book",
    fields: ["title: h3 a", "url: h3 a@href", "price: p.price"],
  },
];

let shown: string;
let server: PageServer;
let receiver: WebhookReceiver;
let account: Api;
beforeAll(async () => {
  server = await startPageServer({ "/books": () => ({ body: shown }) });
  receiver = await startWebhookReceiver();
  account = await newAccount();
  const events = ["selector.healed", "selector.broken"];
  expect((await account.post("/webhooks", { url: `${receiver.url}/hook`, events })).status).toBe(201);
});
afterAll(() => Promise.all([server.stop(), receiver.stop()]));
beforeEach(() => {
  shown = OLD;
});

const makeFlow = async (over: object = {}): Promise<string> => {
  const { body } = await account.post("/flows", {
    name: "Books",
    url: `${server.url}/books`,
    mode: "extract",
    steps: STEPS,
    outputSchema: { price: "price", url: "url" },
    ...over,
  });
  return body.data.id;
};
const run = async (flowId: string) =>
  endOfRun(account, (await account.post("/runs", { flowId })).body.data.id);
const itemsOf = async (runId: string) => (await account.get(`/runs/${runId}/items`)).body.data;
const warningsOf = ({ logs }: { logs: { level: string; message: string }[] }): string[] =>
  logs.filter(({ level }) => level === "warn").map(({ message }) => message);
const alertsOf = async (flowId: string): Promise<string[]> =>
  (await account.get("/alerts?limit=100")).body.data
    .filter((alert: { flowId: string }) => alert.flowId === flowId)
    .map(({ type }: { type: string }) => type)
    .sort();

interface Told {
  readonly type: string;
  readonly data: {
    readonly flowId: string;
    readonly field: string | null;
    readonly newSelector?: string;
    readonly confidence?: number;
    readonly patch?: { steps: object[] };
  };
}
const toldOf = (flowId: string): Told[] =>
  receiver.delivered.map(({ body }) => JSON.parse(body) as Told).filter(({ data }) => data.flowId === flowId);

describe("a flow whose page was redesigned", () => {
  it("collects the same records, says so, and offers a patch that repairs it permanently", async () => {
    const flowId = await makeFlow();
    const before = await run(flowId);
    expect(warningsOf(before)).toEqual([]);
    const items = await itemsOf(before.id);
    expect(items).toHaveLength(BOOKS.length);

    shown = REBUILT;
    const healed = await run(flowId);
    expect(healed.status).toBe("completed");
    expect(await itemsOf(healed.id)).toEqual(items);
    expect(warningsOf(healed).join("\n")).toMatch(
      /`article\.book` no longer works; `.+` was found in its place/,
    );
    // The records, and each of their fields.
    const told = await until(
      async () => toldOf(flowId),
      (all) => all.length >= 4,
    );
    expect(told.map(({ type }) => type)).toEqual(told.map(() => "selector.healed"));
    const region = told.find(({ data }) => data.field === null)?.data;
    expect(region).toMatchObject({ selector: "article.book", step: 0, newSelector: expect.any(String) });
    expect(region?.confidence).toBeGreaterThan(0.5);
    expect(await alertsOf(flowId)).toEqual([]);

    const proposed = async () => (await account.get(`/flows/${flowId}`)).body.data.proposedPatch;
    expect((await proposed()).patch).toEqual(region?.patch);
    expect((await proposed()).healed).toContainEqual({
      step: 0,
      field: null,
      selector: "article.book",
      newSelector: expect.any(String),
      confidence: expect.any(Number),
      url: `${server.url}/books`,
    });

    // Reported once while it lasts.
    expect(await itemsOf((await run(flowId)).id)).toEqual(items);
    const { status } = await account.put(`/flows/${flowId}`, region?.patch);
    expect(status).toBe(200);
    expect(await proposed()).toBeNull();
    const mended = await run(flowId);
    expect(warningsOf(mended)).toEqual([]);
    expect(await itemsOf(mended.id)).toEqual(items);
    expect(toldOf(flowId)).toHaveLength(told.length);
  });

  it("is repaired with the examples it was made from, even if it never ran before", async () => {
    const examples = [{ title: "Emma", price: "£8.00" }];
    const made = await account.post("/generate", { url: `${server.url}/books`, examples });
    expect(made.body.data.examples).toEqual(examples);
    const { body } = await account.post("/flows", made.body.data);
    const flowId = body.data.id as string;
    expect((await account.get(`/flows/${flowId}`)).body.data.examples).toEqual(examples);
    shown = REBUILT;
    const healed = await run(flowId);
    expect((await itemsOf(healed.id)).map(({ title }: { title: string }) => title)).toEqual(
      BOOKS.map(([title]) => title),
    );
    expect(warningsOf(healed).join("\n")).toMatch(/no longer works; `.+` was found in its place/);
  });

  it("is repaired from saved pages just as well", async () => {
    const flowId = await makeFlow();
    const items = await itemsOf((await run(flowId)).id);
    shown = REBUILT;
    const { id } = await run(flowId);
    shown = ANOTHER_SITE;
    const again = await account.post(`/runs/${id}/retry`, { from: "snapshots" });
    const retried = await endOfRun(account, again.body.data.id);
    expect(await itemsOf(retried.id)).toEqual(items);
    expect(warningsOf(retried).join("\n")).toContain("was found in its place");
  });

  it("reports no change if it is a monitor", async () => {
    const flowId = await makeFlow({ mode: "monitor" });
    await run(flowId);
    shown = REBUILT;
    expect((await run(flowId)).status).toBe("completed");
    expect((await account.get(`/flows/${flowId}/changes`)).body.total).toBe(0);
    shown = ANOTHER_SITE;
    expect(await run(flowId)).toMatchObject({ status: "failed", error: { code: "selector-broken" } });
    expect((await account.get(`/flows/${flowId}/changes`)).body.total).toBe(0);
  });
});

describe("a flow whose page no longer has its fields", () => {
  it("returns null rather than a wrong value, and raises one alert while it lasts", async () => {
    const flowId = await makeFlow();
    await run(flowId);
    shown = NO_PRICES;
    const broken = await run(flowId);
    expect((await itemsOf(broken.id)).map(({ price }: { price: unknown }) => price)).toEqual(
      BOOKS.map(() => null),
    );
    expect(warningsOf(broken).join("\n")).toMatch(/`price: p\.price` is broken/);
    await until(
      async () => toldOf(flowId),
      (all) => all.some(({ type, data }) => type === "selector.broken" && data.field === "price"),
    );
    await run(flowId);
    expect(await alertsOf(flowId)).toEqual(["data_quality", "selector_broken"]);
    shown = OLD;
    await run(flowId);
    shown = NO_PRICES;
    await run(flowId);
    expect(await alertsOf(flowId)).toEqual([
      "data_quality",
      "data_quality",
      "selector_broken",
      "selector_broken",
    ]);
  });

  it("collects nothing from an unrelated page, and reports a broken selector", async () => {
    const flowId = await makeFlow();
    await run(flowId);
    shown = ANOTHER_SITE;
    expect((await run(flowId)).itemsExtracted).toBe(0);
    expect(await alertsOf(flowId)).toEqual(["data_quality", "selector_broken"]);
  });

  it("accepts a page that says it has no results if the flow expects no minimum", async () => {
    const flowId = await makeFlow({ expect: { minItems: 0 } });
    await run(flowId);
    shown = NO_RESULTS;
    expect(await run(flowId)).toMatchObject({ itemsExtracted: 0, warnings: [] });
    expect(await alertsOf(flowId)).toEqual([]);
  });
});
