import { connect } from "node:net";
import { describe, expect, it } from "@jest/globals";
import { DenyRule } from "../../../../src/contract/denied.ts";
import { compileDenied, startProxy } from "../../../../src/engine/egress/index.ts";
import { failureOf, resolveFrom } from "../loopback.ts";
import { open, openTo, serve } from "./open.ts";

const DENIED = { code: "target-denied" };
const rulesNow = (...rules: string[]) => {
  let current = compileDenied(rules);
  return {
    denied: async () => current,
    set: (...next: string[]): void => {
      current = compileDenied(next);
    },
  };
};

describe("a deny rule", () => {
  it.each([
    ["Shop.Example", "shop.example"],
    ["*.shop.example", "shop.example"],
    ["shop.example.", "shop.example"],
    ["bücher.example", "xn--bcher-kva.example"],
    [" 192.0.2.7 ", "192.0.2.7"],
    ["192.0.2.0/24", "192.0.2.0/24"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["2001:db8::/32", "2001:db8::/32"],
    ["0x7f.1", "127.0.0.1"],
  ])("parses %j as %j", (text, rule) => expect(DenyRule.parse(text)).toBe(rule));

  it.each([
    "",
    "https://shop.example",
    "shop.example:8080",
    "shop.example/path",
    "a b",
    "192.0.2.0/33",
    "user@shop.example",
  ])("rejects %j", (text) => expect(DenyRule.safeParse(text).success).toBe(false));

  it.each([
    ["shop.example", "shop.example", true],
    ["shop.example", "www.shop.example", true],
    ["shop.example", "notshop.example", false],
    ["shop.example", "example", false],
    ["192.0.2.0/24", "192.0.2.255", true],
    ["192.0.2.0/24", "::ffff:192.0.2.1", true],
    ["192.0.2.0/24", "192.0.3.1", false],
    ["2001:db8::/32", "[2001:db8::5]", true],
    ["192.0.2.7", "192.0.2.7", true],
  ])("%s matches %s: %s", (rule, host, isDenied) =>
    expect(compileDenied([rule]).ruleFor(host)).toBe(isDenied ? rule : undefined),
  );
});

describe("an egress", () => {
  it("opens no connection to a denied host, and names the rule", async () => {
    const { denied } = rulesNow("127.0.0.1");
    const { server, egress, url } = await openTo((_, response) => response.end("x"), { denied });
    expect(await failureOf(egress.fetch(url))).toMatchObject({
      ...DENIED,
      message: "The operator of this service denies connections to 127.0.0.1 (rule: 127.0.0.1).",
    });
    expect(server.connections()).toBe(0);
  });

  it("opens no connection to a name that resolves into a denied range", async () => {
    const server = await serve((_, response) => response.end("x"));
    const egress = open({
      allowPrivate: [`shop.test:${server.port}`],
      resolve: resolveFrom({ "shop.test": ["127.0.0.1"] }),
      denied: rulesNow("127.0.0.0/8").denied,
    });
    expect(await failureOf(egress.fetch(`http://shop.test:${server.port}/`))).toMatchObject({
      ...DENIED,
      message: expect.stringContaining("shop.test (rule: 127.0.0.0/8)"),
    });
    expect(server.connections()).toBe(0);
  });

  it("follows no redirect to a denied host", async () => {
    const target = await serve((_, response) => response.end("x"));
    const { egress, url } = await openTo(
      (_, response) => response.writeHead(302, { location: "http://shop.test/" }).end(),
      { denied: rulesNow("shop.test").denied },
    );
    expect(await failureOf(egress.fetch(url))).toMatchObject(DENIED);
    expect(target.connections()).toBe(0);
  });

  it("does not reuse a connection that a new rule denies", async () => {
    const server = await serve((_, response) => response.end("x"));
    const rules = rulesNow();
    const egress = open({
      allowPrivate: [`shop.test:${server.port}`],
      resolve: resolveFrom({ "shop.test": ["127.0.0.1"] }),
      denied: rules.denied,
    });
    const url = `http://shop.test:${server.port}/`;
    expect((await egress.fetch(url)).status).toBe(200);
    rules.set("127.0.0.0/8");
    expect(await failureOf(egress.fetch(url))).toMatchObject(DENIED);
    rules.set();
    expect((await egress.fetch(url)).status).toBe(200);
  });
});

describe("the browser's proxy", () => {
  const tunnelTo = (proxyUrl: string, authority: string) => {
    const socket = connect(Number(new URL(proxyUrl).port), "127.0.0.1", () =>
      socket.write(`CONNECT ${authority} HTTP/1.1\r\n\r\n`),
    );
    socket.on("error", () => undefined);
    const closed = new Promise<void>((done) => void socket.once("close", () => done()));
    const answer = new Promise<string>((done) => void socket.once("data", (data) => done(String(data))));
    return { closed, answer };
  };

  it("refuses a denied host, and closes a tunnel that a new rule denies", async () => {
    const server = await serve((_, response) => response.end("x"));
    const authority = `127.0.0.1:${server.port}`;
    const rules = rulesNow();
    const proxy = await startProxy({ allowPrivate: [authority], denied: rules.denied, checkEveryMs: 10 });
    try {
      const tunnel = tunnelTo(proxy.url, authority);
      expect(await tunnel.answer).toContain("200 Connection Established");
      rules.set("127.0.0.1");
      await tunnel.closed;
      const connections = server.connections();
      expect(await tunnelTo(proxy.url, authority).answer).toContain("403");
      expect(server.connections()).toBe(connections);
      expect(proxy.faultOf(`https://${authority}/`)).toMatchObject(DENIED);
    } finally {
      await proxy.close();
    }
  });
});
