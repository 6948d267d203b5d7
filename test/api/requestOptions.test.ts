import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { type Api, endOfRun, newAccount } from "../helpers/api.ts";
import { type EchoSite, startEchoSite } from "../helpers/echoSite.ts";

const LIST = '<ul><li class="row"><b>Kettle</b></li><li class="row"><b>Pot</b></li></ul>';

let site: EchoSite;
let other: EchoSite;
let api: Api;
beforeAll(async () => {
  other = await startEchoSite((path) => (path === "/robots.txt" ? undefined : { body: LIST }));
  site = await startEchoSite((path, headers) => {
    if (path === "/robots.txt")
      return { headers: { "content-type": "text/plain" }, body: "Sitemap: /map.xml" };
    if (path === "/away") return { status: 302, headers: { location: `${other.url}/landed` } };
    if (path === "/echo") return { body: `<p class="row"><b>${headers["x-token"] ?? "none"}</b></p>` };
    return { body: LIST };
  });
  api = await newAccount();
});
afterAll(async () => {
  await site.stop();
  await other.stop();
});
beforeEach(() => {
  site.seen.length = 0;
  other.seen.length = 0;
});

const REQUEST = {
  headers: { "X-Token": "abc" },
  language: "de-AT, en",
  userAgentSuffix: "Partner/7",
  mobile: true,
};
const AS_ASKED = {
  "x-token": "abc",
  "accept-language": "de-AT, de;q=0.9, en;q=0.8",
  "user-agent": expect.stringMatching(/Mobile Safari.* Gleaner\/\S+.* Partner\/7$/),
};
const flow = (over: object = {}) => ({
  name: "Rows",
  mode: "extract",
  render: "static",
  url: `${site.url}/list`,
  steps: [{ type: "extract", selector: ".row", fields: ["name: b"] }],
  ...over,
});
const run = async (over: object, secrets: Record<string, object> = {}) => {
  const created = await api.post("/flows", flow(over));
  expect(created).toMatchObject({ status: 201 });
  const flowId: string = created.body.data.id;
  for (const [name, secret] of Object.entries(secrets))
    await api.put(`/flows/${flowId}/secrets/${name}`, secret);
  return endOfRun(api, (await api.post("/runs", { flowId })).body.data.id);
};

