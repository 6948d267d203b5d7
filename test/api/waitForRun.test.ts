import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { type Answer, type Api, apiAs, newAccount } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

jest.setTimeout(60_000);

const SHELF = `<!doctype html><title>Shelf</title><ul>${["Walden", "Emma", "Dracula"]
  .map((title) => `<li class="item"><b>${title}</b></li>`)
  .join("")}</ul>`;

describe("POST /runs with Prefer: wait", () => {
  let server: PageServer;
  let api: Api;
  let quick: string;
  let slow: string;

  const createFlow = async (path: string): Promise<string> => {
    const { body } = await api.post("/flows", {
      name: "Shelf",
      url: server.url + path,
      mode: "extract",
      steps: [{ type: "extract", selector: ".item", fields: ["title: b"] }],
    });
    return body.data.id;
  };

  beforeAll(async () => {
    server = await startPageServer({ "/shelf": { body: SHELF }, "/slow": { body: SHELF, delayMs: 15_000 } });
    api = await newAccount();
    quick = await createFlow("/shelf");
    slow = await createFlow("/slow");
  });
  afterAll(() => server.stop());

  const run = (flowId: string, headers: Record<string, string>, account: Api = api): Promise<Answer> =>
    account.call("POST", "/runs", { body: { flowId }, headers }) as Promise<Answer>;

  it("returns the finished run with its preview, and says so", async () => {
    const { status, headers, body } = await run(quick, { prefer: "respond-async, wait=25" });
    expect(status).toBe(202);
    expect(headers.get("preference-applied")).toBe("wait=25");
    expect(headers.get("ratelimit")).not.toBeNull();
    expect(body.data).toMatchObject({ status: "completed", itemsExtracted: 3, flowId: quick });
    expect(body.data.outputPreview).toEqual(["Walden", "Emma", "Dracula"].map((title) => ({ title })));
    expect((await api.get(`/runs/${body.data.id}`)).body.data).toEqual(body.data);
  });

  it.each(["", "wait=0", "wait=soon", "return=minimal"])("does not wait for %p", async (prefer) => {
    const { status, headers, body } = await run(quick, { prefer });
    expect([status, headers.get("preference-applied"), body.data.status]).toEqual([202, null, "queued"]);
  });

  it("returns the queued run if the run takes longer", async () => {
    const startedAt = Date.now();
    const { status, headers, body } = await run(slow, { prefer: "wait=2" });
    expect([status, headers.get("preference-applied"), body.data.status]).toEqual([202, null, "queued"]);
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1_900);
    expect((await api.post(`/runs/${body.data.id}/cancel`)).status).toBe(200);
  });

  it("keeps the queued run for the Idempotency-Key, and waits on request", async () => {
    const key = { "idempotency-key": "wait-once" };
    const first = await run(quick, { ...key, prefer: "wait=25" });
    expect(first.body.data.status).toBe("completed");
    const replayed = await run(quick, key);
    expect(replayed.headers.get("idempotency-replayed")).toBe("true");
    expect(replayed.body.data).toMatchObject({ id: first.body.data.id, status: "queued" });
    const waited = await run(quick, { ...key, prefer: "wait=25" });
    expect(waited.headers.get("idempotency-replayed")).toBe("true");
    expect(waited.body.data).toEqual(first.body.data);
  });

  it("returns only the queued run to a key without runs:read", async () => {
    const { body: made } = await api.post("/keys", { name: "Starter", scopes: ["runs:write"] });
    const starter = apiAs(made.data.key);
    const { headers, body } = await run(quick, { prefer: "wait=25" }, starter);
    expect([headers.get("preference-applied"), body.data.status]).toEqual([null, "queued"]);
    expect(body.data).not.toHaveProperty("outputPreview");
  });

  it("does not wait if too many requests are waiting", async () => {
    const startedAt = Date.now();
    const answers = await Promise.all(
      [1, 2, 3].map(async () => {
        const { body } = await run(slow, { prefer: "wait=10" });
        return { ...body.data, ms: Date.now() - startedAt };
      }),
    );
    await Promise.all(answers.map(({ id }) => api.post(`/runs/${id}/cancel`)));
    const [first, second] = answers.map(({ ms }) => ms).sort((left, right) => left - right);
    expect(answers.map(({ status }) => status)).toEqual(["queued", "queued", "queued"]);
    expect(first).toBeLessThan(9_500);
    expect(second).toBeGreaterThanOrEqual(9_900);
  });
});
