import { describe, expect, it } from "@jest/globals";
import type { Step } from "../../../../src/contract/steps/steps.ts";
import { TargetError } from "../../../../src/engine/egress/index.ts";
import { createMemorySegments } from "../../../helpers/memorySegments.ts";
import { BASE, collectSite, planOf, type Site } from "./site.ts";

const link = (path: string) => `<a href="${path}">${path}</a> `;
const page = (name: string, ...links: string[]) => `<h1>${name}</h1>${links.map(link).join("")}`;
const crawl = (options: object = {}): Step =>
  ({ type: "crawl", label: "site", steps: [{ type: "extract", fields: ["name: h1"] }], ...options }) as Step;
const names = (items: readonly Record<string, unknown>[]) => items.map(({ name }) => name);
const crawlSite = (site: Site, options: object = {}, keepsWorker = true) =>
  collectSite(site, planOf([crawl(options)]), { keepsWorker });
const outcomesOf = ({ batches }: Awaited<ReturnType<typeof collectSite>>) =>
  batches
    .flatMap(({ outcomes = [] }) => outcomes)
    .map(({ url, status, error }) => [url.replace(BASE, ""), status, error?.code ?? null]);

const SITE: Site = {
  "/": page("home", "/a", "/b#top", "/a?utm_source=x&fbclid=1", "mailto:a@b.example", "http://other.test/x"),
  "/a": page("a", "/", "/a/1", "/a/2", "http://www.shop.test/w"),
  "/b": page("b", "/a", "/b/1", "javascript:void 0", "http://["),
  "/a/1": page("a1", "/a/2", "/gone"),
  "/a/2": page("a2", "/a/1"),
  "/b/1": page("b1"),
  "http://www.shop.test/w": page("w", `${BASE}/`),
  "http://other.test/x": page("x"),
};
const ALL = ["home", "a", "b", "a1", "a2", "w", "b1"];

