import { describe, expect, it } from "@jest/globals";
import { mapOf, SITE } from "./mapOf.ts";

const list = (paths: readonly string[]): string =>
  `<urlset>${paths.map((path) => `<url><loc>${URL.parse(path, SITE)?.href}</loc></url>`).join("")}</urlset>`;
const index = (paths: readonly string[]): string =>
  `<sitemapindex>${paths.map((path) => `<sitemap><loc>${URL.parse(path, SITE)?.href}</loc></sitemap>`).join("")}</sitemapindex>`;

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
