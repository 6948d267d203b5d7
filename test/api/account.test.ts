import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { apiAs, endOfRun, newAccount } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

const PAGES = 6;

let server: PageServer;
beforeAll(async () => {
  const pages = Array.from({ length: PAGES }, (_, i) => [
    `/${i}`,
    { body: `<h1>Page ${i}</h1>${i + 1 < PAGES ? `<a class="next" href="/${i + 1}">next</a>` : ""}` },
  ]);
  server = await startPageServer(Object.fromEntries(pages));
});
afterAll(() => server.stop());

const flow = () => ({
  name: "Paged",
  url: `${server.url}/0`,
  mode: "extract",
  steps: [
    { type: "extract", fields: ["title: h1"] },
    { type: "paginate", selector: "a.next", maxPages: PAGES },
  ],
});

describe("the account", () => {
  it("shows the plan, limits, usage and who gets which email", async () => {
    const account = await newAccount("pro");
    const { status, body } = await account.get("/account");
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      id: account.accountId,
      email: "owner@example.com",
      plan: "pro",
      subscription: null,
      limits: { monthlyRuns: 20_000, pagesPerRun: 20_000, concurrentRuns: 10, retentionDays: 90 },
      usage: { month: new Date().toISOString().slice(0, 7), runs: 0, pages: 0, cost: 0 },
      maxMonthlyCostUsd: null,
      mail: { alert: ["owner@example.com"], report: ["owner@example.com"] },
    });
    expect(Date.parse(body.data.usage.resetsAt)).toBeGreaterThan(Date.now());
  });

  it("shows the plan prices that the deployment sets, and no price for a plan without one", async () => {
    const account = await newAccount();
    const prices = [
      { plan: "pro", interval: "month", amount: 29, currency: "EUR" },
      { plan: "pro", interval: "year", amount: 290.5, currency: "EUR" },
    ];
    expect((await account.get("/account")).body.data.planPrices).toEqual(prices);
    expect((await account.put("/account", { name: "Shop" })).body.data.planPrices).toEqual(prices);
  });

  it("counts the month's runs, pages and cost exactly", async () => {
    const account = await newAccount();
    const flowId = (await account.post("/flows", flow())).body.data.id;
    const asked = await Promise.all([1, 2, 3].map(() => account.post("/runs", { flowId })));
    const runs = await Promise.all(asked.map(({ body }) => endOfRun(account, body.data.id)));
    expect(runs.map(({ status }) => status)).toEqual(["completed", "completed", "completed"]);
    const { usage } = (await account.get("/account")).body.data;
    expect(usage).toMatchObject({ runs: 3, pages: 3 * PAGES });
    expect(usage.cost).toBeCloseTo(
      runs.reduce((sum, { cost }) => sum + cost, 0),
      9,
    );
  });

  it("is changed by merge patch: lists are replaced, null resets to the owner, an empty list emails nobody", async () => {
    const account = await newAccount();
    const team = ["a@shop.example", "b@shop.example"];
    const first = await account.put("/account", { name: "Shop", mail: { report: team, quota: [] } });
    expect(first).toMatchObject({
      status: 200,
      body: { data: { name: "Shop", mail: { report: team, quota: [], alert: ["owner@example.com"] } } },
    });
    await account.put("/account", { mail: { report: null }, maxMonthlyCostUsd: 5 });
    const { data } = (await account.get("/account")).body;
    expect(data).toMatchObject({
      name: "Shop",
      maxMonthlyCostUsd: 5,
      mail: { report: ["owner@example.com"], quota: [] },
    });
    expect(
      (await account.put("/account", { maxMonthlyCostUsd: null })).body.data.maxMonthlyCostUsd,
    ).toBeNull();
    const [{ action, resource }] = (await account.get("/audit")).body.data;
    expect([action, resource]).toEqual(["account.updated", account.accountId]);
  });

  it("keeps every one of several simultaneous changes", async () => {
    const account = await newAccount();
    const topics = ["alert", "report", "quota", "webhook-disabled"];
    await Promise.all(
      topics.map((topic) => account.put("/account", { mail: { [topic]: [`${topic}@x.example`] } })),
    );
    const { mail } = (await account.get("/account")).body.data;
    expect(mail).toEqual(Object.fromEntries(topics.map((topic) => [topic, [`${topic}@x.example`]])));
  });

  it.each([
    ["the plan", { plan: "scale" }],
    ["an unknown topic", { mail: { gossip: [] } }],
    ["something that is no address", { mail: { alert: ["nobody"] } }],
    ["nothing", {}],
  ])("refuses to change %s", async (_what, patch) => {
    const account = await newAccount();
    expect(await account.put("/account", patch)).toMatchObject({
      status: 400,
      body: { error: { code: "invalid-request" } },
    });
  });

  it("needs the scope account:read to be read and account:write to be changed", async () => {
    const account = await newAccount();
    const { data } = (await account.post("/keys", { name: "Reader", scopes: ["account:read"] })).body;
    const reader = apiAs(data.key);
    expect((await reader.get("/account")).status).toBe(200);
    expect((await reader.put("/account", { name: "x" })).status).toBe(403);
  });
});

describe("a flow's budget", () => {
  it("stops the run when it is spent; the run fails and keeps what it collected", async () => {
    const account = await newAccount();
    const limits = { maxCostUsd: 0.000_000_01 };
    const flowId = (await account.post("/flows", { ...flow(), limits })).body.data.id;
    const run = await endOfRun(account, (await account.post("/runs", { flowId })).body.data.id);
    expect(run).toMatchObject({ status: "failed", error: { code: "budget-stopped", retryable: false } });
    expect(run.itemsExtracted).toBeGreaterThanOrEqual(1);
    expect(run.itemsExtracted).toBeLessThan(PAGES);
    expect((await account.get(`/runs/${run.id}/items`)).body.total).toBe(run.itemsExtracted);
    const [alert, ...others] = (await account.get("/alerts")).body.data;
    expect(alert).toMatchObject({ type: "budget_stopped", flowId });
    expect(others).toEqual([]);
  });
});
