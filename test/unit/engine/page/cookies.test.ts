import type { RequestListener } from "node:http";
import { afterEach, describe, expect, it } from "@jest/globals";
import { createEgress } from "../../../../src/engine/egress/index.ts";
import { createCookies, createPageFetcher } from "../../../../src/engine/page/index.ts";
import { resolveFrom, startLoopback } from "../loopback.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const HOSTS = ["shop.test", "www.shop.test", "other.test"];

/** One server under several names, and a fetcher with the cookies of one run. */
const openTo = async (handle: RequestListener) => {
  const seen: (string | undefined)[] = [];
  const server = await startLoopback((request, response) => {
    seen.push(request.headers.cookie);
    response.setHeader("content-type", "text/html");
    handle(request, response);
  });
  const egress = createEgress({
    allowPrivate: HOSTS.map((host) => `${host}:${server.port}`),
    resolve: resolveFrom(Object.fromEntries(HOSTS.map((host) => [host, ["127.0.0.1"]]))),
  });
  cleanups.push(server.close, egress.close);
  const cookies = createCookies();
  const open = (jar = cookies) => createPageFetcher({ egress, userAgent: "Gleaner/test", cookies: jar });
  return { cookies, open, fetchPage: open(), seen, urlOf: (host: string) => `http://${host}:${server.port}` };
};

describe("the cookies of a run", () => {
  it("are sent with later pages, also if a redirect set them", async () => {
    const { fetchPage, seen, urlOf } = await openTo((request, response) => {
      if (request.url === "/login")
        response.writeHead(302, { location: "/home", "set-cookie": "session=1; HttpOnly" });
      response.end("page");
    });
    await fetchPage(`${urlOf("shop.test")}/login`);
    await fetchPage(`${urlOf("shop.test")}/next`);
    expect(seen).toEqual([undefined, "session=1", "session=1"]);
  });

  it("are sent to their own site only, and never to a public suffix", async () => {
    const { fetchPage, seen, urlOf } = await openTo((request, response) => {
      if (request.url === "/")
        response.setHeader("set-cookie", [
          "own=1",
          "wide=2; Domain=shop.test",
          "all=3; Domain=test",
          "alien=4; Domain=other.test",
        ]);
      response.end("page");
    });
    await fetchPage(`${urlOf("shop.test")}/`);
    for (const host of HOSTS) await fetchPage(`${urlOf(host)}/page`);
    expect(seen.slice(1)).toEqual(["own=1; wide=2", "wide=2", undefined]);
  });

  it("are passed to the next worker, and expire there as they would have here", async () => {
    const { cookies, open, fetchPage, seen, urlOf } = await openTo((request, response) => {
      if (request.url === "/")
        response.setHeader("set-cookie", [
          "a=1",
          "b=2; Domain=shop.test; Max-Age=3600",
          "c=3; Max-Age=3600; Path=/deep",
          "d=4; Max-Age=0",
        ]);
      response.end("page");
    });
    await fetchPage(`${urlOf("shop.test")}/`);
    const next = createCookies();
    await next.resume(JSON.parse(JSON.stringify(await cookies.suspend())));
    expect(await next.suspend()).toEqual(await cookies.suspend());
    const later = open(next);
    await later(`${urlOf("shop.test")}/deep/x`);
    await later(`${urlOf("www.shop.test")}/`);
    expect(seen.slice(1)).toEqual(["c=3; a=1; b=2", "b=2"]);
  });

  it("can be passed to a browser, if the run switches to one", async () => {
    const { cookies, fetchPage, urlOf } = await openTo((_request, response) => {
      response.setHeader("set-cookie", ["a=1; HttpOnly", "b=2; Domain=shop.test; Path=/x"]);
      response.end("page");
    });
    await fetchPage(`${urlOf("shop.test")}/`);
    expect(await cookies.suspend()).toEqual({
      cookies: [
        { name: "a", value: "1", domain: "shop.test", path: "/", secure: false, httpOnly: true },
        { name: "b", value: "2", domain: ".shop.test", path: "/x", secure: false, httpOnly: false },
      ],
    });
  });

  it("are limited, whatever a server sets", async () => {
    const { cookies, fetchPage, urlOf } = await openTo((request, response) => {
      const page = request.url?.slice(1);
      const set = Array.from({ length: 100 }, (_, n) => `c${page}-${n}=1`);
      response.setHeader("set-cookie", [...set, `long=${"x".repeat(5_000)}`]);
      response.end("page");
    });
    for (let page = 0; page < 4; page++) await fetchPage(`${urlOf("shop.test")}/${page}`);
    const names = (await cookies.suspend()).cookies.map(({ name }) => name);
    expect(names).toHaveLength(200);
    expect(names).toContain("c3-99");
    expect(names).not.toContain("long");
  });
});
