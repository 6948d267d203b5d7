import { createSecureServer } from "node:http2";
import { type AddressInfo, connect, createServer as createTcp, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createServer as createTls } from "node:tls";
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { type ForwardProxy, startForwardProxy } from "../../../../scripts/attack/forwardProxy.ts";
import { parseProxy } from "../../../../src/contract/flows/proxy.ts";
import {
  compileDenied,
  createEgress,
  type EgressOptions,
  startProxy,
} from "../../../../src/engine/egress/index.ts";
import type { Route } from "../../../../src/engine/egress/tunnel.ts";
import { failureOf, resolveFrom, startLoopback } from "../loopback.ts";
import { CERTIFICATE, CERTIFICATE_KEY } from "./certificate.ts";

/** How long a proxy in a loop takes to pass a request on. */
const HOP_MS = 20;

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const routeTo = (address: string, dns: Route["dns"] = "here") => {
  const proxy = parseProxy(address);
  if (!proxy) throw new Error(`${address} is no proxy`);
  return async (): Promise<Route> => ({ proxy, dns });
};
const startTarget = async () => {
  const target = await startLoopback((_request, response) => response.end("page"));
  cleanups.push(target.close);
  return target;
};
const startVia = async (options: Parameters<typeof startForwardProxy>[0] = {}): Promise<ForwardProxy> => {
  const via = await startForwardProxy(options);
  cleanups.push(via.close);
  return via;
};
const openThrough = (
  address: string,
  { dns, allowPrivate = [], ...options }: Partial<EgressOptions> & { dns?: Route["dns"] } = {},
) => {
  const { port } = new URL(address.replace(/^\w+:/, "http:"));
  const egress = createEgress({
    allowPrivate: [`127.0.0.1:${port}`, `pages.test:${port}`, ...allowPrivate],
    resolve: resolveFrom({ "pages.test": ["127.0.0.1"], "inner.test": ["10.0.0.7"] }),
    connectTimeoutMs: 1_000,
    readRoute: routeTo(address, dns),
    ...options,
  });
  cleanups.push(egress.close);
  return egress;
};
/** A server that answers whatever it is sent with these bytes. */
const answering = async (bytes: string | Buffer | null): Promise<number> => {
  const sockets = new Set<Socket>();
  const server = createTcp((socket) => {
    sockets.add(socket.on("error", () => undefined));
    socket.once("data", () => (bytes === null ? undefined : socket.end(bytes)));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  cleanups.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

describe("an upstream proxy", () => {
  it.each(["http", "socks5"])("is asked by %s for the checked address", async (scheme) => {
    const [target, via] = [await startTarget(), await startVia()];
    const name = `pages.test:${target.port}`;
    const egress = openThrough(`${scheme}://127.0.0.1:${via.port}`, { allowPrivate: [name] });
    expect((await egress.fetch(`http://${name}/`)).body.toString()).toBe("page");
    expect(via.asked).toEqual([`127.0.0.1:${target.port}`]);
  });

  it.each(["http", "socks5"])("gets its credentials by %s", async (scheme) => {
    const target = await startTarget();
    const via = await startVia({ credentials: { username: "ann", password: "p@ss:wörd" } });
    const at = `127.0.0.1:${via.port}`;
    const page = `http://127.0.0.1:${target.port}/`;
    const open = { allowPrivate: [`127.0.0.1:${target.port}`] };
    const right = openThrough(`${scheme}://ann:${encodeURIComponent("p@ss:wörd")}@${at}`, open);
    expect((await right.fetch(page)).status).toBe(200);
    for (const wrong of ["ann:guess@", ""]) {
      const error = await failureOf(openThrough(`${scheme}://${wrong}${at}`, open).fetch(page));
      expect(error).toMatchObject({ code: "egress-failed", retryable: false });
      expect(error.message).toMatch(/credentials/);
      expect(error.message).not.toContain("guess");
    }
    expect(target.connections()).toBe(1);
  });

  it("carries HTTP/2 and TLS to the target, and can itself be reached over TLS", async () => {
    const server = createSecureServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (request, response) =>
      response.end(request.httpVersion),
    );
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    cleanups.push(async () => server.close());
    const { port } = server.address() as AddressInfo;
    const via = await startVia({
      createServer: (handle) => createTls({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, handle),
    });
    const options = { allowPrivate: [`pages.test:${port}`], trusted: [CERTIFICATE] };
    const egress = openThrough(`https://pages.test:${via.port}`, options);
    expect((await egress.fetch(`https://pages.test:${port}/`)).body.toString()).toBe("2.0");
    expect(via.asked).toEqual([`127.0.0.1:${port}`]);
  });

  it("is never asked for a private address", async () => {
    const via = await startVia();
    const egress = openThrough(`http://127.0.0.1:${via.port}`);
    for (const host of ["10.0.0.7", "inner.test", "unknown.test", "[::1]", "localhost", "169.254.169.254"])
      expect(await failureOf(egress.fetch(`http://${host}/`))).toMatchObject({ code: "target-refused" });
    const denied = openThrough(`http://127.0.0.1:${via.port}`, {
      resolve: resolveFrom({ "far.test": ["93.184.215.14"] }),
      denied: async () => compileDenied(["93.184.215.0/24"]),
    });
    expect(await failureOf(denied.fetch("http://far.test/"))).toMatchObject({ code: "target-denied" });
    expect(via.asked).toEqual([]);
  });

  it.each(["http", "socks5"])(
    "resolves names itself by %s if the operator allows it: none is resolved locally",
    async (scheme) => {
      const target = await startTarget();
      const via = await startVia({ names: { "only-there.test": "127.0.0.1" } });
      const resolve = jest.fn(resolveFrom({}));
      const page = `http://only-there.test:${target.port}/`;
      const options = { dns: "proxy" as const, resolve };
      const address = `${scheme}://127.0.0.1:${via.port}`;
      const egress = openThrough(address, options);
      expect((await egress.fetch(page)).status).toBe(200);
      const browsers = await startProxy({
        allowPrivate: [`127.0.0.1:${via.port}`],
        resolve,
        readRoute: routeTo(address, "proxy"),
      });
      cleanups.push(browsers.close);
      const answer = await createEgress({ allowPrivate: [`127.0.0.1:${new URL(browsers.url).port}`] }).fetch(
        browsers.url,
        { headers: {} },
      );
      expect(answer.status).toBe(403);
      expect(via.asked).toEqual([`only-there.test:${target.port}`]);
      expect(resolve).not.toHaveBeenCalled();
      for (const host of ["10.0.0.7", "127.0.0.1:1", "localhost"])
        expect(await failureOf(egress.fetch(`http://${host}/`))).toMatchObject({ code: "target-refused" });
    },
  );

  it("fails with its own error when it is down, and the target sees no connection", async () => {
    const target = await startTarget();
    const via = await startVia();
    await via.close();
    for (const scheme of ["http", "https", "socks5"]) {
      const egress = openThrough(`${scheme}://127.0.0.1:${via.port}`, {
        allowPrivate: [`127.0.0.1:${target.port}`],
      });
      expect(await failureOf(egress.fetch(`http://127.0.0.1:${target.port}/`))).toMatchObject({
        code: "egress-failed",
        retryable: true,
        message: "The proxy cannot be reached. No direct connection was made.",
      });
    }
    expect(target.connections()).toBe(0);
  });

  it.each([
    ["http", "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\n\r\n", /status 302/],
    ["http", "HTTP/1.1 403 Forbidden\r\n\r\n", /status 403/],
    ["http", "SSH-2.0-x\r\n\r\n", /does not speak HTTP/],
    ["http", `HTTP/1.1 200 OK\r\nX: ${"x".repeat(40_000)}`, /malformed/],
    ["http", "", /closed the connection/],
    ["http", null, /did not answer in time/],
    ["socks5", "HTTP/1.1 400 Bad Request\r\n\r\n", /does not speak SOCKS5/],
    ["socks5", Buffer.from([5, 0xff]), /credentials/],
    ["socks5", Buffer.from([5]), /closed the connection/],
    ["socks5", null, /did not answer in time/],
  ])("fails by %s if it answers %j", async (scheme, bytes, message) => {
    const port = await answering(bytes);
    const egress = openThrough(`${scheme}://127.0.0.1:${port}`, { allowPrivate: ["127.0.0.1:9"] });
    const error = await failureOf(egress.fetch("http://127.0.0.1:9/"));
    expect(error).toMatchObject({ code: "egress-failed" });
    expect(error.message).toMatch(message);
  });

  it("is not followed to a private address that it names", async () => {
    const inner = await startTarget();
    const [high, low] = [inner.port >> 8, inner.port & 0xff];
    const asked: string[] = [];
    const server = createTcp((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => {
        socket.write(Buffer.from([5, 0]));
        socket.once("data", (request: Buffer) => {
          asked.push(request.subarray(4, 8).join("."));
          // Says that it is connected to the inner server, as its bound address.
          socket.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, high, low]));
          socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nfar"));
        });
      });
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    cleanups.push(async () => void server.close());
    const egress = openThrough(`socks5://127.0.0.1:${(server.address() as AddressInfo).port}`, {
      resolve: resolveFrom({ "far.test": ["93.184.215.14"] }),
    });
    expect((await egress.fetch("http://far.test/")).body.toString()).toBe("far");
    expect(asked).toEqual(["93.184.215.14"]);
    expect(inner.connections()).toBe(0);
  });

  it("that leads to itself in a loop fails in time, and its connections end", async () => {
    let [opened, open] = [0, 0];
    const count = (socket: Socket): Socket => {
      opened += 1;
      open += 1;
      return socket
        .on("error", () => undefined)
        .on("close", () => {
          open -= 1;
        });
    };
    const server = createTcp((socket) => {
      count(socket).once("data", async (request) => {
        await sleep(HOP_MS);
        if (socket.destroyed) return;
        const next = connect((server.address() as AddressInfo).port, "127.0.0.1", () => next.write(request));
        next.on("error", () => undefined).on("data", (data) => socket.write(data));
        socket.on("close", () => next.destroy());
      });
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    cleanups.push(async () => void server.close());
    const egress = openThrough(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
      resolve: resolveFrom({ "far.test": ["93.184.215.14"] }),
    });
    expect(await failureOf(egress.fetch("http://far.test/"))).toMatchObject({
      code: "egress-failed",
      message: expect.stringContaining("did not answer in time"),
    });
    expect(opened).toBeGreaterThan(2);
    for (let waits = 0; open > 0 && waits < 100; waits += 1) await sleep(HOP_MS);
    expect(open).toBe(0);
  });

  it("distinguishes an unreachable target from its own failure", async () => {
    const port = await answering("HTTP/1.1 504 Gateway Timeout\r\n\r\n");
    const egress = openThrough(`http://127.0.0.1:${port}`, { allowPrivate: ["127.0.0.1:9"] });
    expect(await failureOf(egress.fetch("http://127.0.0.1:9/"))).toMatchObject({
      code: "target-failed",
      message: "The proxy could not reach the target: it answered 504.",
    });
  });

  it("must have a public address itself", async () => {
    const target = await startTarget();
    for (const address of [
      "http://10.0.0.7:3128",
      "socks5://inner.test",
      "http://unknown.test:1",
      "http://[::1]:1",
    ]) {
      const egress = createEgress({
        allowPrivate: [`127.0.0.1:${target.port}`],
        resolve: resolveFrom({ "inner.test": ["10.0.0.7"] }),
        readRoute: routeTo(address),
      });
      cleanups.push(egress.close);
      expect(await failureOf(egress.fetch(`http://127.0.0.1:${target.port}/`))).toMatchObject({
        code: "egress-failed",
        message: expect.stringContaining("not public"),
      });
    }
    expect(target.connections()).toBe(0);
  });
});
