import { connect } from "node:net";
import { afterEach, describe, expect, it } from "@jest/globals";
import { createGateway } from "../../../local/gateway/gateway.ts";
import { listenOnLoopback } from "../../../local/httpServer.ts";
import { createShutdown } from "../../../local/shutdown.ts";
import type { CorsSpec } from "../../../local/stack/routes.ts";

let shutdown = createShutdown();
afterEach(async () => {
  await shutdown.run();
  shutdown = createShutdown();
});

const OK = { ok: true, payload: JSON.stringify({ statusCode: 200, body: "done" }) } as const;
const CORS: CorsSpec = {
  origins: ["https://app.example"],
  methods: ["GET"],
  headers: ["x-api-key"],
  exposedHeaders: ["x-request-id"],
  maxAgeSeconds: 60,
  credentials: false,
};

const startGateway = async (invoke: () => Promise<typeof OK>, cors?: CorsSpec): Promise<string> => {
  const server = await listenOnLoopback(0, shutdown);
  const api = { routes: ["ANY /things", "GET /items/{id}"].map((key) => ({ key, functionName: "f" })), cors };
  server.serve(createGateway({ api, invoke, timeoutMs: 100, bodyTimeoutMs: 2_000 }));
  return server.url;
};

describe("the gateway", () => {
  it("answers 504 when a function reaches its time limit", async () => {
    const url = await startGateway(() => new Promise(() => undefined));
    const response = await fetch(`${url}/things`);
    expect(response.status).toBe(504);
    expect(await response.json()).toEqual({
      error: {
        code: "timeout",
        message: expect.stringContaining("may still take effect"),
        retryable: true,
        requestId: response.headers.get("apigw-requestid"),
      },
    });
  });

  it("answers paths that are not UTF-8 in the service's error format", async () => {
    const url = await startGateway(async () => OK);
    const response = await fetch(`${url}/items/%ff`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: "invalid-request", retryable: false } });
  });

  it("answers 413 to a body over 6 MB without calling the function", async () => {
    let calls = 0;
    const url = await startGateway(async () => {
      calls += 1;
      return OK;
    });
    const post = (sizeBytes: number) =>
      fetch(`${url}/things`, {
        method: "POST",
        headers: { "content-type": "text/plain" },
        body: "x".repeat(sizeBytes),
      });
    expect((await post(6 * 1024 * 1024 + 1)).status).toBe(413);
    expect(calls).toBe(0);
    expect((await post(6_000_000)).status).toBe(200);
  });

  it("answers oversized requests in the service's error format", async () => {
    const url = await startGateway(async () => OK);
    const answer = await fetch(`${url}/things`, { method: "POST", body: "x".repeat(11_000_000) });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toEqual({
      error: {
        code: "payload-too-large",
        message: expect.stringContaining("6 MB"),
        retryable: false,
        requestId: answer.headers.get("apigw-requestid"),
      },
    });
  });

  it("closes a request whose body does not arrive", async () => {
    const url = new URL(await startGateway(async () => OK));
    const socket = connect(Number(url.port), url.hostname);
    socket.write("POST /things HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc");
    const answer = (await socket.toArray()).join("");
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"code":"request-timeout"');
  });

  it("answers 404 if no route matches and 400 if the path is malformed", async () => {
    const url = await startGateway(async () => OK);
    expect((await fetch(`${url}/other`)).status).toBe(404);
    expect((await fetch(`${url}/items/%zz`)).status).toBe(400);
  });

  it("answers CORS preflight requests for the configured origin only", async () => {
    const url = await startGateway(async () => OK, CORS);
    const preflight = (origin: string) =>
      fetch(`${url}/things`, {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": "GET" },
      });
    const allowed = await preflight("https://app.example");
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get("access-control-allow-origin")).toBe("https://app.example");
    expect(allowed.headers.get("access-control-max-age")).toBe("60");
    const refused = await preflight("https://evil.example");
    expect(refused.status).toBe(204);
    expect(refused.headers.has("access-control-allow-origin")).toBe(false);
  });

  it("adds CORS headers to responses for the configured origin", async () => {
    const url = await startGateway(async () => OK, CORS);
    const response = await fetch(`${url}/things`, { headers: { origin: "https://app.example" } });
    expect(response.headers.get("access-control-allow-origin")).toBe("https://app.example");
    expect(response.headers.get("access-control-expose-headers")).toBe("x-request-id");
  });
});