describe("a crawl", () => {
  it.each([true, false])(
    "opens every page of the site once, nearest first (one worker: %s)",
    async (keepsWorker) => {
      const run = await crawlSite(SITE, {}, keepsWorker);
      expect(names(run.items)).toEqual(ALL);
      expect([...run.fetched.filter((path) => !path.endsWith("robots.txt"))].sort()).toEqual(
        ["/", "/a", "/a/1", "/a/2", "/b", "/b/1", "/gone", "http://www.shop.test/w"].sort(),
      );
      expect(outcomesOf(run)).toContainEqual(["/gone", "failed", "target-failed"]);
      expect(outcomesOf(run)).toHaveLength(8);
    },
  );

  it("opens only matching pages that are not excluded, up to its depth", async () => {
    expect(names((await crawlSite(SITE, { match: ["/a*"] })).items)).toEqual(["a", "a1", "a2"]);
    expect(names((await crawlSite(SITE, { exclude: "/a/*" })).items)).toEqual(["home", "a", "b", "w", "b1"]);
    const shallow = await crawlSite(SITE, { depth: 1 });
    expect(names(shallow.items)).toEqual(["home", "a", "b"]);
    expect(shallow.logs.at(-1)).toMatch(
      /^warn site: \d+ links left out: more than 1 links from the start\.$/,
    );
  });

  it("says so if the start leads to no page that is to be opened", async () => {
    const { items, logs } = await crawlSite(SITE, { match: "/a/*" });
    expect(items).toEqual([]);
    expect(logs).toContain(
      "warn site: only the start was opened: 2 links left out by `match`, and other pages are not opened to find more.",
    );
    expect((await crawlSite(SITE)).logs.join()).not.toContain("only the start");
  });

  it.each([
    ["it has no links", { "/": page("home") }, { exclude: "/a/*" }],
    ["its links lead to other sites", { "/": page("home", "http://other.test/a/1") }, { match: "/a/*" }],
  ])("does not blame its rules if only the start was opened and %s", async (_why, site, rules) => {
    const { logs } = await crawlSite(site, rules);
    expect(logs.join()).not.toContain("only the start");
  });

  it("stops at its maximum number of pages, and says how many are left", async () => {
    const { items, logs } = await crawlSite(SITE, { maxPages: 3 });
    expect(names(items)).toEqual(["home", "a", "b"]);
    expect(logs).toContain("warn site: stopped after 3 pages: 4 addresses left.");
  });

  it("collects a page with several URLs once, by rel=canonical and redirects", async () => {
    const canonical = (path: string) => `<link rel="canonical" href="${path}">`;
    const run = await crawlSite({
      "/": page("home", "/list?view=grid", "/list", "/list?view=table"),
      "/list": page("list", "/c"),
      "/list?view=grid": canonical("/list") + page("grid", "/d"),
      "/list?view=table": canonical("/table") + page("table", "/table"),
      "/table": page("never"),
      "/c": page("c"),
      "/d": page("d"),
    });
    expect(names(run.items)).toEqual(["home", "list", "table", "d", "c"]);
    expect(outcomesOf(run)).toContainEqual(["/list?view=grid", "skipped", "duplicate"]);
  });

  const called = (path: string, title: string, ...links: string[]) =>
    `<title>${title}</title><link rel="canonical" href="${path}">${page(title, ...links)}`;

  it("ignores a rel=canonical that names the start page, or one URL for different pages", async () => {
    const run = await crawlSite({
      "/": called("/", "home", "/index.html", "/a", "/b", "/docs/x", "/docs/y", "/old/docs/x"),
      "/index.html": called("/", "home", "/index.html", "/a", "/b", "/docs/x", "/docs/y", "/old/docs/x"),
      "/a": called("/", "a", "/a/1"),
      "/a/1": called("/", "a1"),
      "/b": called("/", "b"),
      "/docs/x": called("/docs", "x"),
      "/docs/y": called("/docs", "y"),
      "/old/docs/x": called("/docs", "x", "/elsewhere"),
      "/elsewhere": page("elsewhere"),
    });
    expect(names(run.items)).toEqual(["home", "a", "b", "x", "y", "a1", "elsewhere"]);
    expect(outcomesOf(run).filter(([, status]) => status === "skipped")).toEqual([
      ["/index.html", "skipped", "duplicate"],
      ["/old/docs/x", "skipped", "duplicate"],
    ]);
    expect(run.logs.filter((line) => line.includes("canonical"))).toEqual([
      "warn site: rel=canonical ignored on 4 pages: it names one address for pages that differ.",
    ]);
  });

  it("follows nofollow links", async () => {
    const run = await crawlSite({
      "/": `<meta name="robots" content="nofollow">${page("home")}<a rel="nofollow" href="/a">a</a>`,
      "/a": page("a"),
    });
    expect(names(run.items)).toEqual(["home", "a"]);
  });

  it("obeys robots.txt, and learns which file types are not pages", async () => {
    const pdf = new TargetError("target-unsupported", "A PDF file.", { retryable: false });
    const files = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`/f${n}.pdf`, pdf]));
    const run = await crawlSite(
      {
        "/robots.txt": "User-agent: *\nDisallow: /admin",
        "/": page("home", "/admin/x", "/f0.pdf", "/f1.pdf", "/next"),
        "/next": page("next", "/f2.pdf", "/f3.pdf", "/f4.pdf", "/f5.pdf"),
        ...files,
      },
      {},
      false,
    );
    expect(names(run.items)).toEqual(["home", "next"]);
    expect(outcomesOf(run)).toContainEqual(["/admin/x", "skipped", "robots-disallowed"]);
    expect(run.fetched.filter((path) => path.endsWith(".pdf"))).toEqual(["/f0.pdf", "/f1.pdf"]);
    expect(run.logs).toContain("warn site: 4 addresses left out: files of this kind are not pages.");
  });

  it.each([true, false])(
    "continues after thousands of URLs that it leaves out, when they are in segments (one worker: %s)",
    async (keepsWorker) => {
      const zip = new TargetError("target-unsupported", "A ZIP file.", { retryable: false });
      const paths = Array.from({ length: 3_000 }, (_, n) => `/f${n}.zip`);
      const site = {
        "/": page("home", "/f0.zip", "/f1.zip", "/next"),
        "/next": page("next", ...paths, "/last"),
        "/last": page("last"),
        ...Object.fromEntries(paths.map((path) => [path, zip])),
      };
      const segments = createMemorySegments();
      const run = await collectSite(site, planOf([crawl()]), { keepsWorker, segments });
      expect(names(run.items)).toEqual(["home", "next", "last"]);
      expect(run.fetched.filter((path) => path.endsWith(".zip"))).toEqual(["/f0.zip", "/f1.zip"]);
      expect(run.logs).toContain("warn site: 2998 addresses left out: files of this kind are not pages.");
      expect(segments.bytes()).toBeGreaterThan(0);
      expect(run.largestState).toBeLessThan(100_000);
    },
  );

  it("fails if its start page cannot be read", async () => {
    await expect(crawlSite({})).rejects.toMatchObject({
      code: "target-failed",
      httpStatus: 404,
      url: `${BASE}/`,
    });
  });
});

