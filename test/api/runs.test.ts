import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Api, endOfRun, newAccount, until } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

const LIST_PAGES = 6;
const listPage = (n: number) => ({
  body: `<title>Page ${n}</title>
    ${[1, 2, 3].map((i) => `<li class="item"><b class="name">Item ${n}-${i}</b> <i class="price">${n}.${i}0 €</i></li>`).join("")}
    ${n < LIST_PAGES ? `<a rel="next" href="/list/${n + 1}">next</a>` : ""}`,
});

let server: PageServer;
let api: Api;
/** Each visit of the endless list leads to a page that was never seen. */
let slowPages = 0;

beforeAll(async () => {
  const pages = Object.fromEntries(
    Array.from({ length: LIST_PAGES }, (_, i) => [`/list/${i + 1}`, listPage(i + 1)]),
  );
  server = await startPageServer({
    ...pages,
    "/slow": () => {
      slowPages += 1;
      return { body: `<h1>Slow</h1><a rel="next" href="/slow?${slowPages}">next</a>`, delayMs: 400 };
    },
    "/odd": { body: '<h1>=1+1 "quoted", 日本</h1>' },
  });
  api = await newAccount();
});
afterAll(() => server.stop());

const createFlow = async (account: Api, path: string, over: object = {}): Promise<string> => {
  const flow = {
    name: `Flow of ${path}`,
    url: server.url + path,
    mode: "extract",
    steps: [
      { type: "extract", selector: ".item", fields: ["name: .name", "price: .price"] },
      { type: "paginate" },
    ],
    outputSchema: { name: "string", price: "price" },
    ...over,
  };
  const { body } = await account.post("/flows", flow);
  return body.data.id;
};

const startRun = async (account: Api, flowId: string): Promise<string> =>
  (await account.post("/runs", { flowId })).body.data.id;

describe("a run", () => {
  it("is queued at no cost, then collects every page in order, with log, preview and statistics", async () => {
    const flowId = await createFlow(api, "/list/1");
    const { status, body } = await api.post("/runs", { flowId });
    expect(status).toBe(202);
    expect(body.data).toMatchObject({
      id: expect.stringMatching(/^run-\d+$/),
      flowId,
      flowName: "Flow of /list/1",
      status: "queued",
      cost: 0,
      duration: 0,
    });
    const run = await endOfRun(api, body.data.id);
    expect(run).toMatchObject({
      status: "completed",
      startedAt: body.data.startedAt,
      itemsExtracted: 18,
      pagesFetched: LIST_PAGES,
      dataPointsExtracted: 36,
      error: null,
    });
    expect(run.duration).toBe(Date.parse(run.finishedAt) - Date.parse(run.executionStartedAt));
    expect(run.outputPreview).toHaveLength(10);
    expect(run.outputPreview[0]).toEqual({ name: "Item 1-1", price: 1.1 });
    expect(run.logs.length).toBeGreaterThan(LIST_PAGES);
    for (const entry of run.logs)
      expect(entry).toEqual({
        timestamp: expect.stringMatching(/Z$/),
        level: expect.stringMatching(/^(debug|info|warn|error)$/),
        message: expect.any(String),
      });
    const parts = Object.values(run.costBreakdown as Record<string, number>);
    expect(run.cost).toBeGreaterThan(0);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(run.cost, 9);
  });

  it("updates its flow's total and success rate", async () => {
    const flowId = await createFlow(api, "/list/6");
    const failing = await createFlow(api, "/nowhere");
    await Promise.all([
      endOfRun(api, await startRun(api, flowId)),
      endOfRun(api, await startRun(api, failing)),
    ]);
    expect((await api.get(`/flows/${flowId}`)).body.data).toMatchObject({ totalRuns: 1, successRate: 100 });
    expect((await api.get(`/flows/${failing}`)).body.data).toMatchObject({ totalRuns: 1, successRate: 0 });
  });

  it("started by a trigger returns it", async () => {
    const flowId = await createFlow(api, "/list/6");
    const { status, body } = await api.post("/runs/trigger", { flowId, trigger: "nightly build" });
    expect({ status, data: body.data }).toMatchObject({
      status: 202,
      data: { flowId, status: "queued", trigger: "nightly build", origin: "trigger" },
    });
    expect(await endOfRun(api, body.data.id)).toMatchObject({
      trigger: "nightly build",
      status: "completed",
    });
  });

  it("started by POST /runs/trigger without a word of what triggered it was started by hand", async () => {
    const flowId = await createFlow(api, "/list/6");
    const { status, body } = await api.post("/runs/trigger", { flowId });
    expect({ status, data: body.data }).toMatchObject({
      status: 202,
      data: { flowId, status: "queued", trigger: "manual", origin: "trigger" },
    });
    await endOfRun(api, body.data.id);
  });

  it("of a flow without steps collects the page's main content", async () => {
    const flowId = await createFlow(api, "/list/1", { steps: [], outputSchema: {} });
    const run = await endOfRun(api, await startRun(api, flowId));
    expect(run.outputPreview[0]).toMatchObject({ title: "Item 1-1", price: 1.1 });
    expect(run.outputPreview).toHaveLength(3);
  });

  it("that fails says what went wrong and where, and keeps what it collected", async () => {
    const steps = [
      { type: "extract", selector: ".item", fields: ["name: .name"] },
      { type: "navigate", url: `${server.url}/nowhere` },
      { type: "extract", fields: ["title: h1"] },
    ];
    const flowId = await createFlow(api, "/list/1", { steps, outputSchema: {} });
    const run = await endOfRun(api, await startRun(api, flowId));
    expect(run).toMatchObject({
      status: "failed",
      itemsExtracted: 3,
      error: { code: "target-failed", httpStatus: 404, url: `${server.url}/nowhere`, retryable: false },
    });
    expect(run.logs.at(-1)).toMatchObject({ level: "error" });
  });

  it("of an unknown flow answers 404", async () => {
    expect(await api.post("/runs", { flowId: "flow-1" })).toMatchObject({
      status: 404,
      body: { error: { code: "not-found" } },
    });
  });
});

