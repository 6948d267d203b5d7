import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "@jest/globals";
import { GROUPS, ROUTES } from "../../../client/generated.ts";
import {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  createClient,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  QuotaError,
  RateLimitError,
  ServiceError,
  TargetError,
  TimeoutError,
} from "../../../client/index.ts";

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
  it("retries a POST after a delay with the same Idempotency-Key", async () => {
    const { url, requests } = await serveInTurn([busy, busy, [202, { data: { id: "run-1" } }]]);
    expect(await clientOf(url).createRun({ flowId: "flow-1" })).toEqual({ id: "run-1" });
    const keys = requests.map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("sends the Prefer header to wait for a run", async () => {
    const { url, requests } = await serveInTurn([[202, { data: { id: "run-1", status: "completed" } }]]);
    expect(await clientOf(url).createRun({ flowId: "flow-1" }, { waitSeconds: 25 })).toMatchObject({
      status: "completed",
    });
    expect(requests[0]?.headers.prefer).toBe("wait=25");
  });

  it("returns a page as Markdown text", async () => {
    const url = await serve((request, response) => {
      response.writeHead(200, { "content-type": "text/markdown; charset=utf-8" });
      response.end(request.url);
    });
    const page = { url: "https://shop.example/" };
    expect(await clientOf(url).extract(page, { format: "markdown" })).toBe("/extract?format=markdown");
  });

  it("throws the service's error once its retries are used up", async () => {
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

  it("does not retry an error that waiting cannot fix", async () => {
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

  it("follows the redirect of an export without sending its key to another origin", async () => {
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

  it("escapes path parameters, and sends the expected version", async () => {
    const { url, requests } = await serveInTurn([[200, { data: {} }]]);
    await clientOf(url).updateFlow("a/b", { name: "New" }, { ifMatch: 3 });
    expect(requests[0]?.url).toBe("/flows/a%2Fb");
    expect(requests[0]?.headers["if-match"]).toBe("3");
  });
});

describe("the resource groups of the client", () => {
  it("offer the same operations under shorter names", async () => {
    const { url, requests } = await serveInTurn([
      [201, { data: { id: "flow-1" } }],
      [200, { data: { id: "flow-1", name: "New" } }],
    ]);
    const client = clientOf(url);
    expect((await client.flows.create({ name: "N", url: "https://a.example/", mode: "extract" })).id).toBe(
      "flow-1",
    );
    expect((await client.flows.get("flow-1")).name).toBe("New");
    expect(requests.map(({ method, url: path }) => `${method} ${path}`)).toEqual([
      "POST /flows",
      "GET /flows/flow-1",
    ]);
  });

  it("contain every operation once, except those that need no group", () => {
    const grouped = Object.values(GROUPS).flatMap((methods) => Object.values(methods));
    expect(new Set(grouped).size).toBe(grouped.length);
    const flat = Object.keys(ROUTES).filter((name) => !(grouped as string[]).includes(name));
    expect(flat).toEqual(expect.arrayContaining(["extract", "generateFlow", "getOpenApi"]));
    for (const name of flat) expect(name).not.toMatch(/^(?:list|create|update|delete)/);
  });

  it("build a flow's links from any id and file extension", () => {
    const { csv, changes } = clientOf("https://api.example.com/v1/").flows.links("flow/1", "gl_read_a&b");
    expect(csv).toBe("https://api.example.com/v1/flows/flow%2F1/latest?format=csv&token=gl_read_a%26b");
    expect(changes).toBe("https://api.example.com/v1/flows/flow%2F1/changes.atom?token=gl_read_a%26b");
  });

  it("run a flow to its end in one call", async () => {
    const run = (status: string) => [200, { data: { id: "run-1", status } }] as const;
    const { url, requests } = await serveInTurn([
      [202, { data: { id: "run-1", status: "queued" } }],
      run("running"),
      run("completed"),
    ]);
    const done = await clientOf(url).runs.createAndWait({ flowId: "flow-1" }, { intervalMs: 1 });
    expect(done.status).toBe("completed");
    expect(requests).toHaveLength(3);
  });

  it("type items by a literal schema", async () => {
    const files = await serve((_request, response) =>
      response.end('{"title":"Lamp","price":9.5,"tags":["a"]}\n'),
    );
    const { url } = await serveInTurn([[303, {}, { location: files }]]);
    const schema = { title: "string", price: "price", tags: "string[]", seller: { name: "string" } } as const;
    let count = 0;
    for await (const item of clientOf(url).runs.items("run-1", schema)) {
      count += 1;
      // What the compiler knows of them; another type would not compile.
      const title: string | null = item.title;
      const price: number | null = item.price;
      const tags: string[] | null = item.tags;
      const seller: string | null | undefined = item.seller?.name;
      expect([title, price, tags, seller]).toEqual(["Lamp", 9.5, ["a"], undefined]);
      // @ts-expect-error: no field of the schema
      expect(item.colour).toBeUndefined();
    }
    expect(count).toBe(1);
  });
});

describe("the settings of the client", () => {
  const saved = { ...process.env };
  afterEach(() => {
    for (const name of ["GLEANER_URL", "GLEANER_API_KEY"]) {
      if (saved[name] === undefined) delete process.env[name];
      else process.env[name] = saved[name];
    }
  });

  it("default to the environment", async () => {
    const { url, requests } = await serveInTurn([[200, { data: {} }]]);
    process.env.GLEANER_URL = url;
    process.env.GLEANER_API_KEY = "from-the-environment";
    await createClient().account.get();
    expect(requests[0]?.headers["x-api-key"]).toBe("from-the-environment");
  });

  it.each([
    [{ url: "", apiKey: "k" }, "The client needs the address of the service"],
    [{ url: "  ", apiKey: "k" }, "The client needs the address of the service"],
    [{ apiKey: "k" }, "set GLEANER_URL"],
    [{ url: "shop", apiKey: "k" }, '"shop" is not an http or https URL'],
    [{ url: "ftp://shop.example", apiKey: "k" }, "is not an http or https URL"],
    [{ url: "http://127.0.0.1:1" }, "set GLEANER_API_KEY"],
    [{ url: "http://127.0.0.1:1", apiKey: "" }, "needs an API key"],
  ])("are refused with an explanation: %j", (options, words) => {
    delete process.env.GLEANER_URL;
    delete process.env.GLEANER_API_KEY;
    expect(() => createClient(options)).toThrow(words);
  });
});

describe("a client error", () => {
  it.each([
    [400, "invalid-request", InvalidRequestError],
    [401, "unauthenticated", AuthenticationError],
    [403, "missing-scope", PermissionError],
    [402, "quota-exceeded", QuotaError],
    [409, "limit-reached", QuotaError],
    [404, "not-found", NotFoundError],
    [409, "conflict", ConflictError],
    [422, "target-refused", TargetError],
    [429, "rate-limited", RateLimitError],
    [503, "unavailable", ServiceError],
    [418, "of-a-later-version", ApiError],
  ])("%i %s has its own class, with the response as its cause", async (status, code, Kind) => {
    const { url } = await serveInTurn([[status, { error: { code, message: "No.", retryable: false } }]]);
    const error = await clientOf(url, 0)
      .flows.get("flow-1")
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Kind);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code, message: "No.", retryable: false, cause: { status } });
    expect((error as Error).name).toBe(Kind === ApiError ? "ApiError" : Kind.name);
  });

  it("says which server did not respond, and why", async () => {
    const error = await clientOf("http://127.0.0.1:9", 0)
      .flows.get("flow-1")
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({
      message: expect.stringContaining("http://127.0.0.1:9"),
      cause: expect.anything(),
    });
  });

  it("reports a timeout", async () => {
    const url = await serve(() => {});
    const slow = createClient({ url, apiKey: "k", retries: 0, timeoutMs: 50 });
    const error = await slow.flows.get("flow-1").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ cause: expect.anything() });
  });

  it("of an aborted call is the abort reason", async () => {
    const url = await serve(() => {});
    const reason = new Error("enough");
    const call = clientOf(url, 0).flows.get("flow-1", { signal: AbortSignal.abort(reason) });
    await expect(call).rejects.toBe(reason);
  });
});
