import { connect } from "node:net";
import { afterEach, describe, expect, it } from "@jest/globals";
import { type EgressProxy, type ProxyOptions, startProxy } from "../../../../src/engine/egress/index.ts";
import { type Loopback, resolveFrom, startLoopback } from "../loopback.ts";

let proxy: EgressProxy | undefined;
let target: Loopback | undefined;
afterEach(async () => {
  await proxy?.close();
  await target?.close();
});

const open = async (options: Partial<ProxyOptions> = {}) => {
  target = await startLoopback((_request, response) => response.end("x".repeat(1_000)));
  const resolve = resolveFrom({ "open.test": ["127.0.0.1"], "mixed.test": ["127.0.0.1", "93.184.215.14"] });
  proxy = await startProxy({ allowPrivate: [`open.test:${target.port}`], resolve, ...options });
  return { proxy, target };
};

/** Says something to the proxy and gives all that it answers. */
const say = (url: string, text: string): Promise<string> =>
  new Promise((done) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(text));
    let answer = "";
    socket.on("data", (data) => {
      answer += data;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => done(answer));
  });
const get = (url: string): string => `GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;

describe("the browser's proxy", () => {
  it("forwards and tunnels to an allowed target", async () => {
    const { proxy, target } = await open();
    expect(await say(proxy.url, get(`http://open.test:${target.port}/`))).toMatch(
      /^HTTP\/1.1 200[\s\S]*xxxx/,
    );
    const tunnelled = `CONNECT open.test:${target.port} HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    expect(await say(proxy.url, tunnelled)).toMatch(
      /^HTTP\/1.1 200 Connection Established[\s\S]*HTTP\/1.1 200/,
    );
  });

  it.each(["127.0.0.1", "localhost", "mixed.test", "unknown.test", "[::1]", "2130706433", "169.254.169.254"])(
    "refuses %s with the same response, and opens no socket",
    async (host) => {
      const { proxy, target } = await open();
      const forwarded = await say(proxy.url, get(`http://${host}:${target.port}/`));
      const tunnelled = await say(proxy.url, `CONNECT ${host}:${target.port} HTTP/1.1\r\n\r\n`);
      expect([forwarded, tunnelled].map((answer) => answer.slice(0, 12))).toEqual([
        "HTTP/1.1 403",
        "HTTP/1.1 403",
      ]);
      expect(forwarded + tunnelled).not.toContain(host);
      expect(proxy.faultOf(`http://${host}:${target.port}/`)).toMatchObject({ code: "target-refused" });
      expect(target.connections()).toBe(0);
    },
  );

  it("stops a page that loads more than its limit", async () => {
    const { proxy, target } = await open({ maxBytes: 500 });
    const url = `http://open.test:${target.port}/`;
    await say(proxy.url, get(url));
    expect(proxy.faultOf(url)).toMatchObject({ message: "The page loads more than 500 bytes." });
    expect(await say(proxy.url, get(url))).toMatch(/^HTTP\/1.1 502/);
  });

  it("recognizes its own responses, even if a server imitates them", async () => {
    const { proxy } = await open();
    expect(proxy.isOwnAnswer({ "x-gleaner-proxy": "guess" })).toBe(false);
    expect(proxy.isOwnAnswer({})).toBe(false);
  });

  it("closes its connections when it is closed", async () => {
    const { proxy } = await open();
    await proxy.close();
    await proxy.closed;
    expect(await say(proxy.url, get("http://open.test/"))).toBe("");
  });
});
