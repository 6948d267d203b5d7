/** What a monitor takes for its baseline. */
import { describe, expect, it } from "@jest/globals";
import { endOfRun } from "../helpers/api.ts";
import {
  account,
  alertsOf,
  CHAIR,
  changesOf,
  LAMP,
  monitor,
  run,
  server,
  shop,
  useShop,
} from "./monitor/world.ts";

useShop();

describe("a monitor", () => {
  it("takes its first run as the baseline, and reports nothing when only noise differs", async () => {
    const flowId = await monitor();
    expect((await run(flowId)).status).toBe("completed");
    shop.shown = [CHAIR, { ...LAMP, price: " £20 " }];
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
    const [before, first] = [shop.visits, await run(flowId)];
    expect([shop.visits - before, first.pagesFetched]).toEqual([2, 2]);
    const told = first.logs.map(({ message }: { message: string }) => message).join(" ");
    expect(told).toContain("Read 1 page, to be read again seconds later");
    expect(told).toMatch(
      /Read 2 records twice\. From now on, differences in these fields are treated as noise: .*url/,
    );
    const second = await run(flowId);
    expect([shop.visits - before, second.pagesFetched]).toEqual([3, 1]);
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
    shop.checkIn = "14:00";
    expect(await run(flowId)).toMatchObject({ status: "completed", itemsExtracted: 1 });
    shop.checkIn = "16:00";
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

  it("never reports a failed page, or one that lost its content, as a change", async () => {
    const flowId = await monitor();
    await run(flowId);
    shop.shown = null;
    expect((await run(flowId)).status).toBe("failed");
    shop.shown = [];
    const empty = await run(flowId);
    expect(empty).toMatchObject({ status: "failed", error: { code: "selector-broken" } });
    shop.shown = [LAMP, CHAIR];
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
    shop.shown = [{ ...LAMP, price: "£1.00" }, CHAIR];
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
    shop.shown = [{ ...LAMP, price: "£1.00" }, CHAIR];
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
