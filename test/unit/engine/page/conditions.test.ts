import type { IncomingHttpHeaders, RequestListener } from "node:http";
import { afterEach, describe, expect, it } from "@jest/globals";
import { createEgress } from "../../../../src/engine/egress/index.ts";
import { createPageFetcher, type KnownPage, type Page } from "../../../../src/engine/page/index.ts";
import { failureOf, startLoopback } from "../loopback.ts";

const NOW = Date.UTC(2026, 0, 31);
const OLD = new Date(NOW - 3_600_000).toUTCString();
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const openTo = async (handle: RequestListener) => {
  const seen: IncomingHttpHeaders[] = [];
  const server = await startLoopback((request, response) => {
    seen.push(request.headers);
    response.setHeader("content-type", "text/html");
    handle(request, response);
  });
  const egress = createEgress({ allowPrivate: [`127.0.0.1:${server.port}`] });
  cleanups.push(server.close, egress.close);
  const fetchPage = createPageFetcher({ egress, userAgent: "Gleaner/test", now: () => NOW });
  return { fetchPage, seen, url: `http://127.0.0.1:${server.port}/` };
};

/** As a run keeps it: through JSON, without the parsed document. */
const asKept = ({ document, ...page }: Page): KnownPage => JSON.parse(JSON.stringify(page));

describe("a saved page", () => {
  it("is returned again if the server says that it has not changed", async () => {
    const { fetchPage, seen, url } = await openTo((request, response) => {
      if (request.headers["if-none-match"] === '"v1"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"v1"', "last-modified": OLD }).end("<h1>One</h1>");
    });
    const first = await fetchPage(url);
    const again = await fetchPage(url, { known: asKept(first) });
    expect(seen[1]).toMatchObject({ "if-none-match": '"v1"', "if-modified-since": OLD });
    expect(again).toMatchObject({
      url,
      status: 200,
      html: "<h1>One</h1>",
      isUnchanged: true,
      validators: first.validators,
    });
    // And again, from what the second visit gives to keep.
    expect(await fetchPage(url, { known: asKept(again) })).toMatchObject({
      html: "<h1>One</h1>",
      isUnchanged: true,
    });
  });

  it("is replaced by a new version, with its own validators", async () => {
    let version = 0;
    const { fetchPage, url } = await openTo((_request, response) => {
      version++;
      response.setHeader("etag", `"v${version}"`).end(`<h1>${version}</h1>`);
    });
    const first = await fetchPage(url);
    const second = await fetchPage(url, { known: asKept(first) });
    expect(second).toMatchObject({ html: "<h1>2</h1>", validators: { etag: '"v2"' } });
    expect(second).not.toHaveProperty("isUnchanged");
  });

  it("is parsed in its original format, such as XML", async () => {
    const { fetchPage, url } = await openTo((request, response) => {
      response.setHeader("content-type", "application/rss+xml");
      if (request.headers["if-none-match"]) response.writeHead(304).end();
      else response.setHeader("etag", '"x"').end("<rss><link>x</link></rss>");
    });
    const first = await fetchPage(url);
    const [rss] = (await fetchPage(url, { known: asKept(first) })).document.root.children;
    expect(rss).toMatchObject({ name: "rss", children: [{ name: "link", children: [{ data: "x" }] }] });
  });

  it.each([
    ["that has no name", {}],
    [
      "whose date is too fresh to tell versions apart",
      { "last-modified": new Date(NOW - 5_000).toUTCString() },
    ],
    ["whose name cannot be sent back", { etag: `"${"x".repeat(400)}"` }],
  ])("%s is requested unconditionally", async (_what, headers) => {
    const { fetchPage, seen, url } = await openTo((_request, response) =>
      response.writeHead(200, headers).end("page"),
    );
    const first = await fetchPage(url);
    await fetchPage(url, { known: asKept(first) });
    expect(first.validators).toBeUndefined();
    expect(seen[1]).not.toHaveProperty("if-none-match");
    expect(seen[1]).not.toHaveProperty("if-modified-since");
  });

  it("is never used for a page behind a redirect, which may have the same ETag", async () => {
    let to = "/old";
    const { fetchPage, seen, url } = await openTo((request, response) => {
      if (request.url === "/") response.writeHead(302, { location: to, etag: '"same"' }).end();
      else if (request.headers["if-none-match"]) response.writeHead(304).end();
      else response.setHeader("etag", '"same"').end(request.url);
    });
    const first = await fetchPage(url);
    to = "/new";
    expect(await fetchPage(url, { known: asKept(first) })).toMatchObject({ html: "/new" });
    // The page itself was known; now its address leads on.
    const known: KnownPage = { ...asKept(first), url };
    expect(await fetchPage(url, { known })).toMatchObject({ html: "/new" });
    expect(seen.filter((headers) => headers["if-none-match"]).length).toBe(1);
  });

  it("is not used for a server that answers 304 to an unconditional request", async () => {
    const { fetchPage, url } = await openTo((_request, response) => response.writeHead(304).end());
    expect(await failureOf(fetchPage(url))).toMatchObject({ code: "target-failed", httpStatus: 304 });
  });
});
