/** A run that completes with less than its flow had, or expects, is not passed off as a good one. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { type Api, endOfRun, type Json, newAccount } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

const BOOKS = ["Walden", "Emma", "Ulysses", "Dracula"].map((title, index) => ({
  title,
  price: `£${index + 3}.00`,
}));
type Book = { readonly title: string; readonly price: string };

const pageOf = (books: readonly Book[]): string =>
  `<!doctype html><title>Books</title><main>${books
    .map(({ title, price }) => `<article><h2>${title}</h2><p class="price">${price}</p></article>`)
    .join("")}</main>`;

const STEPS = [
  { type: "extract", label: "books", selector: "article", fields: ["title: h2", "price: .price"] },
];

let shown: readonly Book[];
let server: PageServer;
let account: Api;
beforeAll(async () => {
  server = await startPageServer({ "/books": () => ({ body: pageOf(shown) }) });
  account = await newAccount();
});
afterAll(() => server.stop());
beforeEach(() => {
  shown = BOOKS;
});

const makeFlow = async (over: object = {}): Promise<string> => {
  const definition = { name: "Books", url: `${server.url}/books`, mode: "extract", steps: STEPS, ...over };
  const { status, body } = await account.post("/flows", definition);
  expect({ status, body }).toMatchObject({ status: 201 });
  return body.data.id;
};
const run = async (flowId: string): Promise<Json> =>
  endOfRun(account, (await account.post("/runs", { flowId })).body.data.id);
const flowOf = async (flowId: string): Promise<Json> => (await account.get(`/flows/${flowId}`)).body.data;
const alertsOf = async (flowId: string): Promise<Json[]> =>
  (await account.get("/alerts?limit=200")).body.data.filter(
    (alert: Json) => alert.flowId === flowId && alert.type === "data_quality",
  );

describe("a completed run", () => {
  it("without items, after runs with items, shows a warning on run and flow, and raises one alert while it lasts", async () => {
    const flowId = await makeFlow();
    expect(await run(flowId)).toMatchObject({ status: "completed", warnings: [] });
    shown = [];
    const empty = await run(flowId);
    expect(empty).toMatchObject({
      status: "completed",
      itemsExtracted: 0,
      warnings: [{ code: "no-items", step: "books", field: null }],
    });
    expect(empty.logs.map(({ message }: Json) => message)).toContain(empty.warnings[0].message);
    expect(await flowOf(flowId)).toMatchObject({ needsAttention: true, warnings: empty.warnings });
    await run(flowId);
    const alerts = await alertsOf(flowId);
    expect(alerts).toMatchObject([{ severity: "warning" }]);
    expect(alerts[0].message).toMatch(/^"Books": Nothing was collected, .* Step books \(article\)/);
    shown = BOOKS;
    await run(flowId);
    expect(await flowOf(flowId)).toMatchObject({ needsAttention: false, warnings: [] });
    shown = [];
    await run(flowId);
    expect(await alertsOf(flowId)).toHaveLength(2);
  });

  it("that lost a column names the field", async () => {
    const flowId = await makeFlow();
    await run(flowId);
    shown = BOOKS.map((book) => ({ ...book, price: "" }));
    expect((await run(flowId)).warnings).toMatchObject([
      { code: "lost-field", step: "books", field: "price" },
    ]);
    const list = (await account.get("/flows?limit=200")).body.data;
    expect(list.find(({ id }: Json) => id === flowId)).toMatchObject({ needsAttention: true });
    const idsOf = async (needsAttention: boolean): Promise<string[]> =>
      (await account.get(`/flows?limit=200&needsAttention=${needsAttention}`)).body.data.map(
        ({ id }: Json) => id,
      );
    expect(await idsOf(true)).toContain(flowId);
    expect(await idsOf(false)).not.toContain(flowId);
    expect([...(await idsOf(true)), ...(await idsOf(false))].sort()).toEqual(
      list.map(({ id }: Json) => id).sort(),
    );
    expect(await alertsOf(flowId)).toHaveLength(1);
  });

  it("without items the first time shows a warning and raises no alert", async () => {
    const flowId = await makeFlow();
    shown = [];
    expect((await run(flowId)).warnings).toMatchObject([{ code: "nothing-found" }]);
    expect(await alertsOf(flowId)).toEqual([]);
  });

  it("is checked against the flow's expectations, which are suggested from successful runs", async () => {
    const flowId = await makeFlow();
    expect(await flowOf(flowId)).toMatchObject({ expect: {}, proposedExpect: null });
    await run(flowId);
    const { proposedExpect } = await flowOf(flowId);
    expect(proposedExpect).toEqual({ minItems: 2, maxNullShare: { title: 0.1, price: 0.1 }, maxDrop: 0.2 });
    const sent = { expect: { ...proposedExpect, unique: ["title"] } };
    expect((await account.put(`/flows/${flowId}`, sent)).status).toBe(200);
    expect((await run(flowId)).warnings).toEqual([]);
    shown = [...BOOKS.slice(0, 2), { title: "Emma", price: "" }];
    const warned = await run(flowId);
    expect(warned.status).toBe("completed");
    expect(warned.warnings.map(({ code, field }: Json) => [code, field])).toEqual([
      ["dropped", null],
      ["null-share", "price"],
      ["not-unique", "title"],
    ]);
    expect(await alertsOf(flowId)).toHaveLength(1);
  });

  it.each([
    { minItems: -1 },
    { maxDrop: 2 },
    { maxNullShare: { price: "half" } },
    { unique: [] },
    { most: 1 },
  ])("cannot be checked against %j", async (expectations) => {
    const body = { name: "x", url: `${server.url}/books`, mode: "extract", expect: expectations };
    const { status, body: answer } = await account.post("/flows", body);
    expect(status).toBe(400);
    expect(answer.error.details[0].path).toMatch(/^expect/);
  });
});

describe("a monitor", () => {
  it("that may find nothing completes without items, and reports what disappeared and returned", async () => {
    const flowId = await makeFlow({ mode: "monitor", expect: { minItems: 0, maxNullShare: { price: 1 } } });
    const changes = async () => (await account.get(`/flows/${flowId}/changes`)).body.data;
    await run(flowId);
    shown = BOOKS.map((book) => ({ ...book, price: "" }));
    expect(await run(flowId)).toMatchObject({ status: "completed", warnings: [] });
    expect(await changes()).toMatchObject([{ changed: 4 }]);
    shown = [];
    expect(await run(flowId)).toMatchObject({ status: "completed", itemsExtracted: 0, warnings: [] });
    shown = BOOKS;
    await run(flowId);
    expect(await changes()).toMatchObject([{ added: 4 }, { removed: 4 }, { changed: 4 }]);
    const alerts: Json[] = (await account.get("/alerts?limit=200")).body.data;
    const types = alerts.filter((alert) => alert.flowId === flowId).map(({ type }) => type);
    expect(new Set(types)).toEqual(new Set(["change_detected"]));
  });

  it("keeps its baseline when a run does not meet expectations", async () => {
    const flowId = await makeFlow({ mode: "monitor", expect: { minItems: 3 } });
    await run(flowId);
    shown = BOOKS.slice(0, 2);
    expect(await run(flowId)).toMatchObject({ status: "completed", warnings: [{ code: "min-items" }] });
    expect((await account.get(`/flows/${flowId}/records`)).body.total).toBe(4);
    expect((await account.get(`/flows/${flowId}/changes`)).body.total).toBe(0);
    shown = BOOKS.slice(0, 3);
    expect(await run(flowId)).toMatchObject({ status: "completed", warnings: [] });
    expect((await account.get(`/flows/${flowId}/changes`)).body.data).toMatchObject([{ removed: 1 }]);
  });
});
