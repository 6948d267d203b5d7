import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { type Api, endOfRun, newAccount } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

interface Product {
  readonly id: string;
  readonly title: string;
  readonly price: string;
  readonly stock: string;
}

const LAMP: Product = { id: "lamp", title: "Lamp", price: "£20.00", stock: "In stock" };
const CHAIR: Product = { id: "chair", title: "Chair", price: "£50.00", stock: "Out of stock" };
const TABLE: Product = { id: "table", title: "Table", price: "£90.00", stock: "In stock" };

/** What the shop shows now; null: it answers 503. */
let shown: readonly Product[] | null;
let visits = 0;
let checkIn = "14:00";

const hotel = (): string =>
  `<html><head><title>Hotel</title></head><body><main><h1>Hotel</h1>${Array.from(
    { length: 12 },
    (_, n) =>
      `<p>Room ${n + 1} has a large bed, a desk, a balcony over the lake and a bath with a window.</p>`,
  ).join(
    "",
  )}<p>Our standard check-in is from ${checkIn} every day, also on Sundays and holidays.</p></main></body></html>`;

const page = (products: readonly Product[]): string => {
  visits += 1;
  const rows = products.map(
    ({ id, title, price, stock }) =>
      `<li class="p" data-id="${id}"><a href="/p/${id}?sid=${visits}">${title}</a><b>${price}</b><i>${stock}</i>
       <em>${visits * 17} views, seen ${visits} minutes ago</em></li>`,
  );
  return `<html><body><ul>${rows.join("")}</ul></body></html>`;
};

let server: PageServer;
let account: Api;
beforeAll(async () => {
  const serve = () => (shown ? { body: page(shown) } : { status: 404, body: "gone" });
  const more = () => ({
    body: page(shown ?? []).replace("</body>", '<a class="next" href="/news/2">Next</a></body>'),
  });
  server = await startPageServer({ "/shop": serve, "/hotel": () => ({ body: hotel() }), "/news": more });
  account = await newAccount();
});
afterAll(() => server.stop());
beforeEach(() => {
  shown = [LAMP, CHAIR];
});

const monitor = async (options: object = {}, over: object = {}): Promise<string> => {
  const { status, body } = await account.post("/flows", {
    name: "Shop",
    url: `${server.url}/shop`,
    mode: "monitor",
    steps: [
      {
        type: "extract",
        selector: "li.p",
        fields: ["id: @data-id", "title: a", "url: a@href", "price: b", "stock: i", "note: em"],
      },
    ],
    outputSchema: { price: "price" },
    monitor: options,
    ...over,
  });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body.data.id;
};

const run = async (flowId: string) =>
  endOfRun(account, (await account.post("/runs", { flowId })).body.data.id);
const changesOf = async (flowId: string) => (await account.get(`/flows/${flowId}/changes`)).body;
const alertsOf = async (flowId: string, type = "change_detected") =>
  (await account.get("/alerts?limit=200")).body.data.filter(
    (alert: Record<string, string>) => alert.flowId === flowId && alert.type === type,
  );

