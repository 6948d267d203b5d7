import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Api, endOfRun, type Json, newAccount } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

let server: PageServer;
let api: Api;

beforeAll(async () => {
  const pages = ["a", "b", "c"].map((name) => [`/${name}`, { body: `<h1>${name}</h1>` }] as const);
  server = await startPageServer(Object.fromEntries(pages));
  api = await newAccount();
});
afterAll(() => server.stop());

const at = (...paths: string[]): string[] => paths.map((path) => server.url + path);

const upload = async (urls: readonly string[], by = api): Promise<string> => {
  const { id, url, fields } = (await by.post("/uploads", { format: "text" })).body.data as Json;
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields })) form.append(name, String(value));
  form.append("file", new Blob([urls.join("\n")]));
  expect((await fetch(url, { method: "POST", body: form })).status).toBe(204);
  return id;
};
const flowWith = (over: object) => ({
  name: "List",
  mode: "extract",
  url: server.url,
  steps: [{ type: "extract", fields: ["name: h1"] }],
  ...over,
});
const create = async (over: object): Promise<string> =>
  (await api.post("/flows", flowWith(over))).body.data.id;
const show = async (id: string): Promise<Json> => (await api.get(`/flows/${id}`)).body.data;
const put = (id: string, patch: object) => api.put(`/flows/${id}`, patch);
/** What a run of the flow collects. */
const collect = async (flowId: string): Promise<Json> => {
  const { body } = await api.post("/runs", { flowId });
  const run = await endOfRun(api, body.data.id);
  const { data } = (await api.get(`/runs/${run.id}/items`)).body;
  return { ...run, names: data.map(({ name }: Json) => name) };
};

describe("a flow with an uploaded list", () => {
  it("opens each URL once per run, and retries those that failed", async () => {
    const uploadId = await upload(at("/a", "/a#again", "/gone", "/b"));
    const id = await create({ uploadId });
    expect(await show(id)).toMatchObject({ uploadId, urls: [], urlCount: 3 });
    for (const _ of [1, 2]) {
      const run = await collect(id);
      expect(run).toMatchObject({ names: ["a", "b"], pages: { completed: 2, failed: 1, skipped: 0 } });
    }
    const run = await collect(id);
    const { body } = await api.post(`/runs/${run.id}/retry`, { from: "failed" });
    expect((await endOfRun(api, body.data.id)).pages).toEqual({ completed: 0, failed: 1, skipped: 0 });
  });

  it("takes an upload once, and keeps it when the whole flow is sent back", async () => {
    const uploadId = await upload(at("/a"));
    const id = await create({ uploadId });
    const again = await api.post("/flows", flowWith({ uploadId }));
    expect([again.status, again.body.error.code]).toEqual([409, "conflict"]);
    expect((await api.post("/runs", { flowId: id, uploadId })).status).toBe(409);
    const before = await show(id);
    expect((await put(id, before)).body.data.version).toBe(before.version);
    const used = await upload(at("/b"));
    const run = await api.post("/runs", { flowId: id, uploadId: used });
    expect(run.status).toBe(202);
    await endOfRun(api, run.body.data.id);
    expect((await put(id, { uploadId: used })).status).toBe(409);
    expect(await show(id)).toEqual(expect.objectContaining({ uploadId, version: before.version }));
  });

  it("replaces its upload by another, by URLs or by none, returns to an earlier one, and retries earlier runs", async () => {
    const first = await upload(at("/a", "/late"));
    const id = await create({ uploadId: first });
    const early = await collect(id);
    const second = await upload(at("/b", "/c"));
    expect((await put(id, { uploadId: second })).status).toBe(200);
    expect((await collect(id)).names).toEqual(["b", "c"]);
    const retried = (await api.post(`/runs/${early.id}/retry`, { from: "failed" })).body.data.id;
    await endOfRun(api, retried);
    const [page] = (await api.get(`/runs/${retried}/pages`)).body.data;
    expect(page.url).toBe(at("/late")[0]);
    await put(id, { urls: at("/c") });
    expect(await show(id)).toMatchObject({ uploadId: null, urlCount: 1 });
    await put(id, { uploadId: first });
    expect(await show(id)).toMatchObject({ uploadId: first, urls: [], urlCount: 2 });
    expect((await collect(id)).names).toEqual(["a"]);
    await put(id, { uploadId: null });
    expect(await show(id)).toMatchObject({ uploadId: null, urlCount: null });
    expect((await put(id, { uploadId: first, urls: at("/a") })).body.error.details).toEqual([
      { path: "uploadId", message: "send `urls` or `uploadId`, not both" },
    ]);
  });

  it("refuses an upload that is not a list, is too long, belongs to another account or does not exist", async () => {
    const broken = await api.post("/flows", flowWith({ uploadId: await upload(["kettle"]) }));
    expect([broken.status, broken.body.error.details[0].path]).toEqual([400, "uploadId"]);
    const free = await newAccount("free");
    const many = Array.from({ length: 1_001 }, (_, n) => `https://shop.example/${n}`);
    const long = await free.post("/flows", flowWith({ uploadId: await upload(many, free) }));
    expect(long.body.error.message).toContain("allows 1,000 per run");
    const others = await upload(at("/a"), free);
    for (const uploadId of [others, "upload-1", "../x", ""]) {
      const { status } = await api.post("/flows", flowWith({ uploadId }));
      expect([uploadId, status]).toEqual([uploadId, uploadId === "" ? 400 : 404]);
    }
  });
});
