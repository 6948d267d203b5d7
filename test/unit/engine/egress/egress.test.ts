import { describe, expect, it } from "@jest/globals";
import { checkTarget } from "../../../../src/engine/egress/index.ts";
import { failureOf, resolveFrom, startLoopback } from "../loopback.ts";
import { open, openTo, serve } from "./open.ts";

const REFUSED = {
  name: "DomainError",
  code: "target-refused",
  message:
    "The service opens no connection to this address: it is not public, or its name cannot be resolved.",
};

describe("checking a URL", () => {
  it.each([
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://127.0.0.1./",
    "http://127.0.0.1/",
    "http://127。0。0。1/",
    "http://LOCALHOST/",
    "http://localhost./",
    "http://a.localhost/",
    "http://ⓛocalhost/",
    "http://[::1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::127.0.0.1]/",
    "http://[fd00:ec2::254]/",
    "http://169.254.169.254/latest/meta-data/",
    "http://user@example.com/",
    "http://user:secret@example.com/",
    "http://printer.local/",
    "http://metadata.google.internal/",
    "http://0/",
    "HTTP://127.0.0.1:8080/",
    "http:\\\\127.0.0.1\\",
    "http://127.0.0.1\\@example.com/",
  ])("refuses %s with the same error", (url) => {
    expect(() => checkTarget(url)).toThrow(expect.objectContaining(REFUSED));
  });

  it.each([
    "file:///etc/passwd",
    "FILE:///etc/passwd",
    "view-source:http://example.com/",
    "chrome://version",
    "data:text/html,x",
    "blob:http://example.com/x",
    "ftp://example.com/",
    "\\\\host\\share",
    "example.com",
    "",
    "http://",
  ])("rejects %j as an invalid request", (url) => {
    expect(() => checkTarget(url)).toThrow(expect.objectContaining({ code: "invalid-request" }));
  });

  it("accepts public hosts on any port, and removes a trailing dot", () => {
    expect(checkTarget("https://Example.com.:8443/a?b#c").href).toBe("https://example.com:8443/a?b#c");
    expect(checkTarget("http://8.8.8.8/").hostname).toBe("8.8.8.8");
  });

  it("accepts exactly the given private addresses and ports", () => {
    const opened = ["127.0.0.1:4001", "[::1]:80"];
    expect(checkTarget("http://127.0.0.1:4001/", opened).port).toBe("4001");
    expect(checkTarget("http://[::1]/", opened).hostname).toBe("[::1]");
    expect(() => checkTarget("http://127.0.0.1:4002/", opened)).toThrow(expect.objectContaining(REFUSED));
    expect(() => checkTarget("http://localhost:4001/", opened)).toThrow(expect.objectContaining(REFUSED));
  });
});

describe("resolving a host name", () => {
  it.each([
    ["a private answer", ["127.0.0.1"]],
    ["one private answer among public ones", ["93.184.216.34", "127.0.0.1"]],
    ["a private IPv6 answer", ["::1"]],
    ["a mapped private answer", ["::ffff:127.0.0.1"]],
    ["a private answer between public ones", ["93.184.216.34", "10.0.0.1", "8.8.8.8"]],
    ["a NAT64 answer", ["64:ff9b::7f00:1"]],
    ["an answer that is no address", ["localhost"]],
    ["no answer", []],
  ])("refuses a host with %s, without opening a socket", async (_what, answers) => {
    const server = await serve((_request, response) => response.end("secret"));
    const egress = open({ resolve: resolveFrom({ "evil.test": answers }) });
    expect(await failureOf(egress.fetch(`http://evil.test:${server.port}/`))).toMatchObject(REFUSED);
    expect(server.connections()).toBe(0);
  });

  it("returns the same error for private targets that listen, are closed or do not resolve, by address or name", async () => {
    const server = await serve((_request, response) => response.end("secret"));
    const closed = await startLoopback(() => undefined);
    await closed.close();
    const egress = open({ resolve: resolveFrom({ "evil.test": ["127.0.0.1"] }) });
    const failures = [];
    for (const host of ["127.0.0.1", "evil.test", "unknown.test", "2130706433", "[::1]"])
      for (const port of [server.port, closed.port])
        failures.push(await failureOf(egress.fetch(`http://${host}:${port}/`)));
    for (const failure of failures) expect(failure).toMatchObject(REFUSED);
    expect(
      new Set(failures.map((failure) => JSON.stringify({ ...failure, message: failure.message }))).size,
    ).toBe(1);
    expect(server.connections()).toBe(0);
  });

  it("refuses a host that cannot be resolved, and resolves it again the next time", async () => {
    const faults = [new Error("ENOTFOUND"), Object.assign(new Error("x"), { code: "EAI_AGAIN" }), "text"];
    let asked = 0;
    const egress = open({ resolve: () => Promise.reject(faults[asked++]) });
    for (const _fault of faults)
      expect(await failureOf(egress.fetch("http://shop.test/"))).toMatchObject(REFUSED);
    expect(asked).toBe(faults.length);
  });

  it("returns the same error for private targets that never respond, within its deadline", async () => {
    const silent = await serve(() => undefined);
    const egress = open({ resolve: resolveFrom({ "evil.test": ["127.0.0.1"] }) });
    for (const host of ["127.0.0.1", "evil.test"])
      expect(
        await failureOf(egress.fetch(`http://${host}:${silent.port}/`, { timeoutMs: 10_000 })),
      ).toMatchObject(REFUSED);
    expect(silent.connections()).toBe(0);
  });

  it("refuses a name that is rebound to a private address between two requests", async () => {
    const server = await serve((_request, response) => response.end("secret"));
    const answers = [["93.184.216.34", "127.0.0.1"], ["127.0.0.1"], ["::ffff:127.0.0.1"]];
    let calls = 0;
    const egress = open({
      resolve: async () => (answers[calls++] ?? []).map((address) => ({ address, family: 4 })),
    });
    for (const _answer of answers)
      expect(await failureOf(egress.fetch(`http://evil.test:${server.port}/`))).toMatchObject(REFUSED);
    expect(server.connections()).toBe(0);
  });

  it("happens once per connection, so that a name cannot change between check and connect", async () => {
    const server = await serve((_request, response) => response.end("ok"));
    const answers = [["127.0.0.1"], ["127.0.0.2"]];
    let calls = 0;
    const egress = open({
      allowPrivate: [`shop.test:${server.port}`],
      resolve: async () => (answers[calls++] ?? []).map((address) => ({ address, family: 4 })),
    });
    expect((await egress.fetch(`http://shop.test:${server.port}/`)).body.toString()).toBe("ok");
    expect(calls).toBe(1);
  });

  it.each([
    "http://127.0.0.1:PORT/",
    "http://evil.test:PORT/",
    "file:///etc/passwd",
    "data:text/html,<p>inline</p>",
    "javascript:alert(1)",
    "http://user@shop.test:OPEN/",
  ])("checks a redirect to %s like the first URL", async (to) => {
    const inner = await serve((_request, response) => response.end("secret"));
    const outer = await serve((request, response) => {
      const port = new URL(request.url ?? "", "http://x").searchParams.get("open") ?? "";
      response
        .writeHead(302, { location: to.replace("PORT", String(inner.port)).replace("OPEN", port) })
        .end();
    });
    const egress = open({
      allowPrivate: [`shop.test:${outer.port}`],
      resolve: resolveFrom({ "shop.test": ["127.0.0.1"], "evil.test": ["127.0.0.1"] }),
    });
    const failure = await failureOf(egress.fetch(`http://shop.test:${outer.port}/?open=${outer.port}`));
    expect(failure).toMatchObject(REFUSED);
    expect(inner.connections()).toBe(0);
  });
});

