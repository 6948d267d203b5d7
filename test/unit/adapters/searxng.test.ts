import { describe, expect, it } from "@jest/globals";
import { createSearxng } from "../../../src/adapters/searxng.ts";

const NOW = Date.parse("2026-11-27T12:00:00Z");
const QUERY = { text: "a & b", category: "general", page: 2 } as const;

const engineAt = (address: string, body: unknown, { status = 200, headers = {} } = {}) => {
  const urls: string[] = [];
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const engine = createSearxng({
    address,
    now: () => NOW,
    get: async (url) => {
      urls.push(url);
      return { status, headers, body: Buffer.from(text) };
    },
  });
  return {
    urls,
    search: (query = {}) => engine.search({ ...QUERY, ...query }, new AbortController().signal),
  };
};

const resultsOf = async (...results: unknown[]) =>
  (await engineAt("http://searxng:8080", { results }).search()).found;

describe("a SearXNG instance", () => {
  it.each([
    ["http://searxng:8080", "http://searxng:8080/search?"],
    ["https://example.org/searxng/", "https://example.org/searxng/search?"],
  ])("at %s is asked at %s", async (address, start) => {
    const { urls, search } = engineAt(address, { results: [] });
    await search({ language: "de", timeRange: "year", category: "science" });
    expect(urls[0]?.startsWith(start)).toBe(true);
    expect(Object.fromEntries(new URL(urls[0] ?? "").searchParams)).toEqual({
      q: "a & b",
      format: "json",
      categories: "science",
      pageno: "2",
      language: "de",
      time_range: "year",
    });
  });

  it("returns results with one-line texts of limited length", async () => {
    const [result] = await resultsOf({
      url: "https://a.example/",
      title: ` A\u0000\n\u2028b\ud800 ${"x".repeat(1_000)}`,
      content: "y".repeat(3_000),
      engine: "brave",
    });
    expect(result?.title).toMatch(/^A b\ufffd x+$/);
    expect(result?.title).toHaveLength(500);
    expect(result?.description).toHaveLength(2_000);
    expect(result?.engines).toEqual(["brave"]);
  });

  it.each([
    ["2026-03-04T05:06:07", "2026-03-04T05:06:07.000Z"],
    ["2026-03-04T05:06:07+02:00", "2026-03-04T03:06:07.000Z"],
    ["2026-03-04", "2026-03-04T00:00:00.000Z"],
    ["2026-03-04 05:06", "2026-03-04T05:06:00.000Z"],
    ["2026-03-04T05:06:07.123456", "2026-03-04T05:06:07.123Z"],
    ["2026-03-04T05:06:07+0200", "2026-03-04T03:06:07.000Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z"],
    ["yesterday", null],
    ["1", null],
    ["page 7", null],
    ["2026", null],
    ["2026-02-29", null],
    ["2026-02-30T05:06:07", null],
    ["2026-03-04T25:00:00", null],
    ["+012026-01-01T00:00:00Z", null],
    ["9999-12-31T23:59:59-02:00", null],
    ["0000-01-01T00:00:00+02:00", null],
    ["Tue, 03 Nov 2026 10:00:00 GMT", null],
    ["", null],
    [null, null],
  ])("reads the time %j as %j", async (publishedDate, expected) => {
    const [result] = await resultsOf({ url: "https://a.example/", title: "A", publishedDate });
    expect(result?.publishedAt).toBe(expected);
  });

  it.each([
    ["640x480", [640, 480]],
    ["1920 × 1080 px", [1920, 1080]],
    ["large", null],
  ])("reads the size %j", async (resolution, size) => {
    const [result] = await resultsOf({ url: "https://a.example/", title: "A", resolution });
    expect(result?.imageSize).toEqual(size);
  });

  it("may return fields of unexpected types, without affecting other fields", async () => {
    const strange = { title: 1, content: {}, engines: "all", img_src: [], publishedDate: 5, resolution: 7 };
    expect(
      await resultsOf({ url: "https://a.example/", ...strange }, null, "x", { title: "No URL" }),
    ).toEqual([
      {
        url: "https://a.example/",
        title: "",
        description: "",
        publishedAt: null,
        imageUrl: null,
        imageSize: null,
        engines: [],
      },
    ]);
  });

  it("names the results that have no link to a website, and those without any", async () => {
    const results = [{ url: "ftp://a.example/" }, { title: "No URL" }, null, { url: null }, { url: 5 }];
    const { found, leftOut } = await engineAt("http://searxng:8080", { results }).search();
    expect(found).toEqual([]);
    expect(leftOut).toEqual(['"ftp://a.example/"', null, null, null, "5"]);
  });

  it.each([
    ["in seconds", "30", "30"],
    ["as a date", "Fri, 27 Nov 2026 12:01:00 GMT", "60"],
    ["not at all", "", "60"],
    ["for a year", "31536000", "3600"],
  ])("asks for a pause %s", async (_how, retryAfter, seconds) => {
    const headers = { "retry-after": retryAfter };
    await expect(
      engineAt("http://searxng:8080", "", { status: 429, headers }).search(),
    ).rejects.toMatchObject({
      code: "unavailable",
      headers: { "retry-after": seconds },
    });
  });
});
