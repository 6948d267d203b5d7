/** What a monitor reports, and the records that it keeps. */
import { describe, expect, it } from "@jest/globals";
import { newAccount } from "../helpers/api.ts";
import {
  account,
  alertsOf,
  CHAIR,
  changesOf,
  LAMP,
  monitor,
  type Product,
  run,
  server,
  shop,
  TABLE,
  useShop,
} from "./monitor/world.ts";

useShop();

describe("a monitor", () => {
  it("records what was added, removed and changed, and raises one alert about it", async () => {
    const flowId = await monitor({ severity: "critical" });
    await run(flowId);
    shop.shown = [{ ...LAMP, price: "£18.50" }, TABLE];
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
      shop.shown = [{ ...LAMP, price }, CHAIR];
      await run(flowId);
    }
    const { data } = await changesOf(flowId);
    expect(data.map(({ severity }: { severity: unknown }) => severity)).toEqual(["info", "info", null]);
    expect(await alertsOf(flowId)).toHaveLength(2);
  });

  it("does not report records that moved beyond its page limit as removed", async () => {
    shop.shown = [LAMP, CHAIR];
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
    shop.shown = [TABLE, LAMP];
    await run(flowId);
    const { data } = await changesOf(flowId);
    expect(data).toMatchObject([{ added: 1, removed: 0, changed: 0 }]);
    const { body } = await account.get(`/flows/${flowId}/records`);
    expect(body.data.map(({ record }: { record: Product }) => record.id)).toEqual(["table", "lamp", "chair"]);
    // Back in reach, it is no news; as it was seen last, it is.
    shop.shown = [CHAIR, { ...LAMP, price: "£19.00" }];
    await run(flowId);
    expect((await changesOf(flowId)).data[0]).toMatchObject({ added: 0, removed: 0, changed: 1 });
  });

  it("with a restock condition raises an alert only for records that are available again", async () => {
    const flowId = await monitor({ restock: true });
    await run(flowId);
    shop.shown = [{ ...LAMP, stock: "Sold out" }, CHAIR];
    await run(flowId);
    expect(await alertsOf(flowId)).toEqual([]);
    shop.shown = [
      { ...LAMP, stock: "Sold out" },
      { ...CHAIR, stock: "In stock" },
    ];
    await run(flowId);
    expect(await alertsOf(flowId)).toMatchObject([{ message: expect.stringContaining("Chair") }]);
  });
});

describe("the data of a monitor", () => {
  it("can be read as of any time, page by page, with each record's history", async () => {
    const flowId = await monitor();
    const before = new Date().toISOString();
    await run(flowId);
    const between = new Date().toISOString();
    shop.shown = [{ ...LAMP, price: "£18.50" }, CHAIR, TABLE];
    const { id: runId } = await run(flowId);
    shop.shown = [{ ...LAMP, price: "£17.00" }, CHAIR, TABLE];
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
