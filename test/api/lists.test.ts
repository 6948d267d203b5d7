import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Api, apiAs, endOfRun, newAccount } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

let server: PageServer;
let api: Api;
let flowId: string;
let isBack = false;

const page = (name: string) => ({ body: `<title>${name}</title><h1>${name}</h1><p>About ${name}.</p>` });

beforeAll(async () => {
  server = await startPageServer({
    "/": { body: '<h1>home</h1><a href="/a">a</a><a href="/b#x">b</a><a href="/gone">gone</a>' },
    "/a": page("a"),
    "/b": page("b"),
    "/late": () => (isBack ? page("late") : { status: 404, body: "Not yet" }),
  });
  api = await newAccount();
  const flow = {
    name: "List",
    mode: "extract",
    url: `${server.url}/`,
    steps: [{ type: "extract", fields: ["name: h1"] }],
  };
  flowId = (await api.post("/flows", flow)).body.data.id;
});
afterAll(() => server.stop());

const at = (...paths: string[]) => paths.map((path) => server.url + path);
const namesOf = async (id: string) =>
  (await api.get(`/runs/${id}/items`)).body.data.map(({ name }: { name: string }) => name);
const pagesOf = async (id: string, query = "") => (await api.get(`/runs/${id}/pages${query}`)).body;
const start = async (body: object) => (await api.post("/runs", { flowId, ...body })).body.data.id;

describe("a run over a list of URLs", () => {
  it("opens each URL once, records its outcome, and retries those that failed", async () => {
    const urls = [...at("/a", "/late", "/a#again"), "http://169.254.169.254/latest", ...at("/b")];
    const run = await endOfRun(api, await start({ urls }));
    expect(run).toMatchObject({
      status: "completed",
      itemsExtracted: 2,
      pages: { completed: 2, failed: 2, skipped: 0 },
    });
    expect(await namesOf(run.id)).toEqual(["a", "b"]);

    const { data, total } = await pagesOf(run.id);
    expect(total).toBe(4);
    expect(data.map(({ url, status }: { url: string; status: string }) => [url, status]).sort()).toEqual(
      [
        [`${server.url}/a`, "completed"],
        [`${server.url}/b`, "completed"],
        [`${server.url}/late`, "failed"],
        ["http://169.254.169.254/latest", "failed"],
      ].sort(),
    );
    const failed = await pagesOf(run.id, "?status=failed&limit=1");
    expect([failed.total, failed.data.length]).toEqual([2, 1]);
    const rest = await pagesOf(run.id, `?status=failed&limit=1&cursor=${failed.nextCursor}`);
    expect(rest.nextCursor).toBeUndefined();
    const codes = [...failed.data, ...rest.data].map(({ error }) => error.code).sort();
    expect(codes).toEqual(["target-failed", "target-refused"]);

    isBack = true;
    const { status, body } = await api.post(`/runs/${run.id}/retry`, { from: "failed" });
    expect(status).toBe(202);
    const again = await endOfRun(api, body.data.id);
    expect(again).toMatchObject({ retryOf: run.id, pages: { completed: 1, failed: 1, skipped: 0 } });
    expect(await namesOf(again.id)).toEqual(["late"]);
  });

  it("ignores the URL of the flow's first step, as generated flows have one", async () => {
    const [url] = at("/");
    const steps = [
      { type: "navigate", label: "open the page", url },
      { type: "extract", fields: ["name: h1"] },
    ];
    const flow = { name: "Generated", mode: "extract", url, steps };
    const { id } = (await api.post("/flows", flow)).body.data;
    expect(await namesOf((await endOfRun(api, await start({ flowId: id }))).id)).toEqual(["home"]);
    const run = await endOfRun(api, await start({ flowId: id, urls: at("/a", "/b") }));
    expect(await namesOf(run.id)).toEqual(["a", "b"]);
    expect(run.pages).toEqual({ completed: 2, failed: 0, skipped: 0 });
  });

  it("fails if every URL fails, and still records each outcome", async () => {
    const run = await endOfRun(api, await start({ urls: at("/x", "/y") }));
    expect(run).toMatchObject({
      status: "failed",
      error: { code: "target-failed", message: expect.stringContaining("Every address failed: 2 of 2.") },
    });
    expect((await pagesOf(run.id)).total).toBe(2);
  });

  it("may leave the flow's own sites only with a key that has flows:write", async () => {
    const scopes = ["runs:write", "runs:read", "flows:read"];
    const { key } = (await api.post("/keys", { name: "Runner", scopes })).body.data;
    const runner = apiAs(key);
    const own = await runner.post("/runs", { flowId, urls: at("/a") });
    expect(own.status).toBe(202);
    const other = await runner.post("/runs", { flowId, urls: [...at("/a"), "https://other.example/"] });
    expect([other.status, other.body.error.code]).toEqual([403, "missing-scope"]);
  });

  it("refuses anything that is not a list of URLs", async () => {
    const tooMany = Array.from({ length: 1_001 }, (_, n) => `https://shop.example/${n}`);
    for (const [urls, path] of [
      [[], "urls"],
      [tooMany, "urls"],
      [["https://shop.example/", "file:///etc/passwd"], "urls[1]"],
      ["https://shop.example/", "urls"],
    ]) {
      const { status, body } = await api.post("/runs", { flowId, urls });
      expect([status, body.error.details[0].path]).toEqual([400, path]);
    }
  });

  it("is retried with its list; if nothing failed there is nothing to retry", async () => {
    const run = await endOfRun(api, await start({ urls: at("/a", "/b") }));
    const none = await api.post(`/runs/${run.id}/retry`, { from: "failed" });
    expect([none.status, none.body.error.code]).toEqual([409, "conflict"]);
    const again = await endOfRun(api, (await api.post(`/runs/${run.id}/retry`, {})).body.data.id);
    expect(await namesOf(again.id)).toEqual(["a", "b"]);
    const kept = await api.post(`/runs/${run.id}/retry`, { from: "snapshots" });
    expect(await namesOf((await endOfRun(api, kept.body.data.id)).id)).toEqual(["a", "b"]);
    const { data } = (await api.get(`/audit?resource=${run.id}`)).body;
    expect(data[0].metadata).toMatchObject({ urls: 2 });
  });
});