describe("cancelling", () => {
  it("stops a run within seconds, keeps what it collected, and is possible once", async () => {
    const steps = [
      { type: "extract", fields: ["title: h1"] },
      { type: "paginate", maxPages: 200 },
    ];
    const flowId = await createFlow(api, "/slow", { steps, outputSchema: {} });
    const id = await startRun(api, flowId);
    await until(
      () => api.get(`/runs/${id}`),
      ({ body }) => body.data.itemsExtracted > 0,
    );
    expect(await api.post(`/runs/${id}/cancel`)).toMatchObject({
      status: 200,
      body: { data: { status: "cancelled" } },
    });
    const visits = server.requests.length;
    const ended = await endOfRun(api, id);
    expect(ended.itemsExtracted).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const later = (await api.get(`/runs/${id}`)).body.data;
    expect(later).toMatchObject({ status: "cancelled", itemsExtracted: ended.itemsExtracted });
    expect(server.requests.length - visits).toBeLessThan(12);
    expect(await api.post(`/runs/${id}/cancel`)).toMatchObject({
      status: 409,
      body: { error: { code: "conflict" } },
    });
  });

  it("frees the account's slots, so that waiting runs start in order and none is lost", async () => {
    const account = await newAccount("free");
    const steps = [
      { type: "extract", fields: ["title: h1"] },
      { type: "paginate", maxPages: 200 },
    ];
    const slow = await createFlow(account, "/slow", { steps, outputSchema: {} });
    const quick = await createFlow(account, "/list/6");
    const slowRuns = [await startRun(account, slow), await startRun(account, slow)];
    const waiting = [
      await startRun(account, quick),
      await startRun(account, quick),
      await startRun(account, quick),
    ];
    await until(
      () => account.get("/runs?status=running"),
      ({ body }) => body.total === 2,
    );
    expect((await account.get("/runs?status=queued")).body.total).toBe(3);
    for (const id of slowRuns) expect((await account.post(`/runs/${id}/cancel`)).status).toBe(200);
    const ended = [];
    for (const id of waiting) ended.push(await endOfRun(account, id));
    expect(ended.map(({ status }) => status)).toEqual(["completed", "completed", "completed"]);
    expect((await account.get("/runs?status=queued")).body.total).toBe(0);
    expect((await account.get("/runs?status=running")).body.total).toBe(0);
  });

  it("happens when the flow is deleted; its finished runs stay readable", async () => {
    const account = await newAccount("free");
    const steps = [
      { type: "extract", fields: ["title: h1"] },
      { type: "paginate", maxPages: 200 },
    ];
    const blocker = await createFlow(account, "/slow", { steps, outputSchema: {} });
    const flowId = await createFlow(account, "/list/6");
    const done = await startRun(account, flowId);
    await endOfRun(account, done);
    const blocking = [await startRun(account, blocker), await startRun(account, blocker)];
    const queued = await startRun(account, flowId);
    await account.remove(`/flows/${flowId}`);
    expect((await endOfRun(account, queued)).status).toBe("cancelled");
    expect((await account.get(`/runs/${done}`)).body.data).toMatchObject({
      status: "completed",
      itemsExtracted: 3,
    });
    expect((await account.get(`/runs?flowId=${flowId}`)).body.total).toBe(2);
    for (const id of blocking) await account.post(`/runs/${id}/cancel`);
  });
});

