import { describe, expect, it } from "@jest/globals";
import { TargetError } from "../../../../src/engine/egress/index.ts";
import { parseDocument } from "../../../../src/engine/extract/extract.ts";
import { createManners } from "../../../../src/engine/manners/index.ts";
import { mapSite } from "../../../../src/engine/map/index.ts";

const SITE = "https://shop.example";
const START = `${SITE}/`;
const FETCHED_AT = "2026-11-21T06:00:00.000Z";

const list = (paths: readonly string[]): string =>
  `<urlset>${paths.map((path) => `<url><loc>${URL.parse(path, SITE)?.href}</loc></url>`).join("")}</urlset>`;
const index = (paths: readonly string[]): string =>
  `<sitemapindex>${paths.map((path) => `<sitemap><loc>${URL.parse(path, SITE)?.href}</loc></sitemap>`).join("")}</sitemapindex>`;

/** The map of a site that serves these texts; what it does not serve is not found, and null never answers. */
const mapOf = async (
  texts: Readonly<Record<string, string | null>>,
  { limit = 100, words = [] as string[], timeoutMs = 5_000 } = {},
) => {
  const asked: string[] = [];
  const signal = AbortSignal.timeout(timeoutMs);
  const fetchText = async (url: string): Promise<string> => {
    const path = url.slice(SITE.length);
    asked.push(path);
    const text = texts[path];
    if (text === undefined)
      throw new TargetError("target-failed", "The target answered with status 404.", {
        retryable: false,
        httpStatus: 404,
      });
    if (text !== null) return text;
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  const fetchFile = async (url: string) => ({
    url,
    status: 200,
    html: await fetchText(url),
    fetchedAt: FETCHED_AT,
  });
  const fetchPage = async (url: string) => {
    const html = await fetchText(url);
    return { url, status: 200, html, document: parseDocument(html, { url }), fetchedAt: FETCHED_AT };
  };
  const manners = createManners({ fetchFile, obeys: true, now: Date.now, sleep: async () => undefined });
  const map = await mapSite(
    { fetchPage, fetchFile, manners, signal, until: Date.now() + timeoutMs },
    { url: START, limit, words },
  );
  return { ...map, paths: map.pages.map(({ url }) => url.slice(SITE.length)), asked };
};

const PAGE =
  '<main><a href="/books?utm_source=x#top">Books</a> <a href="/books">Again</a> <a href="/a">A</a></main>';

describe("a site's map", () => {
  it("lists the URLs of its sitemaps in order, then those that only the page links to", async () => {
    const { pages, paths, isTruncated, warnings } = await mapOf({
      "/": PAGE,
      "/robots.txt": "Sitemap: /index.xml",
      "/index.xml": index(["/one.xml", "/two.xml"]),
      "/one.xml": list(["/p/1", "/a?gclid=3", "https://elsewhere.example/x", "mailto:a@b.example"]),
      "/two.xml": list(["/p/2", "/p/1#part"]),
    });
    expect(paths).toEqual(["/p/1", "/a", "/p/2", "/", "/books"]);
    expect(pages.map(({ source }) => source)).toEqual(["sitemap", "sitemap", "sitemap", "link", "link"]);
    expect({ isTruncated, warnings }).toEqual({ isTruncated: false, warnings: [] });
  });

  it("reads each sitemap once, whatever lists it, and follows at most three index levels", async () => {
    const { paths, asked, isTruncated } = await mapOf({
      "/sitemap.xml": index(["/sitemap.xml", "/1.xml"]),
      "/1.xml": index(["/2.xml", "/sitemap.xml"]),
      "/2.xml": index(["/3.xml"]),
      "/3.xml": index(["/4.xml"]),
      "/4.xml": list(["/too-deep"]),
      "/": PAGE,
    });
    expect(asked.filter((path) => path === "/sitemap.xml")).toHaveLength(1);
    expect(asked).not.toContain("/4.xml");
    expect(paths).toEqual(["/", "/books", "/a"]);
    expect(isTruncated).toBe(true);
  });

  it("stops reading sitemaps once there are enough URLs", async () => {
    const files = Array.from({ length: 20 }, (_, n) => `/${n}.xml`);
    const { paths, asked, isTruncated } = await mapOf(
      {
        "/": PAGE,
        "/sitemap.xml": index(files),
        ...Object.fromEntries(files.map((file) => [file, list([`${file}/a`, `${file}/b`])])),
      },
      { limit: 3 },
    );
    expect(paths).toEqual(["/0.xml/a", "/0.xml/b", "/1.xml/a"]);
    expect(isTruncated).toBe(true);
    expect(asked.filter((path) => files.includes(path))).toHaveLength(4);
  });

  it("filters by all words, escaped or not", async () => {
    const texts = { "/sitemap.xml": list(["/Tea%20pot", "/tea-cup", "/caf%C3%A9/tea", "/%E0%A4%A"]) };
    expect((await mapOf(texts, { words: ["tea", "pot"] })).paths).toEqual(["/Tea%20pot"]);
    expect((await mapOf(texts, { words: ["café"] })).paths).toEqual(["/caf%C3%A9/tea"]);
  });

  it("reports what could not be read, and is cut short at the deadline", async () => {
    const { paths, isTruncated, warnings } = await mapOf(
      {
        "/": PAGE,
        "/sitemap.xml": index(["/silent.xml", "/gone.xml", "/quick.xml"]),
        "/silent.xml": null,
        "/quick.xml": list(["/p/1"]),
      },
      { timeoutMs: 300 },
    );
    expect(paths).toEqual(["/p/1", "/", "/books", "/a"]);
    expect(isTruncated).toBe(true);
    expect([...warnings].sort()).toEqual([
      `${SITE}/gone.xml could not be read: The target answered with status 404.`,
      `${SITE}/silent.xml could not be read: It did not answer in time.`,
    ]);
  });

  it("fails like the page if there is nothing else", async () => {
    await expect(mapOf({})).rejects.toMatchObject({ code: "target-failed", httpStatus: 404 });
    await expect(mapOf({ "/": null }, { timeoutMs: 200 })).rejects.toMatchObject({ name: "TimeoutError" });
    await expect(mapOf({ "/": PAGE, "/robots.txt": "User-agent: *\nDisallow: /" })).rejects.toMatchObject({
      code: "robots-disallowed",
    });
  });
});

describe("a site without a sitemap", () => {
  const link = (paths: readonly string[]): string =>
    paths.map((path) => `<a href="${path}">${path}</a>`).join(" ");
  const SHELVES = Array.from({ length: 6 }, (_, at) => `/shelf/${at}`);
  const texts: Readonly<Record<string, string>> = {
    "/": link(SHELVES),
    ...Object.fromEntries(
      SHELVES.flatMap((shelf, at) => [
        [shelf, link([`/book/${at}a`, `/book/${at}b`, "/"])],
        [`/book/${at}a`, `<p>Book ${at}a, a long story</p>${link([`/author/${at}`])}`],
        [`/book/${at}b`, `<p>Book ${at}b, a short story</p>`],
        [`/author/${at}`, `<p>Author ${at}</p>`],
      ]),
    ),
  };

  it("is crawled level by level", async () => {
    const { paths, isTruncated, warnings, opened } = await mapOf(texts);
    expect([...paths].sort()).toEqual(Object.keys(texts).sort());
    expect({ isTruncated, warnings, opened }).toEqual({ isTruncated: false, warnings: [], opened: 25 });
  });

  it("is crawled through pages that do not match the search words", async () => {
    const { paths } = await mapOf(texts, { words: ["author"] });
    expect(paths).toHaveLength(6);
  });

  it("is crawled until there are as many URLs as requested", async () => {
    const { paths, isTruncated, opened } = await mapOf(texts, { limit: 10 });
    expect(paths).toHaveLength(10);
    expect(isTruncated).toBe(true);
    expect(opened).toBeLessThan(25);
  });

  it("reports what is left at the deadline", async () => {
    const { paths, isTruncated, warnings } = await mapOf(texts, { timeoutMs: 1_400 });
    expect(paths).toEqual(["/", ...SHELVES]);
    expect(isTruncated).toBe(true);
    expect(warnings).toEqual([expect.stringContaining("6 more were not opened")]);
  });

  it("includes pages that cannot be read", async () => {
    const { paths, warnings } = await mapOf({ "/": link(["/a", "/gone"]), "/a": "<p>A</p>" });
    expect({ paths, warnings }).toEqual({ paths: ["/", "/a", "/gone"], warnings: [] });
  });
});
