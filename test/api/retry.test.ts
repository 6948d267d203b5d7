import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { type Api, endOfRun, newAccount } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

const LIST = `<html lang="en"><ul><li><a href="/a">Lamp</a></li><li><a href="/b">Chair</a></li></ul></html>`;
const detail = (price: string) => `<html><h1>x</h1><p class="cost">${price}</p></html>`;

let server: PageServer;
let account: Api;
beforeAll(async () => {
  server = await startPageServer({
    "/list": { body: LIST },
    "/a": (visits) => ({ body: detail(`£${20 + visits}`) }),
    "/b": { body: detail("£50") },
    "/moved": { status: 302, headers: { location: "/list" } },
    "/feed": {
      body: '<?xml version="1.0"?><rss><item><Title>One</Title></item></rss>',
      headers: { "content-type": "application/xml" },
    },
  });
  account = await newAccount();
});
afterAll(() => server.stop());

let flowId: string;
const stepsWith = (price: string) => [
  { type: "extract", selector: "li", fields: ["title: a"] },
  { type: "follow", selector: "a", steps: [{ type: "extract", fields: [`price: ${price}`] }] },
];
const makeFlow = async (path: string, steps: object[]): Promise<string> =>
  (
    await account.post("/flows", {
      name: "Shop",
      url: server.url + path,
      mode: "extract",
      render: "static",
      steps,
    })
  ).body.data.id;
const run = async (id: string) =>
  endOfRun(account, (await account.post("/runs", { flowId: id })).body.data.id);
const retry = async (id: string, body?: object) => {
  const { status, body: answer } = await account.post(`/runs/${id}/retry`, body);
  expect(status).toBe(202);
  return endOfRun(account, answer.data.id);
};
const itemsOf = async (id: string) => (await account.get(`/runs/${id}/items`)).body.data;

beforeEach(async () => {
  flowId = await makeFlow("/list", stepsWith(".price"));
});

describe("retrying a run", () => {
  it("visits the pages again, and names the run it repeats", async () => {
    const first = await run(flowId);
    const visits = server.requests.length;
    const again = await retry(first.id);
    expect(again).toMatchObject({ status: "completed", origin: "retry", retryOf: first.id, flowId });
    expect(again).not.toHaveProperty("snapshotsOf");
    const pages = server.requests.slice(visits).filter((path) => path !== "/.well-known/tdmrep.json");
    expect(pages).toHaveLength(3);
  });

  it("from its snapshots runs today's flow on the saved pages, without a visit", async () => {
    const first = await run(flowId);
    expect((await itemsOf(first.id))[0]).toEqual({ title: "Lamp", price: null });
    await account.put(`/flows/${flowId}`, { steps: stepsWith(".cost") });
    const visits = server.requests.length;
    const again = await retry(first.id, { from: "snapshots" });
    const third = await retry(again.id, { from: "snapshots" });
    expect(server.requests.length - visits).toBe(0);
    expect(again).toMatchObject({ status: "completed", origin: "retry", snapshotsOf: first.id });
    expect(third).toMatchObject({ status: "completed", retryOf: again.id, snapshotsOf: first.id });
    const lamp = expect.stringMatching(/^£2\d$/);
    expect(await itemsOf(again.id)).toEqual([
      { title: "Lamp", price: lamp },
      { title: "Chair", price: "£50" },
    ]);
    expect(await itemsOf(third.id)).toEqual(await itemsOf(again.id));
  });

  it("from its snapshots handles redirects and XML", async () => {
    const moved = await makeFlow("/moved", [
      { type: "extract", selector: "a", fields: ["url: @href | url"] },
    ]);
    const feed = await makeFlow("/feed", [{ type: "extract", selector: "item", fields: ["title: Title"] }]);
    for (const id of [moved, feed]) {
      const first = await run(id);
      const visits = server.requests.length;
      const again = await retry(first.id, { from: "snapshots" });
      expect(server.requests.length - visits).toBe(0);
      expect((await itemsOf(first.id)).length).toBeGreaterThan(0);
      expect(await itemsOf(again.id)).toEqual(await itemsOf(first.id));
    }
  });

  it("from its snapshots fails with a clear message if the flow needs a page that was not saved", async () => {
    const first = await run(flowId);
    await account.put(`/flows/${flowId}`, { url: `${server.url}/elsewhere` });
    const visits = server.requests.length;
    const again = await retry(first.id, { from: "snapshots" });
    expect(again).toMatchObject({
      status: "failed",
      error: {
        message: expect.stringContaining("did not save this page"),
        url: `${server.url}/elsewhere`,
        retryable: false,
      },
    });
    expect(server.requests.length - visits).toBe(0);
  });

  it("is refused unless the run has ended, exists, belongs to the caller and has saved pages", async () => {
    const nowhere = await makeFlow("/nowhere", []);
    const failed = await run(nowhere);
    expect(failed.status).toBe("failed");
    const answers = await Promise.all([
      account.post(`/runs/${failed.id}/retry`, { from: "snapshots" }),
      account.post("/runs/run-0/retry", {}),
      (await newAccount()).post(`/runs/${failed.id}/retry`, {}),
      account.post(`/runs/${failed.id}/retry`, { from: "memory" }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([409, 404, 404, 400]);
    expect(answers[0]?.body.error.message).toContain("saved no pages");
    await account.remove(`/flows/${nowhere}`);
    expect((await account.post(`/runs/${failed.id}/retry`, {})).status).toBe(404);
  });
});

describe("a monitor", () => {
  it("does not compare items read from snapshots", async () => {
    const watched = await makeFlow("/a", [{ type: "extract", fields: ["price: .cost"] }]);
    await account.put(`/flows/${watched}`, { mode: "monitor", monitor: { matters: ["price"] } });
    const first = await run(watched);
    await run(watched);
    expect((await account.get(`/flows/${watched}/changes`)).body.total).toBe(1);
    await retry(first.id, { from: "snapshots" });
    expect((await account.get(`/flows/${watched}/changes`)).body.total).toBe(1);
    expect((await account.get(`/flows/${watched}/records`)).body.data[0].record.price).not.toBe(
      (await itemsOf(first.id))[0].price,
    );
  });
});
