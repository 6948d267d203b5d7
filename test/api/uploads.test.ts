import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createClient } from "../../client/index.ts";
import {
  type Answer,
  type Api,
  apiAs,
  endOfRun,
  type Json,
  newAccount,
  testService,
} from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

let server: PageServer;
let api: Api;
let flowId: string;

const flowAt = (url: string) => ({
  name: "List",
  mode: "extract",
  url,
  steps: [{ type: "extract", fields: ["name: h1"] }],
});

beforeAll(async () => {
  server = await startPageServer({
    "/a": { body: "<h1>a</h1>" },
    "/b": { body: "<h1>b</h1>" },
  });
  api = await newAccount();
  flowId = (await api.post("/flows", flowAt(server.url))).body.data.id;
});
afterAll(() => server.stop());

const newUpload = async (body: object = {}, by = api): Promise<Json> =>
  (await by.post("/uploads", body)).body.data;

const send = async ({ url, fields }: Json, file: string | Uint8Array, over: Json = {}): Promise<Response> => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...over })) form.append(name, String(value));
  form.append("file", new Blob([typeof file === "string" ? file : new Uint8Array(file)]), "list.csv");
  return fetch(url, { method: "POST", body: form });
};

const uploaded = async (file: string, body: object = {}, by = api): Promise<string> => {
  const upload = await newUpload(body, by);
  expect((await send(upload, file)).status).toBe(204);
  return upload.id;
};

const run = (uploadId: string, by = api, id = flowId): Promise<Answer> =>
  by.post("/runs", { flowId: id, uploadId });

const bulk = (count: number): string =>
  Array.from({ length: count }, (_, n) => `https://shop.example/${n}`).join("\n");

