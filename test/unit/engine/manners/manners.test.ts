import type { RequestListener } from "node:http";
import { afterEach, describe, expect, it } from "@jest/globals";
import { createEgress } from "../../../../src/engine/egress/index.ts";
import { createManners, parseRobots, TooEarly } from "../../../../src/engine/manners/index.ts";
import { createFileFetcher } from "../../../../src/engine/page/index.ts";
import { failureOf, startLoopback } from "../loopback.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Manners towards one site, whose robots.txt is answered by `handle`; the clock stands unless it is slept. */
const openTo = async (handle: RequestListener, { obeys = true } = {}) => {
  const asked: string[] = [];
  const server = await startLoopback((request, response) => {
    asked.push(request.url ?? "");
    handle(request, response);
  });
  const egress = createEgress({ allowPrivate: [`127.0.0.1:${server.port}`] });
  cleanups.push(server.close, egress.close);
  const clock = { now: 1_000_000 };
  const sleep = async (delayMs: number) => {
    clock.now += delayMs;
  };
  const fetchFile = createFileFetcher({ egress, userAgent: "Gleaner/test", random: () => 0, sleep });
  const create = () => createManners({ fetchFile, obeys, now: () => clock.now, sleep });
  const notes: string[] = [];
  const { signal } = new AbortController();
  const log = (level: string, message: string) => void notes.push(`${level} ${message}`);
  const options = { signal, log };
  return {
    manners: create(),
    create,
    asked,
    clock,
    notes,
    signal,
    options,
    url: `http://127.0.0.1:${server.port}`,
  };
};
const serveText = (text: string, options?: { obeys: boolean }) =>
  openTo((_request, response) => response.end(text), options);
const serveStatus = (status: number, headers: Record<string, string> = {}) =>
  openTo((_request, response) => response.writeHead(status, headers).end());

describe("robots.txt", () => {
  it("is read once, and disallowed pages are not opened", async () => {
    const { manners, url, asked, signal } = await serveText(
      "User-agent: *\nDisallow: /private\nAllow: /private/open",
    );
    for (const path of ["/", "/private/open", "/elsewhere?private"]) await manners.check(url + path, signal);
    for (const path of ["/private", "/private/x"])
      expect(await failureOf(manners.check(url + path, signal))).toMatchObject({
        code: "robots-disallowed",
        message: expect.stringMatching(/robots\.txt of http.*set robots to "ignore"/),
      });
    expect(asked).toEqual(["/robots.txt"]);
  });

  it.each([
    [
      "a group of our own",
      "User-agent: gleaner\nDisallow: /a\n\nUser-agent: *\nDisallow: /b",
      ["/b"],
      ["/a"],
    ],
    ["the longest rule", "User-agent: *\nDisallow: /\nAllow: /shop/", ["/shop/x"], ["/", "/shop"]],
    ["wildcards and ends", "User-agent: *\nDisallow: /*.pdf$", ["/a.pdf?x"], ["/dir/a.pdf"]],
    ["a byte order mark and Windows lines", "\ufeffUser-agent: *\r\nDisallow: /a", ["/b"], ["/a"]],
    ["escapes in either case", "User-agent: *\nDisallow: /caf%c3%a9", ["/cafe"], ["/caf%C3%A9", "/café"]],
    ["a page that is no robots.txt", "<html><body>Disallow everything</body></html>", ["/", "/a"], []],
    ["an empty rule", "User-agent: *\nDisallow:", ["/"], []],
  ])("is read by %s", async (_what, text, open, closed) => {
    const { manners, url, signal } = await serveText(text);
    expect(open.length + closed.length).toBeGreaterThan(0);
    for (const path of open) await manners.check(url + path, signal);
    for (const path of closed)
      expect(await failureOf(manners.check(url + path, signal))).toMatchObject({ code: "robots-disallowed" });
  });

  it.each([400, 401, 403, 404, 410])("allows everything if it answers %i", async (status) => {
    const { manners, url, signal, asked } = await serveStatus(status);
    await manners.check(`${url}/a`, signal);
    expect(asked).toHaveLength(1);
  });

  it("is read after redirects, except endless ones", async () => {
    const { manners, url, signal } = await openTo((request, response) => {
      if (request.url === "/robots.txt") response.writeHead(301, { location: "/rules.txt" }).end();
      else response.end("User-agent: *\nDisallow: /");
    });
    expect(await failureOf(manners.check(`${url}/a`, signal))).toMatchObject({ code: "robots-disallowed" });
    const looping = await serveStatus(302, { location: "/robots.txt" });
    await looping.manners.check(`${looping.url}/a`, looping.signal);
  });

  it.each([500, 503, 429])("stops the run if it answers %i again", async (status) => {
    const { manners, url, signal, asked } = await serveStatus(status);
    expect(await failureOf(manners.check(`${url}/a`, signal))).toMatchObject({
      code: "target-failed",
      retryable: true,
      httpStatus: status,
      message: expect.stringMatching(/^The robots\.txt of .* could not be read, and without it no page/),
    });
    expect(asked).toHaveLength(4);
    expect(await failureOf(manners.check(`${url}/a`, signal))).toMatchObject({ httpStatus: status });
    expect(asked).toHaveLength(8);
  });

  it("suspends the run if it answers with a Retry-After", async () => {
    const { manners, url, signal } = await serveStatus(503, { "retry-after": "120" });
    expect(await failureOf(manners.check(url, signal))).toMatchObject({ retryAfterMs: 120_000 });
  });

  it("is not read if the flow ignores it", async () => {
    const { manners, url, asked, signal, options } = await serveText("User-agent: *\nDisallow: /", {
      obeys: false,
    });
    await manners.check(`${url}/a`, signal);
    expect(await manners.visit(`${url}/a`, async () => "page", options)).toBe("page");
    expect(asked).toEqual([]);
  });

  it("counts up to 500 KB, and no line of it can block the worker", () => {
    const filler = `# ${"x".repeat(98)}\n`.repeat(4_900);
    const rules = parseRobots(
      "https://a.test",
      `User-agent: *\n${filler}Disallow: /in\n${filler}Disallow: /out`,
    );
    expect([rules.allows("https://a.test/in"), rules.allows("https://a.test/out")]).toEqual([false, true]);
    const bait = parseRobots(
      "https://a.test",
      `User-agent: *\nDisallow: /${"*a".repeat(200_000)}\nDisallow: /b`,
    );
    expect(bait.allows(`https://a.test/${"a".repeat(2_000)}`)).toBe(true);
    expect(bait.allows("https://a.test/b")).toBe(false);
  });
});