describe("the list of runs", () => {
  it("is filtered by flow, by status and by both, with exact totals", async () => {
    const account = await newAccount();
    const [good, bad] = [await createFlow(account, "/list/6"), await createFlow(account, "/nowhere")];
    const ids = [await startRun(account, good), await startRun(account, bad), await startRun(account, good)];
    await Promise.all(ids.map((id) => endOfRun(account, id)));
    const listed = async (query: string) => {
      const { body } = await account.get(`/runs${query}`);
      return [body.total, ...body.data.map(({ id }: { id: string }) => id)];
    };
    expect(await listed("")).toEqual([3, ids[2], ids[1], ids[0]]);
    expect(await listed(`?flowId=${good}`)).toEqual([2, ids[2], ids[0]]);
    expect(await listed("?status=failed")).toEqual([1, ids[1]]);
    expect(await listed(`?flowId=${good}&status=completed`)).toEqual([2, ids[2], ids[0]]);
    expect(await listed(`?flowId=${good}&status=failed`)).toEqual([0]);
  });
});

describe("the items of a run", () => {
  it("are returned as JSON in pages, in the order of collection", async () => {
    const id = await startRun(api, await createFlow(api, "/list/1"));
    await endOfRun(api, id);
    const names: string[] = [];
    let cursor = "";
    do {
      const { body } = await api.get(`/runs/${id}/items?limit=7${cursor && `&cursor=${cursor}`}`);
      expect(body.total).toBe(18);
      names.push(...body.data.map(({ name }: { name: string }) => name));
      cursor = body.nextCursor ?? "";
    } while (cursor);
    const expected = Array.from({ length: LIST_PAGES }, (_, n) => [1, 2, 3].map((i) => `Item ${n + 1}-${i}`));
    expect(names).toEqual(expected.flat());
  });

  it("are exported as NDJSON and CSV behind a signed link", async () => {
    const id = await startRun(api, await createFlow(api, "/list/1"));
    await endOfRun(api, id);
    const read = async (format: string) => {
      const { status, headers } = await api.get(`/runs/${id}/items?format=${format}`);
      expect(status).toBe(303);
      return fetch(headers.get("location") ?? "");
    };
    const ndjson = await (await read("ndjson")).text();
    expect(ndjson.trimEnd().split("\n")).toHaveLength(18);
    expect(JSON.parse(ndjson.split("\n")[17] ?? "")).toEqual({ name: "Item 6-3", price: 6.3 });
    const csv = await read("csv");
    expect(csv.headers.get("content-disposition")).toBe(`attachment; filename="${id}.csv"`);
    const lines = (await csv.text()).trimEnd().split("\r\n");
    expect(lines.slice(0, 2)).toEqual(["name,price,priceCurrency", "Item 1-1,1.1,EUR"]);
    expect(lines).toHaveLength(19);
  });

  it("are quoted in CSV so that a spreadsheet does not read them as formulas", async () => {
    const flowId = await createFlow(api, "/odd", {
      steps: [{ type: "extract", fields: ["title: h1"] }],
      outputSchema: {},
    });
    const id = await startRun(api, flowId);
    await endOfRun(api, id);
    const { headers } = await api.get(`/runs/${id}/items?format=csv`);
    const csv = await (await fetch(headers.get("location") ?? "")).text();
    expect(csv).toBe('title\r\n"\'=1+1 ""quoted"", 日本"\r\n');
  });
});