describe("request options", () => {
  it("apply to a flow's pages and robots.txt, and the flow shows them", async () => {
    expect(await run({ request: REQUEST })).toMatchObject({ status: "completed", itemsExtracted: 2 });
    expect(site.headersOf("/list")).toMatchObject(AS_ASKED);
    expect(site.headersOf("/robots.txt")).toMatchObject(AS_ASKED);
    const { body } = await api.post("/flows", flow({ request: REQUEST }));
    expect((await api.get(`/flows/${body.data.id}`)).body.data.request).toEqual(REQUEST);
    const changed = await api.put(`/flows/${body.data.id}`, { request: { headers: null } });
    expect(changed.status).toBe(200);
    expect((await api.get(`/flows/${body.data.id}`)).body.data.request).not.toHaveProperty("headers");
  });

  it("send no headers after a redirect to another origin", async () => {
    expect(await run({ url: `${site.url}/away`, request: REQUEST })).toMatchObject({ status: "completed" });
    expect(site.headersOf("/away")).toMatchObject({ "x-token": "abc" });
    expect(other.headersOf("/landed")).toBeDefined();
    expect(other.headersOf("/landed")).not.toHaveProperty("x-token");
    expect(other.headersOf("/robots.txt")).not.toHaveProperty("x-token");
  });

  it("send no headers to other origins of a list, and the log says so", async () => {
    const done = await run({ urls: [`${site.url}/list`, `${other.url}/list`], request: REQUEST });
    expect(site.headersOf("/list")).toMatchObject({ "x-token": "abc" });
    expect(other.headersOf("/list")).not.toHaveProperty("x-token");
    const messages = done.logs.map(({ message }: { message: string }) => message);
    expect(messages).toContainEqual("1 of the URLs are of other origins, which get none of these headers.");
  });

  it("can contain secrets, which the run never shows", async () => {
    const request = { headers: { "X-Token": "Bearer {{secret.token}}" } };
    const done = await run({ url: `${site.url}/echo`, request }, { token: { value: "s3cr3t-value" } });
    expect(site.headersOf("/echo")).toMatchObject({ "x-token": "Bearer s3cr3t-value" });
    expect(done).toMatchObject({ status: "completed", outputPreview: [{ name: "Bearer ***" }] });
    expect(JSON.stringify(done)).not.toContain("s3cr3t-value");
  });

  it.each([
    ["is missing", {}, "secret-missing"],
    [
      "belongs to another origin",
      { token: { value: "abcdef", origins: ["https://a.example"] } },
      "secret-refused",
    ],
    ["would break the header", { token: { value: "abc\r\nX-Evil: 1" } }, "secret-refused"],
  ])("stop a run before its first page if a secret %s", async (_, secrets, code) => {
    const request = { headers: { "X-Token": "{{secret.token}}" } };
    const done = await run({ request }, secrets);
    expect(done).toMatchObject({ status: "failed", error: { code } });
    expect(JSON.stringify(done)).not.toContain("X-Evil");
    expect(site.seen).toEqual([]);
  });

  it("apply to POST /extract, to each URL with its own origin", async () => {
    const urls = [`${site.url}/list`, `${other.url}/list`, `${site.url}/away`];
    const { body } = await api.post("/extract", { urls, render: "static", request: REQUEST });
    expect(body.data.results).toHaveLength(3);
    expect(site.headersOf("/list")).toMatchObject(AS_ASKED);
    expect(other.headersOf("/list")).toMatchObject(AS_ASKED);
    expect(other.headersOf("/landed")).not.toHaveProperty("x-token");
  });

  it("apply to POST /map, sitemaps included", async () => {
    expect(await api.post("/map", { url: `${site.url}/list`, request: REQUEST })).toMatchObject({
      status: 200,
    });
    expect(site.headersOf("/list")).toMatchObject(AS_ASKED);
    expect(site.headersOf("/map.xml")).toMatchObject(AS_ASKED);
  });

  it("apply to POST /generate and are kept in its flow; other origins get no headers", async () => {
    const asked = { url: `${site.url}/list`, examples: [{ name: "Kettle" }], request: REQUEST };
    const { body } = await api.post("/generate", asked);
    expect(body.data.request).toEqual(REQUEST);
    expect(site.headersOf("/list")).toMatchObject(AS_ASKED);
    expect(site.headersOf("/robots.txt")).toMatchObject(AS_ASKED);
    const far = {
      url: `${site.url}/list`,
      examples: [{ name: "Kettle" }],
      urls: [`${other.url}/list`],
      request: REQUEST,
    };
    await api.post("/generate", far);
    expect(other.headersOf("/list")).toMatchObject({ "accept-language": AS_ASKED["accept-language"] });
    expect(other.headersOf("/list")).not.toHaveProperty("x-token");
  });

  it("apply to inspections, with the viewport, and are kept in flows made from them", async () => {
    const request = { headers: REQUEST.headers, language: "de", viewport: { width: 600, height: 900 } };
    const { status, body } = await api.post("/inspections", { url: `${site.url}/list`, request });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ status: "completed", page: { width: 600 } });
    expect(site.headersOf("/list")).toMatchObject({ "x-token": "abc" });
    const generated = await api.post("/generate", {
      inspectionId: body.data.id,
      examples: [{ name: "Kettle" }],
    });
    expect(generated.body.data.request).toEqual(request);
    const secret = { headers: { "X-Token": "{{secret.token}}" } };
    expect((await api.post("/inspections", { url: site.url, request: secret })).status).toBe(400);
  });

  it("are refused with the header's name if the header may not be set", async () => {
    const answer = await api.post("/extract", { url: site.url, request: { headers: { Cookie: "a=b" } } });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        error: {
          details: [
            {
              path: "request.headers.Cookie",
              message: "cannot be set: cookies belong to a session: log in with steps",
            },
          ],
        },
      },
    });
    expect(site.seen).toEqual([]);
  });
});