describe("an uploaded list", () => {
  it("is run with each URL once; a private URL fails alone, and failed URLs are retried", async () => {
    const at = (path: string) => server.url + path;
    const rows = [at("/a"), at("/a#again"), "http://169.254.169.254/latest", at("/b"), at("/gone")];
    const id = await uploaded(`sku,link\n${rows.map((url, n) => `${n},${url}`).join("\n")}\n`);
    const { status, body } = await run(id);
    expect(status).toBe(202);
    const done = await endOfRun(api, body.data.id);
    expect(done).toMatchObject({
      status: "completed",
      itemsExtracted: 2,
      pages: { completed: 2, failed: 2, skipped: 0 },
    });
    const failed = (await api.get(`/runs/${done.id}/pages?status=failed`)).body.data;
    expect(failed.map(({ error }: Json) => error.code).sort()).toEqual(["target-failed", "target-refused"]);
    const again = (await api.post(`/runs/${done.id}/retry`, { from: "failed" })).body.data.id;
    expect((await endOfRun(api, again)).pages).toEqual({ completed: 0, failed: 2, skipped: 0 });
    const { metadata } = (await api.get(`/audit?resource=${done.id}`)).body.data[0];
    expect(metadata).toMatchObject({ urls: 4, uploadId: id });
  });

  it("is saved with its run if it is too long for the table, is retried, and is deleted with the run", async () => {
    const list = [...Array(1_200).keys()].map((n) => `${server.url}/a?${n}`);
    const flow = { ...flowAt(server.url), limits: { maxPages: 30 } };
    const limited = (await api.post("/flows", flow)).body.data.id;
    const first = await run(await uploaded(list.join("\n"), { format: "text" }), api, limited);
    const done = await endOfRun(api, first.body.data.id);
    expect(done).toMatchObject({ status: "completed", itemsExtracted: 30 });
    const retry = await api.post(`/runs/${done.id}/retry`, { from: "failed" });
    expect(retry.status).toBe(202);
    const rest = await endOfRun(api, retry.body.data.id);
    expect(rest.itemsExtracted).toBe(30);
    const [{ url }] = (await api.get(`/runs/${rest.id}/pages?limit=1`)).body.data;
    expect(Number(new URL(url).search.slice(1))).toBeGreaterThanOrEqual(30);
  });

  it("can be sent with the client, which says why one is refused", async () => {
    const client = createClient({ url: testService().url, apiKey: api.apiKey ?? "" });
    const { id } = await client.uploads.send(`${server.url}/b\n`, { format: "text" });
    const started = await client.runs.createAndWait({ flowId, uploadId: id });
    expect(started.itemsExtracted).toBe(1);
    await expect(client.uploads.send("")).rejects.toThrow("smaller than the minimum");
  });

  it.each([
    ["no list", "name,price\nKettle,12", "there is no URL in it"],
    ["a line without a URL", `url\nhttps://shop.example/\nkettle\n`, "line 3"],
  ])("is refused if it is %s, and may be sent again", async (_, file, reason) => {
    const { status, body } = await run(await uploaded(file));
    expect([status, body.error.code, body.error.details[0].path]).toEqual([
      400,
      "invalid-request",
      "uploadId",
    ]);
    expect(body.error.message).toContain(reason);
  });

  it("is refused if it has more URLs than the plan allows, not counting duplicates", async () => {
    const { status, body } = await run(await uploaded(`${bulk(100_001)}\n`));
    expect([status, body.error.details[0].message]).toEqual([
      400,
      "The list has 100,001 URLs. Your plan (scale) allows 100,000 per run.",
    ]);
    const free = await newAccount("free");
    const own = (await free.post("/flows", flowAt("https://shop.example/"))).body.data.id;
    const refused = await run(await uploaded(bulk(1_001), {}, free), free, own);
    expect(refused.body.error.message).toContain("allows 1,000 per run");
    const twice = `${bulk(600)}\n${bulk(600)}`;
    const taken = await run(await uploaded(twice, {}, free), free, own);
    expect(taken.status).toBe(202);
    await free.post(`/runs/${taken.body.data.id}/cancel`);
  });

  it("needs flows:write if it leaves the flow's sites", async () => {
    const { key } = (await api.post("/keys", { name: "Runner", scopes: ["runs:write", "runs:read"] })).body
      .data;
    const runner = apiAs(key);
    const refused = await run(await uploaded("https://other.example/", {}, runner), runner);
    expect([refused.status, refused.body.error.code]).toEqual([403, "missing-scope"]);
  });

  it("belongs to its account, and does not exist before it is sent", async () => {
    const other = await newAccount();
    const own = (await other.post("/flows", flowAt(server.url))).body.data.id;
    const id = await uploaded(`${server.url}/a`);
    expect((await run(id, other, own)).status).toBe(404);
    expect((await run((await newUpload()).id)).status).toBe(404);
    const both = await api.post("/runs", { flowId, uploadId: id, urls: [server.url] });
    expect([both.status, both.body.error.details[0].path]).toEqual([400, "uploadId"]);
  });
});

describe("an upload link", () => {
  it("works once, and the uploaded file can be used once", async () => {
    const upload = await newUpload();
    const answers = await Promise.all([1, 2].map(() => send(upload, `${server.url}/a`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 412]);
    expect((await send(upload, `${server.url}/b`)).status).toBe(412);
    const runs = await Promise.all([1, 2].map(() => run(upload.id)));
    expect(runs.map(({ status }) => status).sort()).toEqual([202, 409]);
  });

  it("accepts one file only, of the declared size and path", async () => {
    const upload = await newUpload();
    expect(upload.maxBytes).toBe(20_000_000);
    const key = upload.fields.key.replace(/upload-\d+$/, "upload-1");
    expect((await send(upload, "x", { key })).status).toBe(403);
    expect((await send(upload, "x", { Policy: btoa('{"conditions":[]}') })).status).toBe(403);
    expect((await send(upload, "")).status).toBe(400);
    expect(await (await send(upload, new Uint8Array(20_000_001))).text()).toContain("EntityTooLarge");
    expect((await fetch(upload.url, { method: "POST", body: "x" })).status).toBe(400);
    expect((await fetch(upload.url)).status).toBe(405);
    expect((await send(upload, new Uint8Array(20_000_000).fill(10))).status).toBe(204);
    expect((await run(upload.id)).status).toBe(400);
  });
});
