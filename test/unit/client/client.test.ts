import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "@jest/globals";
import { ApiError, createClient } from "../../../client/index.ts";

const servers: Server[] = [];

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

const clientOf = (url: string, retries?: number) =>
  createClient({ url, apiKey: "secret", ...(retries !== undefined && { retries }) });

type Reply = readonly [status: number, body: object, headers?: Record<string, string>];

/** Gives the replies one after the other. */
const serveInTurn = async (replies: readonly Reply[]) => {
  const requests: IncomingMessage[] = [];
  const url = await serve((request, response) => {
    const [status, body, headers = {}] = replies[requests.length] ?? [500, {}];
    requests.push(request);
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  });
  return { url, requests };
};

const busy: Reply = [429, { error: { code: "rate-limited", message: "Wait." } }, { "retry-after": "0" }];

describe("the client", () => {
  it("waits and sends a POST again under the same Idempotency-Key", async () => {
    const { url, requests } = await serveInTurn([busy, busy, [202, { data: { id: "run-1" } }]]);
    expect(await clientOf(url).createRun({ flowId: "flow-1" })).toEqual({ id: "run-1" });
    const keys = requests.map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("asks to wait for a run as the service takes it", async () => {
    const { url, requests } = await serveInTurn([[202, { data: { id: "run-1", status: "completed" } }]]);
    expect(await clientOf(url).createRun({ flowId: "flow-1" }, { waitSeconds: 25 })).toMatchObject({
      status: "completed",
    });
    expect(requests[0]?.headers.prefer).toBe("wait=25");
  });

  it("gives a page as Markdown as the text that it is", async () => {
    const url = await serve((request, response) => {
      response.writeHead(200, { "content-type": "text/markdown; charset=utf-8" });
      response.end(request.url);
    });
    const page = { url: "https://shop.example/" };
    expect(await clientOf(url).extract(page, { format: "markdown" })).toBe("/extract?format=markdown");
  });

  it("throws what the service said once its retries are used up", async () => {
    const { url } = await serveInTurn([
      busy,
      [
        429,
        { error: { code: "rate-limited", message: "Wait." } },
        { "retry-after": "7", "x-request-id": "r1" },
      ],
    ]);
    const error = await clientOf(url, 1)
      .getFlow("flow-1")
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 429,
      code: "rate-limited",
      requestId: "r1",
      retryAfterSeconds: 7,
      details: [],
    });
  });

  it("does not repeat a refusal that no wait can mend", async () => {
    const refusal: Reply = [503, { error: { code: "not-configured", message: "No." } }];
    const { url, requests } = await serveInTurn([refusal, refusal]);
    await expect(clientOf(url).getHealth()).rejects.toMatchObject({ code: "not-configured" });
    expect(requests).toHaveLength(1);
  });

  it("iterates over all pages of a list, with the same filters", async () => {
    const pages: Reply[] = [
      [200, { data: [{ id: "a" }, { id: "b" }], total: 3, nextCursor: "c/1" }],
      [200, { data: [{ id: "c" }], total: 3 }],
    ];
    const { url, requests } = await serveInTurn(pages);
    const ids = await Array.fromAsync(clientOf(url).listRuns({ status: "failed" }), ({ id }) => id);
    expect(ids).toEqual(["a", "b", "c"]);
    expect(requests.map((request) => request.url)).toEqual([
      "/runs?status=failed",
      "/runs?status=failed&cursor=c%2F1",
    ]);
  });

  it("reads an export across a redirect, and gives its key to no other origin", async () => {
    const seen: unknown[] = [];
    const files = await serve((request, response) => {
      seen.push(request.headers["x-api-key"]);
      response.end('{"n":1}\n{"n":2}\n');
    });
    const { url, requests } = await serveInTurn([[303, {}, { location: `${files}/export` }]]);
    expect(await Array.fromAsync(clientOf(url).readItems("run-1"))).toEqual([{ n: 1 }, { n: 2 }]);
    expect(requests[0]?.headers["x-api-key"]).toBe("secret");
    expect(seen).toEqual([undefined]);
  });

  it("escapes what stands in a path, and sends the version that a change is meant for", async () => {
    const { url, requests } = await serveInTurn([[200, { data: {} }]]);
    await clientOf(url).updateFlow("a/b", { name: "New" }, { ifMatch: 3 });
    expect(requests[0]?.url).toBe("/flows/a%2Fb");
    expect(requests[0]?.headers["if-match"]).toBe("3");
  });
});
