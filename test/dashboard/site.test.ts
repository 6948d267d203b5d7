import { gzipSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { testService } from "../helpers/api.ts";

/** What the first visit may load, compressed. */
const MAX_FIRST_LOAD_BYTES = 200_000;

const open = (path: string, init?: RequestInit) => fetch(`${testService().dashboard}${path}`, init);

const assetsOf = (html: string): string[] =>
  [...html.matchAll(/(?:src|href)="\/dashboard(\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);

describe("the dashboard's files", () => {
  it("have a policy that allows only their own scripts and requests to the API", async () => {
    const { headers } = await open("");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  });

  it("contain no inline script or style", async () => {
    const html = await (await open("")).text();
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
  });

  it("are cached forever, except the page that links to them", async () => {
    const page = await open("/runs/run-1");
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toBe("no-cache");
    const assets = assetsOf(await page.text());
    expect(assets.length).toBeGreaterThan(2);
    for (const path of assets) {
      const asset = await open(path);
      expect([path, asset.status]).toEqual([path, 200]);
      expect(asset.headers.get("cache-control")).toContain("immutable");
      expect(asset.headers.get("content-type")).toMatch(/javascript|css|svg/);
    }
  });

  it("answer 404 if they do not exist, instead of the page", async () => {
    expect((await open("/assets/nothing.js")).status).toBe(404);
  });

  it("accept GET and HEAD only", async () => {
    const answer = await open("", { method: "POST" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  it("load less than 200 KB on the first visit", async () => {
    const html = await (await open("")).text();
    const bodies = await Promise.all(
      assetsOf(html).map(async (path) => Buffer.from(await (await open(path)).arrayBuffer())),
    );
    const sizes = [Buffer.from(html), ...bodies].map((body) => gzipSync(body).length);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    // React alone is some 55 KB: a much smaller sum would mean that something was not counted.
    expect(total).toBeGreaterThan(60_000);
    expect(total).toBeLessThan(MAX_FIRST_LOAD_BYTES);
  });

  it("include the guides, with valid links between them", async () => {
    const start = await open("/guide/index.html");
    expect(start.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const pages = new Map<string, string>();
    const linksOf = (html: string) => [...html.matchAll(/ href="([\w-]+\.html)(?:#([\w-]+))?"/g)];
    expect(start.headers.get("content-security-policy")).toContain("script-src 'self'");
    const first = await start.text();
    expect(first).toContain('<h1 id="your-first-flow">Your first flow</h1>');
    for (const [, name = ""] of linksOf(first)) pages.set(name, await (await open(`/guide/${name}`)).text());
    expect(pages.size).toBeGreaterThan(20);
    for (const html of pages.values())
      for (const [link, name = "", anchor] of linksOf(html)) {
        expect([link, pages.has(name)]).toEqual([link, true]);
        if (anchor !== undefined) expect(pages.get(name)).toContain(` id="${anchor}"`);
      }
    expect((await open("/guide/guide.css")).headers.get("content-type")).toBe("text/css; charset=utf-8");
    const sections = (await (await open("/guide/search.json")).json()) as { readonly link: string }[];
    expect(sections.length).toBeGreaterThan(150);
    for (const { link } of sections) {
      const [name = "", anchor] = link.split("#");
      expect(pages.get(name)).toContain(` id="${anchor}"`);
    }
  });
});
