import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import type { AddressInfo, Socket } from "node:net";
import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { afterEach, describe, expect, it } from "@jest/globals";
import { createEgress, type EgressOptions } from "../../../../src/engine/egress/index.ts";
import { failureOf, resolveFrom } from "../loopback.ts";
import { CERTIFICATE, CERTIFICATE_KEY } from "./certificate.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

type Handle = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

/** A local server that speaks HTTP/2, and HTTP/1.1 on request. */
const openTo = async (handle: Handle, options: Partial<EgressOptions> = {}) => {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createSecureServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY, allowHTTP1: true }, handle);
  server.on("secureConnection", (socket) => {
    connections++;
    sockets.add(socket);
  });
  // What a test breaks off on purpose is no news.
  server.on("sessionError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const egress = createEgress({
    allowPrivate: [`pages.test:${port}`],
    resolve: resolveFrom({ "pages.test": ["127.0.0.1"], "evil.test": ["127.0.0.1"] }),
    trusted: [CERTIFICATE],
    ...options,
  });
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => resolve());
    });
  cleanups.push(close, egress.close);
  return { egress, port, url: `https://pages.test:${port}/`, connections: () => connections };
};

describe("HTTP/2", () => {
  it("is used with servers that offer it, on reused connections", async () => {
    const versions: string[] = [];
    const { egress, url, connections } = await openTo((request, response) => {
      versions.push(request.httpVersion);
      response.end("ok");
    });
    for (let count = 0; count < 5; count++) {
      const answer = await egress.fetch(url);
      expect(answer).toMatchObject({ status: 200, url });
      expect(answer.body.toString()).toBe("ok");
    }
    expect(versions).toEqual(Array.from({ length: 5 }, () => "2.0"));
    expect(connections()).toBeLessThanOrEqual(2);
  });

  it("matches many simultaneous responses to their requests", async () => {
    const { egress, url } = await openTo((request, response) => response.end(request.url));
    const paths = Array.from({ length: 30 }, (_, n) => `page-${n}`);
    const answers = await Promise.all(paths.map((path) => egress.fetch(url + path)));
    expect(answers.map(({ body }) => body.toString())).toEqual(paths.map((path) => `/${path}`));
  });

  it("connects only to checked addresses, and trusts only the given certificates", async () => {
    const { egress, port, connections } = await openTo((_request, response) => response.end("secret"));
    expect(await failureOf(egress.fetch(`https://evil.test:${port}/`))).toMatchObject({
      code: "target-refused",
    });
    expect(connections()).toBe(0);
    const untrusting = await openTo((_request, response) => response.end("secret"), { trusted: [] });
    expect(await failureOf(untrusting.egress.fetch(untrusting.url))).toMatchObject({
      code: "target-failed",
      message: expect.stringContaining("TLS"),
      retryable: false,
    });
  });

  const text = "héllo ".repeat(1_000);
  it.each([
    ["gzip", gzipSync(text)],
    ["br", brotliCompressSync(text)],
    ["zstd", zstdCompressSync(text)],
  ])("reads %s, follows redirects and accepts cookies", async (encoding, body) => {
    const { egress, url } = await openTo((request, response) => {
      if (request.url === "/")
        response.writeHead(302, { location: "/there", "set-cookie": ["a=1", "b=2"] }).end();
      else response.writeHead(200, { "content-encoding": encoding }).end(body);
    });
    const cookies: string[] = [];
    const answer = await egress.fetch(url, { onCookies: async (_url, set) => void cookies.push(...set) });
    expect(answer.url).toBe(`${url}there`);
    expect(answer.body.toString()).toBe(text);
    expect(cookies).toEqual(["a=1", "b=2"]);
  });

  it("cuts off an endless body at the limit and a slow one at the deadline, and continues with others", async () => {
    const { egress, url } = await openTo((request, response) => {
      if (request.url === "/quick") return void response.end("ok");
      const chunk = request.url === "/slow" ? "x" : "x".repeat(65_536);
      const timer = setInterval(() => response.write(chunk), 5);
      response.on("close", () => clearInterval(timer));
    });
    expect(await failureOf(egress.fetch(`${url}endless`, { maxBytes: 300_000 }))).toMatchObject({
      code: "target-failed",
      message: expect.stringContaining("300,000"),
    });
    expect(await failureOf(egress.fetch(`${url}slow`, { timeoutMs: 300 }))).toMatchObject({
      code: "timeout",
    });
    expect((await egress.fetch(`${url}quick`)).body.toString()).toBe("ok");
  });

  it("refuses endless headers, and treats broken streams and connections as temporary errors", async () => {
    const { egress, url } = await openTo((request, response) => {
      if (request.url === "/headers") {
        for (let n = 0; n < 200; n++) response.setHeader(`x-long-${n}`, "x".repeat(1_000));
        response.end();
      } else if (request.url === "/stream") request.stream.close(2);
      else request.stream.session?.destroy();
    });
    expect(await failureOf(egress.fetch(`${url}headers`))).toMatchObject({ code: "target-failed" });
    for (const path of ["stream", "connection"])
      expect(await failureOf(egress.fetch(url + path))).toMatchObject({
        code: "target-failed",
        retryable: true,
      });
  });
});