describe("the request rate", () => {
  const DELAY = "User-agent: *\nCrawl-delay: 2";

  it("obeys a crawl delay, one page at a time, and says so once", async () => {
    const { manners, url, clock, notes, options } = await serveText(DELAY);
    const visits: number[] = [];
    let open = 0;
    const work = async () => {
      expect(++open).toBe(1);
      visits.push(clock.now - 1_000_000);
      await new Promise((resolve) => setImmediate(resolve));
      open--;
    };
    for (let n = 0; n < 3; n++) await manners.visit(`${url}/${n}`, work, options);
    expect(visits).toEqual([0, 2_000, 4_000]);
    expect(notes).toEqual([`info The robots.txt of ${url} asks for 2 s between two pages: respected.`]);
  });

  it("is at least one page every 30 s, with a note if the site asks for less", async () => {
    const { manners, url, notes, options } = await serveText("User-agent: *\nCrawl-delay: 600");
    await manners.visit(url, async () => {}, options);
    expect(notes).toEqual([expect.stringMatching(/^warn .* 600 s between two pages: waiting 30 s/)]);
    expect(await failureOf(manners.visit(url, async () => {}, options))).toMatchObject({ waitMs: 30_000 });
  });

  it("does not block a worker for a long delay: the next one knows when to continue", async () => {
    const { manners, create, url, asked, clock, notes, options } = await serveText(
      "User-agent: *\nCrawl-delay: 10",
    );
    await manners.visit(url, async () => {}, options);
    const failure = await failureOf(manners.visit(url, async () => {}, options));
    expect(failure).toBeInstanceOf(TooEarly);
    const next = create();
    next.resume(JSON.parse(JSON.stringify(manners.suspend())));
    clock.now += 4_000;
    expect(await failureOf(next.visit(url, async () => {}, options))).toMatchObject({ waitMs: 6_000 });
    clock.now += 6_000;
    expect(await next.visit(url, async ({ minPauseMs }) => minPauseMs(), options)).toBe(10_000);
    expect(asked).toEqual(["/robots.txt"]);
    expect(notes).toHaveLength(1);
  });

  it("is two pages at a time if the site asks for nothing", async () => {
    const { manners, url, options } = await serveStatus(404);
    let open = 0;
    let mostOpen = 0;
    const work = async () => {
      mostOpen = Math.max(mostOpen, ++open);
      await new Promise((resolve) => setTimeout(resolve, 5));
      open--;
    };
    await Promise.all(Array.from({ length: 8 }, (_, n) => manners.visit(`${url}/${n}`, work, options)));
    expect(mostOpen).toBe(2);
  });

  it("stops waiting at once when the run is stopped", async () => {
    const { manners, url } = await serveText(DELAY);
    const stop = new AbortController();
    const reason = new Error("cancelled");
    const options = { signal: stop.signal, log: () => {} };
    await manners.visit(url, async () => {}, options);
    stop.abort(reason);
    expect(await failureOf(manners.visit(url, async () => "opened", options))).toBe(reason);
  });

  it("allows files meant for robots whatever is disallowed", async () => {
    const { manners, url, options } = await serveText("User-agent: *\nDisallow: /");
    expect(
      await manners.visit(`${url}/sitemap.xml`, async () => "file", { ...options, isOffered: true }),
    ).toBe("file");
  });
});
