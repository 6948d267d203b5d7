/** What pages and sites say about uses, through the whole service. */
import { createServer, type ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Api, endOfRun, newAccount } from "../helpers/api.ts";
import { listen } from "../helpers/pageServer.ts";

const TEXT = "A long sentence about kettles, pots and pans, which somebody wrote. ".repeat(5);
const page = (title: string, head = "", more = "") =>
  `<html><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1><p>${TEXT}</p>${more}</main></body></html>`;

interface Answer {
  readonly body: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const PAGES: Readonly<Record<string, Answer>> = {
  "/robots.txt": {
    type: "text/plain",
    body: "User-agent: *\nDisallow: /secret\nContent-Signal: /signal ai-train=no, search=yes\n",
  },
  "/.well-known/tdmrep.json": {
    type: "application/json",
    body: JSON.stringify([{ location: "/tdm", "tdm-reservation": 1 }]),
  },
  "/rsl.xml": {
    type: "application/rsl+xml",
    body: '<rsl><content url="/licensed"><license><permits>search</permits></license></content></rsl>',
  },
  "/": {
    body: page(
      "Home",
      "",
      ["/free", "/signal", "/tdm", "/noai", "/header", "/licensed", "/secret"]
        .map((path) => `<a href="${path}">${path}</a>`)
        .join(" "),
    ),
  },
  "/free": { body: page("Free") },
  "/signal": { body: page("Signal") },
  "/tdm": { body: page("Tdm") },
  "/noai": { body: page("Noai", '<meta name="robots" content="noai, noimageai">') },
  "/header": { body: page("Header"), headers: { "x-robots-tag": "noai", "content-signal": "ai-input=no" } },
  "/licensed": { body: page("Licensed", '<link rel="license" type="application/rsl+xml" href="/rsl.xml">') },
};
const RESERVED = ["/signal", "/tdm", "/noai", "/header", "/licensed"];

let asked: string[] = [];
const answer = (path: string, response: ServerResponse): void => {
  asked.push(path);
  const found = PAGES[path];
  if (!found) return void response.writeHead(404).end();
  response.writeHead(200, { "content-type": found.type ?? "text/html", ...found.headers }).end(found.body);
};
const server = createServer((request, response) => answer(request.url ?? "", response));

let api: Api;
let url: string;
beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(server)}`;
  api = await newAccount();
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

const TITLE = { type: "extract", fields: ["title: h1"] };
const CRAWL = [{ type: "crawl", within: "host", steps: [TITLE] }];
const makeFlow = async (over: object): Promise<string> => {
  const given = { name: "Site", url: `${url}/`, mode: "extract", render: "static", ...over };
  const created = await api.post("/flows", given);
  expect(created).toMatchObject({ status: 201 });
  return created.body.data.id;
};
const run = async (flowId: string) => endOfRun(api, (await api.post("/runs", { flowId })).body.data.id);
const outcomesOf = async (id: string) => {
  const { body } = await api.get(`/runs/${id}/pages`);
  return Object.fromEntries(
    (
      body.data as { url: string; permissions?: object; status: string; error: { code: string } | null }[]
    ).map((outcome) => [outcome.url.replace(url, ""), outcome]),
  );
};
const titlesOf = async (id: string): Promise<string[]> =>
  (await api.get(`/runs/${id}/items`)).body.data.map(({ title }: { title: string }) => title).sort();
const obey = (...uses: string[]) => ({ permissions: { obey: uses } });

describe("permissions of pages", () => {
  it("are recorded with each page of a crawl, and nothing is left out", async () => {
    const flowId = await makeFlow({ steps: CRAWL });
    expect((await api.get(`/flows/${flowId}`)).body.data.permissions).toBe("record");
    const ended = await run(flowId);
    expect(await titlesOf(ended.id)).toEqual(["Free", "Header", "Home", "Licensed", "Noai", "Signal", "Tdm"]);
    const outcomes = await outcomesOf(ended.id);
    expect(outcomes["/free"]).not.toHaveProperty("permissions");
    const AI = ["ai-input", "ai-train"];
    const said = (reserved: string[], allowed: string[], signal: string, from: string) => ({
      status: "completed",
      permissions: {
        reserved,
        allowed,
        signals: expect.arrayContaining([expect.objectContaining({ signal, from })]),
      },
    });
    expect(outcomes).toMatchObject({
      "/signal": said(["ai-train"], ["search"], "content-signal", "robots.txt"),
      "/tdm": said(AI, [], "tdm-reservation", "tdmrep.json"),
      "/noai": said(AI, [], "noimageai", "meta"),
      "/header": said(AI, [], "content-signal", "header"),
      "/licensed": said(AI, ["search"], "rsl", "link"),
    });
  });

  it("are obeyed by a crawl, which skips a page that reserves a use", async () => {
    const ended = await run(await makeFlow({ steps: CRAWL, ...obey("ai-train") }));
    expect(ended.status).toBe("completed");
    expect(await titlesOf(ended.id)).toEqual(["Free", "Home"]);
    const outcomes = await outcomesOf(ended.id);
    for (const path of RESERVED)
      expect(outcomes[path]).toMatchObject({
        status: "skipped",
        error: { code: "use-reserved" },
        permissions: { reserved: expect.arrayContaining(["ai-train"]) },
      });
    expect(outcomes["/secret"]).toMatchObject({ error: { code: "robots-disallowed" } });
  });

  it("are obeyed for the given uses only, on lists of URLs and with robots.txt ignored", async () => {
    const urls = ["/free", "/signal", "/licensed"].map((path) => url + path);
    const steps = [TITLE];
    const searching = await run(await makeFlow({ urls, steps, ...obey("search") }));
    expect(await titlesOf(searching.id)).toEqual(["Free", "Licensed", "Signal"]);
    const training = await run(await makeFlow({ urls, steps, robots: "ignore", ...obey("ai-train") }));
    expect(await titlesOf(training.id)).toEqual(["Free"]);
  });

  it("fail a run whose only page reserves a use, and nothing of the page is saved", async () => {
    const ended = await run(await makeFlow({ url: `${url}/noai`, steps: [TITLE], ...obey("ai-input") }));
    expect(ended).toMatchObject({
      status: "failed",
      itemsExtracted: 0,
      error: { code: "use-reserved", url: `${url}/noai`, retryable: false },
    });
    const retried = await api.post(`/runs/${ended.id}/retry`, { from: "snapshots" });
    expect(retried.status).toBe(409);
  });

  it("are obeyed when a run is repeated from its saved pages", async () => {
    const flowId = await makeFlow({ urls: [`${url}/free`, `${url}/tdm`], steps: [TITLE] });
    const first = await run(flowId);
    expect(await titlesOf(first.id)).toEqual(["Free", "Tdm"]);
    expect((await api.put(`/flows/${flowId}`, obey("ai-train"))).status).toBe(200);
    asked = [];
    const retried = await api.post(`/runs/${first.id}/retry`, { from: "snapshots" });
    const again = await endOfRun(api, retried.body.data.id);
    expect(await titlesOf(again.id)).toEqual(["Free"]);
    expect(asked).toEqual([]);
  });

  it("are part of an extraction's result, and of a page's metadata and Markdown", async () => {
    const body = { url: `${url}/signal`, outputs: ["metadata"] };
    const { data } = (await api.post("/extract", body)).body;
    expect(data.permissions).toMatchObject({ reserved: ["ai-train"], allowed: ["search"] });
    const record = await run(
      await makeFlow({
        url: `${url}/signal`,
        steps: [{ type: "extract", as: "page", outputs: ["metadata"] }],
      }),
    );
    const [item] = (await api.get(`/runs/${record.id}/items`)).body.data;
    expect(item.metadata.permissions).toEqual(data.permissions);
    const text = await api.post("/extract?format=markdown", { url: `${url}/noai` });
    expect(JSON.stringify(text.body)).toContain("reserves: ");
    expect((await api.post("/extract", { url: `${url}/free` })).body.data).not.toHaveProperty("permissions");
  });

  it("are obeyed by an extraction of one URL or many, before anything is read", async () => {
    const refused = await api.post("/extract", { url: `${url}/tdm`, ...obey("ai-input") });
    expect(refused).toMatchObject({ status: 422, body: { error: { code: "use-reserved" } } });
    const urls = [`${url}/free`, `${url}/licensed`];
    const { results } = (await api.post("/extract", { urls, ...obey("ai-train") })).body.data;
    expect(results).toMatchObject([{ itemCount: 1 }, { error: { code: "use-reserved" } }]);
  });

  it("are obeyed when a flow is generated, and by the flow", async () => {
    const asking = { prompt: "the title", ...obey("ai-train") };
    const refused = await api.post("/generate", { url: `${url}/noai`, ...asking });
    expect(refused).toMatchObject({ status: 422, body: { error: { code: "use-reserved" } } });
    const made = await api.post("/generate", { url: `${url}/free`, ...asking });
    expect(made.body.data).toMatchObject(obey("ai-train"));
  });

  it("are obeyed by the Firecrawl-compatible API on request", async () => {
    const refused = await api.post("/firecrawl/v2/scrape", { url: `${url}/noai`, ...obey("ai-input") });
    expect(refused).toMatchObject({ status: 403, body: { success: false } });
    const { body } = await api.post("/firecrawl/v2/scrape", { url: `${url}/noai` });
    expect(body.data.metadata.permissions).toMatchObject({ reserved: ["ai-input", "ai-train"] });
  });

  it.each([{ obey: [] }, { obey: ["sell"] }, "ignore", { obey: ["search"], more: 1 }])(
    "cannot be set to %j",
    async (permissions) => {
      expect((await api.post("/extract", { url: `${url}/free`, permissions })).status).toBe(400);
    },
  );
});
