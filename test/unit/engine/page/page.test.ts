import type { IncomingMessage, RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "@jest/globals";
import { createEgress } from "../../../../src/engine/egress/index.ts";
import { createPageFetcher, createUserAgent, warningsOn } from "../../../../src/engine/page/index.ts";
import { failureOf, startLoopback } from "../loopback.ts";

const NOW = Date.UTC(2026, 0, 31);
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A fetcher on one loopback server, whose waits are written down instead of waited. */
const openTo = async (handle: RequestListener) => {
  const server = await startLoopback(handle);
  const egress = createEgress({ allowPrivate: [`127.0.0.1:${server.port}`] });
  cleanups.push(server.close, egress.close);
  const waits: number[] = [];
  const fetchPage = createPageFetcher({
    egress,
    userAgent: createUserAgent("1.2.3", "https://shop.test/bot"),
    now: () => NOW,
    random: () => 0.5,
    sleep: async (delayMs) => waits.push(delayMs),
  });
  return { fetchPage, waits, url: `http://127.0.0.1:${server.port}/` };
};
const serveBody = (body: string | Buffer, contentType?: string) =>
  openTo((_request, response) => {
    if (contentType !== undefined) response.setHeader("content-type", contentType);
    response.end(body);
  });
const latin = (text: string) => Buffer.from(text, "latin1");

describe("fetchPage: the page", () => {
  it("sends its user agent and returns the parsed page with its final URL", async () => {
    let seen: IncomingMessage["headers"] = {};
    const { fetchPage, url } = await openTo((request, response) => {
      seen = request.headers;
      if (request.url === "/") response.writeHead(302, { location: "/there" }).end();
      else response.setHeader("content-type", "text/html").end("<html lang=de><h1>x</h1>");
    });
    const page = await fetchPage(url);
    expect(seen["user-agent"]).toBe("Gleaner/1.2.3 (+https://shop.test/bot)");
    expect(seen.accept).toContain("text/html");
    expect(page).toMatchObject({
      url: `${url}there`,
      status: 200,
      fetchedAt: "2026-01-31T00:00:00.000Z",
      document: { language: "de" },
    });
  });

  it.each([
    ["the header", latin("é"), "text/html; charset=ISO-8859-1", "é"],
    [
      "the header over the page",
      Buffer.from('<meta charset="latin1">é'),
      "text/html; charset=utf-8",
      '<meta charset="latin1">é',
    ],
    ["a byte order mark over the header", Buffer.from("\ufeffé"), "text/html; charset=latin1", "é"],
    ["a UTF-16 mark", Buffer.from("\ufeffé", "utf16le"), "text/html", "é"],
    ["meta charset", latin("<meta charset=windows-1252>\x80"), "text/html", "<meta charset=windows-1252>€"],
    [
      "meta http-equiv",
      latin('<meta http-equiv=a content="text/html; charset=iso-8859-2">\xb1'),
      "text/html",
      '<meta http-equiv=a content="text/html; charset=iso-8859-2">ą',
    ],
    [
      "Shift_JIS",
      Buffer.concat([Buffer.from("<meta charset=shift_jis>"), Buffer.from([0x93, 0xfa])]),
      "text/html",
      "<meta charset=shift_jis>日",
    ],
    [
      "an XML declaration",
      latin('<?xml version="1.0" encoding="iso-8859-1"?><a>é</a>'),
      "application/xml",
      '<?xml version="1.0" encoding="iso-8859-1"?><a>é</a>',
    ],
    ["valid UTF-8 that says nothing", Buffer.from("é"), "text/html", "é"],
    ["other bytes that say nothing", latin("caf\xe9"), "text/html", "café"],
    ["an unknown name", Buffer.from("é"), "text/html; charset=klingon", "é"],
    [
      "UTF-16 in a meta that could be read",
      Buffer.from("<meta charset=utf-16>é"),
      "text/html",
      "<meta charset=utf-16>é",
    ],
    [
      "a meta in a comment",
      Buffer.from("<!-- <meta charset=latin1> -->é"),
      "text/html",
      "<!-- <meta charset=latin1> -->é",
    ],
    ["no type at all", Buffer.from("é"), undefined, "é"],
  ])("decodes text by %s", async (_what, body, contentType, text) => {
    const { fetchPage, url } = await serveBody(body, contentType);
    expect((await fetchPage(url)).html).toBe(text);
  });

  it.each([
    ["application/pdf", "x", "application/pdf"],
    ["image/svg+xml; charset=utf-8", "<svg/>", "image/svg+xml"],
    ["text/css", "a{}", "text/css"],
    ["application/octet-stream", Buffer.from([1, 0, 2]), "application/octet-stream"],
    [undefined, Buffer.from([1, 0, 2]), "binary data"],
    ["text/html", "%PDF-1.7 …", "a PDF file"],
    ["application/json", latin("\x89PNG\r\n"), "a PNG picture"],
    ["image/jpeg", latin("\xff\xd8\xff\xe0"), "a JPEG picture"],
  ])("refuses %s as unsupported, and says what is supported", async (contentType, body, name) => {
    const { fetchPage, url, waits } = await serveBody(body, contentType);
    expect(await failureOf(fetchPage(url))).toMatchObject({
      code: "target-unsupported",
      retryable: false,
      message: expect.stringMatching(
        new RegExp(`answered with ${name.replace("+", "\\+")}\\. Data is read from .*JSON, CSV`),
      ),
    });
    expect(waits).toEqual([]);
  });

  it.each([
    ["application/json", '{"a":1}', "json"],
    ["text/html", '[{"a":1}]', "json"],
    ["text/html", "<p>[1]</p>", "html"],
    ["application/octet-stream", "a,b", "text"],
    ["text/csv", "a,b", "csv"],
    ["text/plain", "<!doctype html><p>a</p>", "html"],
    ["text/html", '<?xml version="1.0"?>\n<rss version="2.0"></rss>', "xml"],
    ["application/xhtml+xml", '<?xml version="1.0"?><html></html>', "html"],
    ["text/xml", "<!DOCTYPE html><html></html>", "html"],
    ["text/html", Buffer.from("a\0b"), "html"],
  ])("reads %s %j as %s", async (contentType, body, format) => {
    const { fetchPage, url } = await serveBody(body, contentType);
    const page = await fetchPage(url);
    expect([page.format, page.document.format]).toEqual([format, format]);
  });

  it("warns of a page whose compressed data ends early, and requests it whole next time", async () => {
    const body = gzipSync(`<h1>Prices</h1>${"<p>Tea costs 5.</p>".repeat(100)}`).subarray(0, -12);
    const { fetchPage, url } = await openTo((_request, response) =>
      response
        .writeHead(200, { "content-type": "text/html", "content-encoding": "gzip", etag: '"1"' })
        .end(body),
    );
    const page = await fetchPage(url);
    expect(page.html).toMatch(/^<h1>Prices/);
    expect(page.validators).toBeUndefined();
    expect(warningsOn(page)).toEqual([expect.stringContaining("the end of the page may be missing")]);
  });

  it("refuses invalid JSON", async () => {
    const { fetchPage, url } = await serveBody('{"a":', "application/json");
    expect(await failureOf(fetchPage(url))).toMatchObject({
      code: "target-failed",
      retryable: false,
      message: expect.stringContaining("is not valid JSON"),
    });
  });

  it("refuses a page that would exhaust the worker", async () => {
    const { fetchPage, url } = await serveBody("<p>".repeat(600_000), "text/html");
    expect(await failureOf(fetchPage(url))).toMatchObject({
      code: "target-failed",
      retryable: false,
      message: expect.stringContaining("500,000"),
    });
  });

  it("parses XML as XML", async () => {
    const { fetchPage, url } = await serveBody("<rss><link>x</link></rss>", "application/rss+xml");
    const [rss] = (await fetchPage(url)).document.root.children;
    expect(rss).toMatchObject({ name: "rss", children: [{ name: "link", children: [{ data: "x" }] }] });
  });
});

describe("fetchPage: retries", () => {
  const failing = (
    times: number,
    fail: (request: IncomingMessage, response: Parameters<RequestListener>[1]) => void,
  ) => {
    let count = 0;
    return openTo((request, response) => {
      if (count++ < times) fail(request, response);
      else response.setHeader("content-type", "text/html").end("ok");
    });
  };

  it.each([
    ["500", 500],
    ["503", 503],
    ["429", 429],
    ["408", 408],
  ])("retries a %s after increasing delays", async (_name, status) => {
    const { fetchPage, url, waits } = await failing(3, (_request, response) =>
      response.writeHead(status).end(),
    );
    expect((await fetchPage(url)).html).toBe("ok");
    expect(waits).toEqual([250, 500, 1_000]);
  });

  it("retries after a connection reset", async () => {
    const { fetchPage, url } = await failing(2, (request) => request.socket.destroy());
    expect((await fetchPage(url)).html).toBe("ok");
  });

  it("retries a page that times out", async () => {
    const { fetchPage, url } = await failing(1, () => undefined);
    expect((await fetchPage(url, { timeoutMs: 200 })).html).toBe("ok");
  });

  it("gives up after the fourth attempt", async () => {
    const { fetchPage, url, waits } = await failing(4, (_request, response) => response.writeHead(500).end());
    expect(await failureOf(fetchPage(url))).toMatchObject({
      code: "target-failed",
      httpStatus: 500,
      retryable: true,
    });
    expect(waits).toHaveLength(3);
  });

  it.each([400, 401, 403, 404, 410, 501])("does not retry a %i", async (status) => {
    const { fetchPage, url, waits } = await failing(1, (_request, response) =>
      response.writeHead(status).end(),
    );
    expect(await failureOf(fetchPage(url))).toMatchObject({ httpStatus: status, retryable: false });
    expect(waits).toEqual([]);
  });

  it.each([
    ["2", 2_000],
    [new Date(NOW + 3_000).toUTCString(), 3_000],
  ])("waits as long as a short Retry-After (%s)", async (retryAfter, waitMs) => {
    const { fetchPage, url, waits } = await failing(1, (_request, response) =>
      response.writeHead(429, { "retry-after": retryAfter }).end(),
    );
    expect((await fetchPage(url)).html).toBe("ok");
    expect(waits).toEqual([waitMs]);
  });

  it("reports a long Retry-After instead of waiting for it", async () => {
    const { fetchPage, url, waits } = await failing(1, (_request, response) =>
      response.writeHead(503, { "retry-after": "120" }).end(),
    );
    expect(await failureOf(fetchPage(url))).toMatchObject({
      httpStatus: 503,
      retryable: true,
      retryAfterMs: 120_000,
    });
    expect(waits).toEqual([]);
  });

  it("stops at once when the caller aborts", async () => {
    const caller = new AbortController();
    const reason = new Error("cancelled");
    const { fetchPage, url, waits } = await openTo((_request, response) => {
      caller.abort(reason);
      response.writeHead(500).end();
    });
    expect(await failureOf(fetchPage(url, { signal: caller.signal }))).toBe(reason);
    expect(waits).toEqual([]);
  });
});
