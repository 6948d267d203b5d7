import { describe, expect, it } from "@jest/globals";
import { siteOf } from "../../../../src/contract/site.ts";
import { matchesAddress, parseSitemap } from "../../../../src/engine/sitemap/index.ts";

const BASE = "https://shop.test/sitemap.xml";
const urls = (text: string) => parseSitemap(text, BASE).entries.map(({ url }) => url);
const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

describe("parseSitemap", () => {
  it("reads URLs with their dates, and distinguishes an index", () => {
    const pages = `<?xml version="1.0"?><urlset ${XMLNS}><url><loc> https://shop.test/a </loc><lastmod>2026-01-31</lastmod><priority>0.5</priority></url><url><loc>https://shop.test/b</loc><lastmod>soon</lastmod></url></urlset>`;
    expect(parseSitemap(pages, BASE)).toEqual({
      isIndex: false,
      entries: [
        { url: "https://shop.test/a", modifiedAtMs: Date.UTC(2026, 0, 31) },
        { url: "https://shop.test/b", modifiedAtMs: null },
      ],
    });
    const index = `<sitemapindex ${XMLNS}><sitemap><loc>https://shop.test/1.xml</loc></sitemap></sitemapindex>`;
    expect(parseSitemap(index, BASE)).toMatchObject({
      isIndex: true,
      entries: [{ url: "https://shop.test/1.xml" }],
    });
  });

  it.each([
    [
      "ampersands that are not escaped",
      "<urlset><url><loc>https://shop.test/?a=1&b=2</loc></url>",
      ["https://shop.test/?a=1&b=2"],
    ],
    [
      "ampersands that are",
      "<urlset><url><loc>https://shop.test/?a=1&amp;b=2</loc></url>",
      ["https://shop.test/?a=1&b=2"],
    ],
    [
      "elements that are never closed",
      "<urlset><url><loc>https://shop.test/a<lastmod>2026<url><loc>https://shop.test/b",
      ["https://shop.test/a", "https://shop.test/b"],
    ],
    [
      "a file that breaks off",
      "<urlset><url><loc>https://shop.test/a</loc></url><url><loc>https://sh",
      ["https://shop.test/a", "https://sh/"],
    ],
    [
      "CDATA",
      "<urlset><url><loc><![CDATA[https://shop.test/a?b&c]]></loc></url></urlset>",
      ["https://shop.test/a?b&c"],
    ],
    [
      "a namespace prefix",
      "<s:urlset><s:url><s:loc>https://shop.test/a</s:loc></s:url></s:urlset>",
      ["https://shop.test/a"],
    ],
    [
      "images and videos of a page",
      "<urlset><url><loc>https://shop.test/a</loc><image:image><image:loc>https://shop.test/a.png</image:loc></image:image></url></urlset>",
      ["https://shop.test/a"],
    ],
    [
      "addresses that are none",
      "<urlset><url><loc></loc></url><url><loc>mailto:a@b.c</loc></url><url><loc>https://shop.test/a#b</loc></url></urlset>",
      ["https://shop.test/a"],
    ],
    ["addresses without a host", "<urlset><url><loc>/a</loc></url></urlset>", ["https://shop.test/a"]],
    [
      "plain text",
      "https://shop.test/a\r\n\nhttps://shop.test/b\nno address",
      ["https://shop.test/a", "https://shop.test/b"],
    ],
    ["a page that says that it is missing", "<!doctype html><title>404</title><a href='/x'>home</a>", []],
  ])("accepts %s", (_what, text, expected) => {
    expect(urls(text)).toEqual(expected);
  });

  it("reads at most the 50,000 URLs of the protocol", () => {
    const entry = "<url><loc>https://shop.test/a</loc></url>";
    expect(urls(`<urlset>${entry.repeat(50_010)}</urlset>`)).toHaveLength(50_000);
  });
});

describe("a sitemap designed to be slow", () => {
  it("is refused if it nests deeper than entries can", () => {
    const startedAt = process.cpuUsage();
    expect(() => urls(`<urlset>${"<a>".repeat(500_000)}`)).toThrow("The sitemap is nested too deeply.");
    expect(process.cpuUsage(startedAt).user / 1e6).toBeLessThan(10);
  });

  it("is read if its entries are not closed", () => {
    const entries = Array.from({ length: 2_000 }, (_, n) => `<url><loc>https://shop.test/${n}`);
    expect(urls(`<urlset>${entries.join("")}`)).toHaveLength(2_000);
  });
});

describe("matchesAddress", () => {
  const URL_ = "https://shop.test/blog/2026/a?page=2";
  it.each([
    ["/blog/*", true],
    ["/blog", false],
    ["/*/a?page=*", true],
    ["*page=2", true],
    ["https://shop.test/*", true],
    ["https://*.test/blog/*", true],
    ["/blog/2026/a?page=2", true],
    ["/blog/2026/a", false],
    ["/b*b*", false],
    ["/*a*a*a*", false],
  ])("%s: %s", (pattern, expected) => {
    expect(matchesAddress(pattern, URL_)).toBe(expected);
  });

  it("takes linear time for a pathological pattern", () => {
    expect(matchesAddress(`/${"a*".repeat(200)}b`, `https://shop.test/${"a".repeat(100_000)}`)).toBe(false);
  });
});

describe("siteOf", () => {
  it.each([
    ["https://www.shop.co.uk/a", "shop.co.uk"],
    ["https://a.b.example.com/", "example.com"],
    ["https://me.github.io/", "me.github.io"],
    ["http://127.0.0.1:8080/", "127.0.0.1"],
    ["http://localhost/", "localhost"],
    ["http://intranet/", "intranet"],
  ])("%s belongs to %s", (address, site) => {
    expect(siteOf(address)).toBe(site);
  });
});