/** Sites that never end. */
const endless = (answer: (path: string) => string | undefined): Site =>
  new Proxy({}, { get: (_, path) => answer(String(path)) });
const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

describe("a crawler trap", () => {
  const real = {
    "/": page("home", "/real/1", "/trap/1"),
    "/real/1": page("one", "/real/2"),
    "/real/2": page("two"),
  };
  const traps: Record<string, (path: string) => string | undefined> = {
    "a calendar": (path) => {
      const month = Number(/^\/trap\/(\d+)$/.exec(path)?.[1] ?? 0);
      const name = `${MONTHS[month % 12]} ${2026 + Math.floor(month / 12)}`;
      return month > 0 ? page(name, `/trap/${month + 1}`, `/trap/${month + 2}`) : undefined;
    },
    "a session in the address": (path) =>
      path.startsWith("/trap/")
        ? page(
            "cart",
            ...[1, 2, 3].map((n) => `/trap/1?sid=${path.length}${n}${path.slice(-40).replace(/\D/g, "")}`),
          )
        : undefined,
    "a path that grows": (path) =>
      path.startsWith("/trap/") ? page("again", `${path}/trap/1`, `${path}/1/trap`) : undefined,
  };
  it.each(Object.keys(traps))("does not stop a crawl: %s", async (name) => {
    const site = endless((path) => traps[name]?.(path) ?? (real as Record<string, string>)[path]);
    const { items, fetched, logs } = await crawlSite(site, { maxPages: 2_000 }, false);
    expect(names(items)).toEqual(expect.arrayContaining(["home", "one", "two"]));
    expect(fetched.length).toBeLessThan(400);
    expect(logs.join("\n")).toContain("pages like these link to each other endlessly");
  });

  it("is not suspected in a long list of pages with new content, or in many similar pages linked from a list", async () => {
    const words = "oak kettle brass lamp tin cup".split(" ");
    const word = (n: number) =>
      [...String(n)].map((digit) => `${words[Number(digit) % 6]}${"abcdefghij"[Number(digit)]}`).join("");
    const site = endless((path) => {
      if (path === "/") return page("home", "/list?page=1");
      const n = Number(/page=(\d+)/.exec(path)?.[1] ?? 0);
      if (n > 0)
        return page(
          word(n),
          ...(n < 120 ? [`/list?page=${n + 1}`] : []),
          ...[1, 2, 3].map((i) => `/item/${n}${i}`),
        );
      return path.startsWith("/item/") ? page("the same text") : undefined;
    });
    const { items } = await crawlSite(site, { depth: 200 });
    expect(items).toHaveLength(1 + 120 + 360);
  });
});

it("a crawl stores the URLs of a large site as hashes, and its queue is bounded", async () => {
  const COUNT = 20_000;
  const site = endless((path) => {
    if (path === "/") return page("home", ...Array.from({ length: 200 }, (_, n) => `/l/${n}`));
    const list = /^\/l\/(\d+)$/.exec(path);
    if (list)
      return page(
        "list",
        ...Array.from({ length: 100 }, (_, n) => `/some/longer/path/of/a/page/${list[1]}-${n}`),
      );
    return page("leaf");
  });
  const { items, largestState } = await collectSite(
    site,
    planOf([crawl()], { limits: { maxPages: 30_000, maxItems: 30_000 } }),
  );
  expect(items).toHaveLength(1 + 200 + COUNT);
  expect(largestState).toBeLessThan(COUNT * 130);
});
