import { describe, expect, it } from "@jest/globals";
import { mapOf } from "../unit/engine/map/mapOf.ts";

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
