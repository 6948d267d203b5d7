/** How runs behave towards sites, through the whole service. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Api, endOfRun, newAccount } from "../helpers/api.ts";
import { listen } from "../helpers/pageServer.ts";

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

let account: Api;
let url: string;
let handle: Handle = () => {};
let asked: IncomingMessage[] = [];
const server = createServer((request, response) => {
  asked.push(request);
  response.setHeader("content-type", "text/html");
  handle(request, response);
});
beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(server)}`;
  account = await newAccount();
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

/** Serves texts by path from now on; the rest answers 404. */
const serve = (pages: Readonly<Record<string, string>>): void => {
  asked = [];
  handle = (request, response) => {
    const body = pages[request.url ?? ""];
    response.writeHead(body === undefined ? 404 : 200).end(body);
  };
};
const paths = (): (string | undefined)[] => asked.map((request) => request.url);

const makeFlow = async (steps: readonly object[], more: object = {}): Promise<string> =>
  (await account.post("/flows", { name: "Site", url: `${url}/`, mode: "extract", steps, ...more })).body.data
    .id;
const run = async (flowId: string) =>
  endOfRun(account, (await account.post("/runs", { flowId })).body.data.id);
const itemsOf = async (id: string) => (await account.get(`/runs/${id}/items`)).body.data;
const messages = (ended: { logs: { message: string }[] }) => ended.logs.map(({ message }) => message);

const TITLE = { type: "extract", fields: ["title: h1"] };
const page = (title: string, more = "") => `<html><h1>${title}</h1>${more}</html>`;

describe("robots.txt", () => {
  it("stops a run whose first page it disallows before any visit, and the error says what to do", async () => {
    serve({ "/robots.txt": "User-agent: *\nDisallow: /", "/": page("Home") });
    const ended = await run(await makeFlow([TITLE]));
    expect(ended).toMatchObject({
      status: "failed",
      error: {
        code: "robots-disallowed",
        url: `${url}/`,
        retryable: false,
        message: expect.stringContaining('set robots to "ignore"'),
      },
    });
    expect(paths()).toEqual(["/robots.txt"]);
  });

  it("skips the disallowed pages of a run, and the log names them", async () => {
    const links = '<a href="/a">a</a><a href="/b">b</a>';
    serve({
      "/robots.txt": "User-agent: *\nDisallow: /b",
      "/": page("Home", links),
      "/a": page("A"),
      "/b": page("B"),
    });
    const ended = await run(await makeFlow([{ type: "follow", selector: "a", steps: [TITLE] }]));
    expect(ended).toMatchObject({ status: "completed", itemsExtracted: 1 });
    expect(ended.logs).toContainEqual(
      expect.objectContaining({
        level: "warn",
        message: expect.stringMatching(/skipped .*\/b: The robots\.txt of/),
      }),
    );
    expect(paths()).not.toContain("/b");
  });

  it("is ignored by a flow that says so: its runs note it, and the audit log says who decided", async () => {
    serve({ "/robots.txt": "User-agent: *\nDisallow: /", "/": page("Home") });
    const flowId = await makeFlow([TITLE]);
    expect((await account.get(`/flows/${flowId}`)).body.data.robots).toBe("obey");
    expect((await account.put(`/flows/${flowId}`, { robots: "ignore" })).status).toBe(200);
    const ended = await run(flowId);
    expect(ended).toMatchObject({ status: "completed", itemsExtracted: 1 });
    expect(messages(ended)).toContainEqual(expect.stringContaining("robots.txt is ignored"));
    expect(paths()).toEqual(["/"]);
    const created = await makeFlow([TITLE], { robots: "ignore" });
    const audit = (await account.get("/audit?limit=50")).body.data;
    const entryOf = (action: string, resource: string) =>
      audit.find(
        (entry: { action: string; resource: string }) =>
          entry.action === action && entry.resource === resource,
      );
    expect(entryOf("flow.updated", flowId).metadata).toMatchObject({ robots: "ignore", fields: ["robots"] });
    expect(entryOf("flow.created", created).metadata).toMatchObject({ robots: "ignore" });
    expect(entryOf("flow.created", flowId).metadata).not.toHaveProperty("robots");
  });

  it("is obeyed by an extraction without a flow, unless the request says otherwise", async () => {
    serve({ "/robots.txt": "User-agent: *\nDisallow: /", "/": page("Home") });
    const body = { url: `${url}/`, schema: { title: "string" } };
    const refused = await account.post("/extract", body);
    expect(refused.status).toBe(422);
    expect(refused.body.error).toMatchObject({ code: "robots-disallowed" });
    expect(paths()).toEqual(["/robots.txt"]);
    expect((await account.post("/extract", { ...body, robots: "ignore" })).status).toBe(200);
    expect((await account.post("/extract", { ...body, robots: "maybe" })).status).toBe(400);
  });

  it("may set a crawl delay so long that the run is suspended for it", async () => {
    serve({
      "/robots.txt": "User-agent: *\nCrawl-delay: 6",
      "/": page("Home", '<a rel="next" href="/2">next</a>'),
      "/2": page("Two"),
    });
    const ended = await run(await makeFlow([TITLE, { type: "paginate" }]));
    expect(await itemsOf(ended.id)).toEqual([{ title: "Home" }, { title: "Two" }]);
    expect(ended.duration).toBeGreaterThan(5_900);
    expect(paths()).toEqual(["/robots.txt", "/", "/.well-known/tdmrep.json", "/2"]);
    expect(messages(ended)).toContainEqual(expect.stringContaining("asks for 6 s between two pages"));
  });
});

