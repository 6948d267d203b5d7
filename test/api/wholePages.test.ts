/** Flows without steps, from the page to what is made of its records. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Api, endOfRun, newAccount } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

const LAMPS = ["Anna", "Berta", "Clara", "Dora"];
const shelf = (price: number): string =>
  `<!doctype html><html lang="en"><head><title>Lamps</title></head><body><main><h1>Lamps</h1><ul>${LAMPS.map(
    (name, at) =>
      `<li class="card"><a href="/${name}"><h3>${name}</h3></a><p class="price">€ ${(price + at).toFixed(2)}</p></li>`,
  ).join("")}</ul></main></body></html>`;
const stock = (price: number): string =>
  JSON.stringify({
    total: 2,
    products: [
      { sku: "A-1", price, tags: ["new"] },
      { sku: "B-2", price: 7, tags: [] },
    ],
  });

describe("a flow without steps", () => {
  let server: PageServer;
  let api: Api;

  beforeAll(async () => {
    server = await startPageServer({
      "/lamps": (visits) => ({ body: shelf(10 + visits) }),
      "/stock": (visits) => ({ body: stock(5 + visits), headers: { "content-type": "application/json" } }),
    });
    api = await newAccount();
  });
  afterAll(() => server.stop());

  const create = async (path: string, options: object): Promise<string> =>
    (await api.post("/flows", { name: path, url: server.url + path, mode: "extract", ...options })).body.data
      .id;
  const run = async (flowId: string) => endOfRun(api, (await api.post("/runs", { flowId })).body.data.id);

  it("collects records with the fields that were found", async () => {
    const { id, status, itemsExtracted } = await run(await create("/lamps", {}));
    expect({ status, itemsExtracted }).toEqual({ status: "completed", itemsExtracted: 4 });
    const { status: exported, headers } = await api.get(`/runs/${id}/items?format=csv`);
    expect(exported).toBe(303);
    const csv = await (await fetch(headers.get("location") ?? "")).text();
    const [head = "", first = ""] = csv.split("\r\n");
    expect(head.split(",")).toEqual(expect.arrayContaining(["title", "url", "price"]));
    expect(first).toContain(`Anna,${server.url}/Anna`);
  });

  it("follows the types of the flow's schema", async () => {
    const outputSchema = { sku: "string", price: "price", link: "url", tags: "string[]" };
    const { outputPreview } = await run(await create("/stock", { outputSchema }));
    expect(outputPreview).toEqual([
      { sku: "A-1", price: expect.any(Number), link: null, tags: ["new"] },
      { sku: "B-2", price: 7, link: null, tags: [] },
    ]);
  });

  it.each([
    ["/lamps", 4],
    ["/stock", 1],
  ])("identifies the records of %s in a monitor", async (path, changed) => {
    const flowId = await create(path, { mode: "monitor", monitor: { fields: ["price"] } });
    await run(flowId);
    await run(flowId);
    const { body } = await api.get(`/flows/${flowId}/changes`);
    expect(body.total).toBe(1);
    const [change] = body.data;
    expect({ added: change.added, changed: change.changed, removed: change.removed }).toEqual({
      added: 0,
      changed,
      removed: 0,
    });
  });
});