describe("a flow with URLs of its own", () => {
  it("opens its list in each run, with the values of the run", async () => {
    const flow = {
      name: "Listed",
      mode: "extract",
      url: `${server.url}/`,
      urls: at("/a", "/{{input.page}}"),
      inputs: { page: "string" },
      steps: [{ type: "extract", as: "markdown" }],
    };
    const { id } = (await api.post("/flows", flow)).body.data;
    expect((await api.get(`/flows/${id}`)).body.data).toMatchObject({ urls: flow.urls });
    const started = await api.post("/runs", { flowId: id, input: { page: "b" } });
    const run = await endOfRun(api, started.body.data.id);
    expect((await api.get(`/runs/${run.id}/items`)).body.data).toEqual(
      ["a", "b"].map((name) => ({
        url: `${server.url}/${name}`,
        title: name,
        markdown: expect.stringContaining(`About ${name}.`),
        language: null,
        date: null,
      })),
    );
  });

  it("crawls the whole site, and records the outcome of each page", async () => {
    const flow = {
      name: "Crawl",
      mode: "extract",
      url: `${server.url}/`,
      steps: [{ type: "crawl", steps: [{ type: "extract", fields: ["name: h1"] }] }],
    };
    const { id } = (await api.post("/flows", flow)).body.data;
    const run = await endOfRun(api, (await api.post("/runs", { flowId: id })).body.data.id);
    expect(run).toMatchObject({ status: "completed", pages: { completed: 3, failed: 1, skipped: 0 } });
    expect(await namesOf(run.id)).toEqual(["home", "a", "b"]);
    const { body } = await api.post(`/runs/${run.id}/retry`, { from: "failed" });
    const again = await endOfRun(api, body.data.id);
    expect(again).toMatchObject({ status: "failed", error: { httpStatus: 404 } });
    expect((await pagesOf(again.id)).data).toMatchObject([{ url: `${server.url}/gone`, status: "failed" }]);
  });
});