describe("a sitemap", () => {
  it("can be the start of a flow, and is saved, so that the run can be repeated without a visit", async () => {
    serve({
      "/robots.txt": `Sitemap: ${url}/map.xml`,
      "/map.xml": `<urlset><url><loc>${url}/a</loc></url><url><loc>${url}/b</loc></url></urlset>`,
      "/a": page("A"),
      "/b": page("B"),
    });
    const flowId = await makeFlow([{ type: "sitemap", match: "/*", maxPages: 5, steps: [TITLE] }]);
    const ended = await run(flowId);
    expect(await itemsOf(ended.id)).toEqual([{ title: "A" }, { title: "B" }]);
    await account.put(`/flows/${flowId}`, {
      steps: [{ type: "sitemap", match: "/b", steps: [{ type: "extract", fields: ["name: h1"] }] }],
    });
    asked = [];
    const { body } = await account.post(`/runs/${ended.id}/retry`, { from: "snapshots" });
    const again = await endOfRun(account, body.data.id);
    expect(again.status).toBe("completed");
    expect(await itemsOf(again.id)).toEqual([{ name: "B" }]);
    expect(paths()).toEqual([]);
  });

  it("is refused in a flow if it is invalid", async () => {
    for (const step of [
      { type: "sitemap" },
      { type: "sitemap", steps: [] },
      { type: "sitemap", match: "blog", steps: [TITLE] },
      { type: "sitemap", modifiedWithin: "a week", steps: [TITLE] },
      { type: "sitemap", selector: "a", steps: [TITLE] },
    ]) {
      const { status } = await account.post("/flows", {
        name: "x",
        url: `${url}/`,
        mode: "extract",
        steps: [step],
      });
      expect({ step, status }).toEqual({ step, status: 400 });
    }
  });
});

describe("a monitor", () => {
  /** A page that names its version, and says when it has not changed. */
  const serveVersioned = () => {
    const served = { version: 1, answers: [] as number[] };
    asked = [];
    handle = (request, response) => {
      if (request.url !== "/") return void response.writeHead(404).end();
      const etag = `"v${served.version}"`;
      const status = request.headers["if-none-match"] === etag ? 304 : 200;
      served.answers.push(status);
      response.writeHead(status, { etag }).end(status === 304 ? undefined : page(`Price ${served.version}`));
    };
    return served;
  };

  it("makes conditional requests, collects the same from unchanged pages, and notices changed ones", async () => {
    const served = serveVersioned();
    const flowId = await makeFlow([TITLE], { mode: "monitor" });
    const changes = async () => (await account.get(`/flows/${flowId}/changes`)).body.total;
    await run(flowId);
    for (const _again of [1, 2]) {
      const ended = await run(flowId);
      expect(await itemsOf(ended.id)).toEqual([{ title: "Price 1" }]);
      expect(messages(ended)).toContainEqual(expect.stringMatching(/^Opened .* \(not modified\)/));
    }
    // The first run reads its page twice.
    expect([served.answers, await changes()]).toEqual([[200, 200, 304, 304], 0]);
    served.version = 2;
    expect(await itemsOf((await run(flowId)).id)).toEqual([{ title: "Price 2" }]);
    expect([served.answers, await changes()]).toEqual([[200, 200, 304, 304, 200], 1]);
    // What was not modified can be read again from the run that did not fetch it.
    const last = await run(flowId);
    const { body } = await account.post(`/runs/${last.id}/retry`, { from: "snapshots" });
    expect(await itemsOf((await endOfRun(account, body.data.id)).id)).toEqual([{ title: "Price 2" }]);
  });

  it("requests pages unconditionally if it does not run regularly", async () => {
    const served = serveVersioned();
    const flowId = await makeFlow([TITLE]);
    await run(flowId);
    await run(flowId);
    expect(served.answers).toEqual([200, 200]);
  });
});

describe("cookies", () => {
  it("are kept between pages and workers of a run, but not between runs", async () => {
    const seen: (string | undefined)[] = [];
    let asksToWait = true;
    asked = [];
    handle = (request, response) => {
      if (request.url === "/robots.txt" || request.url?.startsWith("/.well-known/"))
        return void response.writeHead(404).end();
      seen.push(request.headers.cookie);
      if (request.url === "/2" && asksToWait) {
        asksToWait = false;
        // Longer than a worker waits: another one continues.
        return void response.writeHead(503, { "retry-after": "11" }).end();
      }
      if (request.url === "/") response.setHeader("set-cookie", "session=s3cret; HttpOnly");
      response.end(page(request.url ?? "", request.url === "/" ? '<a rel="next" href="/2">next</a>' : ""));
    };
    const flowId = await makeFlow([TITLE, { type: "paginate" }]);
    const ended = await run(flowId);
    expect(ended.status).toBe("completed");
    expect(seen).toEqual([undefined, "session=s3cret", "session=s3cret"]);
    expect(JSON.stringify(ended)).not.toContain("s3cret");
    await run(flowId);
    expect(seen.at(3)).toBeUndefined();
  });
});