describe("redirects", () => {
  it("are followed up to five times", async () => {
    const { egress, url } = await openTo((request, response) => {
      const left = Number((request.url ?? "").slice(1));
      if (left === 0) response.end("there");
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    expect(await egress.fetch(`${url}5`)).toMatchObject({ status: 200, url: `${url}0` });
    expect(await failureOf(egress.fetch(`${url}6`))).toMatchObject({
      code: "target-failed",
      retryable: false,
    });
    expect((await egress.fetch(`${url}6`, { maxRedirects: 0 })).status).toBe(302);
    expect((await egress.fetch(`${url}6`, { method: "POST", body: "x" })).status).toBe(302);
  });

  it("drop credentials and cookies when the origin changes, and only then", async () => {
    const seen: Record<string, unknown>[] = [];
    const target = await serve((request, response) => {
      seen.push(request.headers);
      response.end();
    });
    const { url, server } = await openTo((request, response) => {
      seen.push(request.headers);
      const location = request.url === "/" ? "/here" : `http://shop.test:${target.port}/`;
      response.writeHead(307, { location }).end();
    });
    const both = open({
      allowPrivate: [`127.0.0.1:${server.port}`, `shop.test:${target.port}`],
      resolve: resolveFrom({ "shop.test": ["127.0.0.1"] }),
    });
    await both.fetch(url, {
      headers: {
        Authorization: "secret",
        Cookie: "a=b",
        "X-Api-Key": "k",
        "User-Agent": "Gleaner",
        Accept: "text/html",
      },
    });
    const secrets = { authorization: "secret", cookie: "a=b", "x-api-key": "k" };
    const [first, second, third] = seen;
    expect(first).toMatchObject(secrets);
    expect(second).toMatchObject(secrets);
    expect(third).toMatchObject({ "user-agent": "Gleaner", accept: "text/html" });
    for (const name of Object.keys(secrets)) expect(third).not.toHaveProperty(name);
  });
});

describe("errors and connections", () => {
  it("distinguish temporary from permanent errors", async () => {
    const closed = await startLoopback(() => undefined);
    await closed.close();
    const { egress, url } = await openTo((request) => {
      if (request.url === "/reset") request.socket.destroy();
      else request.socket.end("nonsense\r\n\r\n");
    });
    const toClosed = open({ allowPrivate: [`127.0.0.1:${closed.port}`] });
    expect(await failureOf(egress.fetch(`${url}reset`))).toMatchObject({
      code: "target-failed",
      retryable: true,
    });
    expect(await failureOf(egress.fetch(`${url}nonsense`))).toMatchObject({
      code: "target-failed",
      retryable: false,
    });
    expect(await failureOf(toClosed.fetch(`http://127.0.0.1:${closed.port}/`))).toMatchObject({
      retryable: true,
    });
    expect(await failureOf(egress.fetch(url.replace("http:", "https:")))).toMatchObject({
      code: "target-failed",
    });
  });

  it("pass on the caller's abort reason", async () => {
    const { egress, url } = await openTo(() => undefined);
    const caller = new AbortController();
    const reason = new Error("cancelled");
    const failure = failureOf(egress.fetch(url, { signal: caller.signal }));
    caller.abort(reason);
    expect(await failure).toBe(reason);
  });

  it("reuse connections", async () => {
    const { egress, url, server } = await openTo((_request, response) => response.end("ok"));
    for (let count = 0; count < 5; count++) await egress.fetch(url);
    // The pool may open a second one while the first is being freed.
    expect(server.connections()).toBeLessThanOrEqual(2);
  });
});
