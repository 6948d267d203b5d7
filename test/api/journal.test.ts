import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Api, endOfRun, newAccount } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

let server: PageServer;
beforeAll(async () => {
  server = await startPageServer({ "/ok": { body: "<h1>Fine</h1><h2>x</h2>" } });
});
afterAll(() => server.stop());

const makeFlow = async (account: Api, path: string, over: object = {}): Promise<string> => {
  const flow = {
    name: "Watched",
    url: server.url + path,
    mode: "extract",
    steps: [{ type: "extract", fields: ["title: h1"] }],
  };
  return (await account.post("/flows", { ...flow, ...over })).body.data.id;
};
const run = async (account: Api, flowId: string) =>
  endOfRun(account, (await account.post("/runs", { flowId })).body.data.id);

describe("the audit log", () => {
  it("says who changed what, when, from where, and which fields, without secrets", async () => {
    const account = await newAccount();
    const flowId = await makeFlow(account, "/ok");
    const update = await account.put(`/flows/${flowId}`, { name: "Renamed", status: "active" });
    const key = (await account.post("/keys", { name: "Other", scopes: ["flows:read"] })).body.data;
    await account.remove(`/keys/${key.id}`);
    await account.remove(`/flows/${flowId}`);
    const { data, total } = (await account.get("/audit")).body;
    expect(total).toBe(5);
    expect(data.map(({ action, resource }: Record<string, string>) => [action, resource])).toEqual([
      ["flow.deleted", flowId],
      ["key.revoked", key.id],
      ["key.created", key.id],
      ["flow.updated", flowId],
      ["flow.created", flowId],
    ]);
    const entry = data[3];
    expect(entry).toEqual({
      id: expect.stringMatching(/^audit-\d+$/),
      action: "flow.updated",
      userId: account.userId,
      email: "owner@example.com",
      resource: flowId,
      timestamp: expect.stringMatching(/Z$/),
      metadata: {
        keyId: expect.stringMatching(/^key-\d+$/),
        address: "127.0.0.1",
        requestId: update.headers.get("x-request-id"),
        fields: ["name", "status"],
        version: 2,
      },
    });
    expect(JSON.stringify(data)).not.toContain(key.key);
    expect(JSON.stringify(data)).not.toContain(account.apiKey);
  });

  it("records nothing for a change that was refused", async () => {
    const account = await newAccount();
    await account.post("/flows", { name: "No mode" });
    await account.put("/flows/flow-1", { name: "x" });
    expect((await account.get("/audit")).body).toEqual({ data: [], total: 0 });
  });
});

describe("the activity feed", () => {
  it("describes events in plain sentences", async () => {
    const account = await newAccount();
    const flowId = await makeFlow(account, "/ok");
    await run(account, flowId);
    const { data, total } = (await account.get("/activity")).body;
    expect(total).toBe(2);
    expect(data[0]).toEqual({
      id: expect.stringMatching(/^act-\d+$/),
      type: "run.completed",
      message: 'A run of "Watched" completed with 1 item.',
      by: null,
      flowId,
      timestamp: expect.stringMatching(/Z$/),
    });
  });
});

describe("analytics", () => {
  it("equal a recount of the runs and include every day of the period", async () => {
    const account = await newAccount();
    const [good, bad] = [await makeFlow(account, "/ok"), await makeFlow(account, "/nowhere")];
    const runs = await Promise.all([good, good, bad, good].map((flowId) => run(account, flowId)));
    const cost = runs.reduce((sum, { cost }) => sum + cost, 0);
    for (const [period, days] of [
      ["7d", 7],
      ["30d", 30],
      ["90d", 90],
    ] as const) {
      const { data } = (await account.get(`/analytics?period=${period}`)).body;
      expect(data).toMatchObject({ totalRuns: 4, successRate: 75, dataPointsExtracted: 3 });
      expect(data.totalCost).toBeCloseTo(cost, 9);
      expect(data.dailyBreakdown).toHaveLength(days);
      const today = new Date().toISOString().slice(0, 10);
      expect(data.dailyBreakdown.at(-1)).toMatchObject({ date: today, runs: 4, success: 3 });
      expect(data.dailyBreakdown[0]).toMatchObject({ runs: 0, success: 0, cost: 0 });
    }
    expect((await account.get("/analytics?period=1y")).status).toBe(400);
  });
});

describe("a flow that keeps failing", () => {
  it("raises one alert at the first failure and a critical one after five, and stops its schedule", async () => {
    const account = await newAccount();
    const flowId = await makeFlow(account, "/nowhere", { schedule: { every: "1d" } });
    await account.put(`/flows/${flowId}`, { status: "active" });
    for (let i = 0; i < 5; i += 1) expect((await run(account, flowId)).status).toBe("failed");
    const flow = (await account.get(`/flows/${flowId}`)).body.data;
    expect(flow).toMatchObject({ status: "error", nextRunAt: null, successRate: 0, totalRuns: 5 });
    const { data } = (await account.get("/alerts")).body;
    expect(data.map(({ type, severity }: Record<string, string>) => [type, severity])).toEqual([
      ["flow_error", "critical"],
      ["run_failed", "warning"],
    ]);
    // Activating it again resets the count: after five more failures it stops again, which is news again.
    await account.put(`/flows/${flowId}`, { status: "active" });
    expect((await run(account, flowId)).status).toBe("failed");
    expect((await account.get(`/flows/${flowId}`)).body.data.status).toBe("active");
    expect((await account.get("/alerts?severity=warning")).body.total).toBe(2);
    await account.put(`/flows/${flowId}`, { url: `${server.url}/ok` });
    expect((await run(account, flowId)).status).toBe("completed");
    await account.put(`/flows/${flowId}`, { url: `${server.url}/nowhere` });
    await run(account, flowId);
    expect((await account.get("/alerts?severity=warning")).body.total).toBe(3);
  });
});

describe("alerts", () => {
  it("are filtered by severity and read state, and can be marked as read one by one or all at once", async () => {
    const account = await newAccount();
    for (let i = 0; i < 2; i += 1) await run(account, await makeFlow(account, "/nowhere"));
    const [alert] = (await account.get("/alerts?read=false")).body.data;
    expect(alert).toEqual({
      id: expect.stringMatching(/^alert-\d+$/),
      type: "run_failed",
      severity: "warning",
      flowId: expect.stringMatching(/^flow-/),
      title: "A run of Watched failed",
      message: expect.any(String),
      read: false,
      createdAt: expect.stringMatching(/Z$/),
    });
    const marked = await account.put(`/alerts/${alert.id}`, { read: true });
    expect(marked).toMatchObject({ status: 200, body: { data: { id: alert.id, read: true } } });
    expect((await account.get("/alerts?read=true&severity=warning")).body.total).toBe(1);
    expect(await account.post("/alerts/read-all")).toMatchObject({
      status: 200,
      body: { data: { updated: 1 } },
    });
    expect((await account.get("/alerts?read=false")).body.total).toBe(0);
    expect((await account.get("/alerts?severity=critical")).body.total).toBe(0);
    expect((await account.get("/alerts?read=maybe")).status).toBe(400);
  });
});