describe("a monitor", () => {
  it("takes its first run as the baseline, and reports nothing when only noise differs", async () => {
    const flowId = await monitor();
    expect((await run(flowId)).status).toBe("completed");
    shown = [CHAIR, { ...LAMP, price: " £20 " }];
    expect((await run(flowId)).status).toBe("completed");
    expect(await changesOf(flowId)).toEqual({ data: [], total: 0 });
    expect(await alertsOf(flowId)).toEqual([]);
    const { data, total } = (await account.get(`/flows/${flowId}/changes?noise=true`)).body;
    expect(total).toBe(1);
    expect(data[0]).toMatchObject({ added: 0, removed: 0, changed: 0, records: [], alertId: null });
    // In each of the two records its URL and note, and the spacing of a price that is read as a number is none.
    expect(data[0].noise).toMatchObject({ differences: 4, recordsOmitted: 0 });
    expect(data[0].noise.records.map(({ label }: { label: string }) => label).toSorted()).toEqual([
      "Chair",
      "Lamp",
    ]);
    const { data: more } = (await account.get(`/flows/${flowId}/changes?noise=true&limit=1`)).body;
    expect(more).toHaveLength(1);
  });

  it("reads its pages twice in its first run, and says so", async () => {
    const flowId = await monitor();
    const [before, first] = [visits, await run(flowId)];
    expect([visits - before, first.pagesFetched]).toEqual([2, 2]);
    const told = first.logs.map(({ message }: { message: string }) => message).join(" ");
    expect(told).toContain("Read 1 page, to be read again seconds later");
    expect(told).toMatch(/Read 2 records twice\. What differed is taken for noise from now on, in: .*url/);
    const second = await run(flowId);
    expect([visits - before, second.pagesFetched]).toEqual([3, 1]);
  });

  it("reports what it took for noise once the owner says that it matters", async () => {
    const flowId = await monitor({ ignoreFields: ["url"] });
    await run(flowId);
    expect((await account.put(`/flows/${flowId}`, { monitor: { matters: ["note"] } })).status).toBe(200);
    await run(flowId);
    const { data } = await changesOf(flowId);
    expect(data).toMatchObject([{ changed: 2, noise: { differences: 0, reasons: {} } }]);
    expect(Object.keys(data[0].records[0].fields)).toEqual(["note"]);
  });

  it("watches the text of a page without steps, word by word", async () => {
    const flowId = await monitor(
      { watch: "text", conditions: ['added text contains "16:00"'] },
      { url: `${server.url}/hotel`, steps: [], outputSchema: {} },
    );
    checkIn = "14:00";
    expect(await run(flowId)).toMatchObject({ status: "completed", itemsExtracted: 1 });
    checkIn = "16:00";
    await run(flowId);
    const { data } = await changesOf(flowId);
    expect(data).toMatchObject([{ changed: 1, severity: "info" }]);
    const { diff, current } = data[0].records[0].fields.markdown;
    expect(diff).toMatchObject({ addedWords: 1, removedWords: 1, linesOmitted: 0 });
    expect(diff.unified).toMatch(/^-.*from 14:00.*\n\+.*from 16:00/m);
    expect(current).toContain("# Hotel");
    expect(data[0].message).toContain('text "14:00" → "16:00"');
    expect((await alertsOf(flowId))[0].message).toContain("16:00");
  });

  it("records what was added, removed and changed, and raises one alert about it", async () => {
    const flowId = await monitor({ severity: "critical" });
    await run(flowId);
    shown = [{ ...LAMP, price: "£18.50" }, TABLE];
    const { id: runId } = await run(flowId);
    await run(flowId);
    const { data, total } = await changesOf(flowId);
    expect(total).toBe(1);
    const alerts = await alertsOf(flowId);
    expect(alerts).toMatchObject([{ severity: "critical", read: false }]);
    expect(data[0]).toMatchObject({
      flowId,
      runId,
      severity: "critical",
      alertId: alerts[0].id,
      added: 1,
      removed: 1,
      changed: 1,
      recordsOmitted: 0,
    });
    expect(data[0].records[0]).toEqual({
      key: expect.any(String),
      type: "changed",
      label: "Lamp",
      fields: { price: { previous: 20, current: 18.5, currency: "GBP" } },
    });
    expect((await account.get(`/runs/${runId}`)).body.data.currencies).toEqual({ price: "GBP" });
    const { data: records } = (await account.get(`/flows/${flowId}/records`)).body;
    expect(records[0]).toMatchObject({ record: { price: 18.5 }, currencies: { price: "GBP" } });
    expect(data[0].title).toBe("3 changes");
    expect(alerts[0].title).toBe("3 changes in Shop");
    expect(alerts[0].message).toBe(
      '"Shop": 1 changed, 1 added, 1 removed: "Lamp": price £20.00 → £18.50; "Table" was added; "Chair" was removed.',
    );
    const { data: news } = (await account.get("/activity?limit=50")).body;
    const told = news.filter((entry: { type: string; flowId: string }) => entry.type === "change.detected");
    expect(told.filter((entry: { flowId: string }) => entry.flowId === flowId)).toHaveLength(1);
  });

  it("records every change, but raises an alert only if its conditions match", async () => {
    const flowId = await monitor({ conditions: ["price < 15", "percent change > 20"], fields: ["price"] });
    await run(flowId);
    for (const price of ["£19.00", "£14.00", "£13.90"]) {
      shown = [{ ...LAMP, price }, CHAIR];
      await run(flowId);
    }
    const { data } = await changesOf(flowId);
    expect(data.map(({ severity }: { severity: unknown }) => severity)).toEqual(["info", "info", null]);
    expect(await alertsOf(flowId)).toHaveLength(2);
  });

  it("does not report records that moved beyond its page limit as removed", async () => {
    shown = [LAMP, CHAIR];
    const flowId = await monitor(
      {},
      {
        url: `${server.url}/news`,
        steps: [
          { type: "extract", selector: "li.p", fields: ["id: @data-id", "title: a", "price: b"] },
          { type: "paginate", selector: "a.next", maxPages: 1 },
        ],
      },
    );
    await run(flowId);
    shown = [TABLE, LAMP];
    await run(flowId);
    const { data } = await changesOf(flowId);
    expect(data).toMatchObject([{ added: 1, removed: 0, changed: 0 }]);
    const { body } = await account.get(`/flows/${flowId}/records`);
    expect(body.data.map(({ record }: { record: Product }) => record.id)).toEqual(["table", "lamp", "chair"]);
    // Back in reach, it is no news; as it was seen last, it is.
    shown = [CHAIR, { ...LAMP, price: "£19.00" }];
    await run(flowId);
    expect((await changesOf(flowId)).data[0]).toMatchObject({ added: 0, removed: 0, changed: 1 });
  });

  it("with a restock condition raises an alert only for records that are available again", async () => {
    const flowId = await monitor({ restock: true });
    await run(flowId);
    shown = [{ ...LAMP, stock: "Sold out" }, CHAIR];
    await run(flowId);
    expect(await alertsOf(flowId)).toEqual([]);
    shown = [
      { ...LAMP, stock: "Sold out" },
      { ...CHAIR, stock: "In stock" },
    ];
    await run(flowId);
    expect(await alertsOf(flowId)).toMatchObject([{ message: expect.stringContaining("Chair") }]);
  });

  it("never reports a failed page, or one that lost its content, as a change", async () => {
    const flowId = await monitor();
    await run(flowId);
    shown = null;
    expect((await run(flowId)).status).toBe("failed");
    shown = [];
    const empty = await run(flowId);
    expect(empty).toMatchObject({ status: "failed", error: { code: "selector-broken" } });
    shown = [LAMP, CHAIR];
    expect((await run(flowId)).status).toBe("completed");
    expect((await changesOf(flowId)).total).toBe(0);
    expect(await alertsOf(flowId, "selector_broken")).toHaveLength(1);
    expect(await alertsOf(flowId, "run_failed")).toHaveLength(1);
  });

  it("starts from a new baseline when the flow collects something else", async () => {
    const flowId = await monitor();
    await run(flowId);
    const steps = [{ type: "extract", selector: "li.p", fields: ["id: @data-id", "text: a"] }];
    await account.put(`/flows/${flowId}`, { steps, outputSchema: { price: null } });
    await run(flowId);
    expect((await changesOf(flowId)).total).toBe(0);
    expect((await account.get(`/flows/${flowId}/records`)).body.data[0].record).toEqual({
      id: "lamp",
      text: "Lamp",
    });
  });

  it("keeps its baseline when only selectors change, and compares with what the new ones find", async () => {
    const flowId = await monitor();
    await run(flowId);
    shown = [{ ...LAMP, price: "£1.00" }, CHAIR];
    const { steps } = (await account.get(`/flows/${flowId}`)).body.data;
    const places = [
      "id: @data-id",
      "title: a[href]",
      "url: a[href]@href",
      "price: a + b",
      "stock: b + i",
      "note: em",
    ];
    const moved = [{ ...steps[0], selector: "ul li.p", fields: places }];
    expect((await account.put(`/flows/${flowId}`, { steps: moved })).body.data.version).toBe(2);
    await run(flowId);
    const { data, total } = await changesOf(flowId);
    expect(total).toBe(1);
    expect(data[0].records).toMatchObject([
      { type: "changed", fields: { price: { previous: 20, current: 1 } } },
    ]);
  });

  it("records changes once when two of its runs end at the same time", async () => {
    const flowId = await monitor();
    await run(flowId);
    shown = [{ ...LAMP, price: "£1.00" }, CHAIR];
    const ids = await Promise.all(
      [1, 2, 3, 4].map(async () => (await account.post("/runs", { flowId })).body.data.id),
    );
    await Promise.all(ids.map((id) => endOfRun(account, id)));
    expect((await changesOf(flowId)).total).toBe(1);
    expect(await alertsOf(flowId)).toHaveLength(1);
  });

  it("refuses invalid options, and names them", async () => {
    const { status, body } = await account.post("/flows", {
      name: "x",
      url: `${server.url}/shop`,
      mode: "monitor",
      monitor: { conditions: ["cheap"], severity: "loud" },
    });
    expect(status).toBe(400);
    expect(body.error.details.map(({ path }: { path: string }) => path).sort()).toEqual([
      "monitor.conditions[0]",
      "monitor.severity",
    ]);
  });
});

describe("the data of a monitor", () => {
  it("can be read as of any time, page by page, with each record's history", async () => {
    const flowId = await monitor();
    const before = new Date().toISOString();
    await run(flowId);
    const between = new Date().toISOString();
    shown = [{ ...LAMP, price: "£18.50" }, CHAIR, TABLE];
    const { id: runId } = await run(flowId);
    shown = [{ ...LAMP, price: "£17.00" }, CHAIR, TABLE];
    await run(flowId);

    const recordsAt = async (query: string) => (await account.get(`/flows/${flowId}/records${query}`)).body;
    const prices = ({ data }: { data: { record: { price: number } }[] }) =>
      data.map(({ record }) => record.price);
    expect(await recordsAt(`?at=${before}`)).toEqual({ data: [], total: 0 });
    expect(prices(await recordsAt(`?at=${between}`))).toEqual([20, 50]);
    expect(prices(await recordsAt(""))).toEqual([17, 50, 90]);
    const first = await recordsAt("?limit=2");
    expect(first).toMatchObject({ total: 3, nextCursor: expect.any(String) });
    const second = await recordsAt(`?limit=2&cursor=${first.nextCursor}`);
    expect([...first.data, ...second.data].map(({ record }) => record.id)).toEqual([
      "lamp",
      "chair",
      "table",
    ]);
    expect(second.nextCursor).toBeUndefined();

    const historyOf = async (key: string, query = "") =>
      (await account.get(`/flows/${flowId}/records/${key}/history${query}`)).body;
    const { key } = first.data[0];
    const { data, total } = await historyOf(key);
    expect(total).toBe(2);
    expect(data.map(({ fields }: { fields: unknown }) => fields)).toEqual([
      { price: { previous: 18.5, current: 17, currency: "GBP" } },
      { price: { previous: 20, current: 18.5, currency: "GBP" } },
    ]);
    expect(data[1]).toMatchObject({ runId, type: "changed" });
    const page = await historyOf(key, "?limit=1");
    expect((await historyOf(key, `?limit=1&cursor=${page.nextCursor}`)).data).toEqual([data[1]]);
    expect(await historyOf(second.data[0].key)).toMatchObject({ data: [{ type: "added" }], total: 1 });
    expect(await historyOf(first.data[1].key)).toEqual({ data: [], total: 0 });
  });

  it("is not available for a deleted flow or for another account", async () => {
    const flowId = await monitor();
    await run(flowId);
    const stranger = await newAccount();
    const paths = ["changes", "records", "records/lamp/history"].map((path) => `/flows/${flowId}/${path}`);
    for (const path of paths) expect((await account.get(path)).status).toBe(200);
    for (const path of paths) expect((await stranger.get(path)).status).toBe(404);
    await account.remove(`/flows/${flowId}`);
    for (const path of paths) expect((await account.get(path)).status).toBe(404);
  });
});
