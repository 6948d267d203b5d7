import { describe, expect, it } from "@jest/globals";
import { DomainError } from "../../../../src/contract/errors.ts";
import type { Step } from "../../../../src/contract/steps/steps.ts";
import { TargetError } from "../../../../src/engine/egress/index.ts";
import { failureOf } from "../loopback.ts";
import { BASE, collectSite, planOf, type Site } from "./site.ts";

const page = (name: string) => `<h1>${name}</h1><p>All about ${name}.</p>`;
const named: Step[] = [{ type: "extract", label: "page", fields: ["name: h1"] }];
const listOf = (paths: readonly string[], steps = named, options = {}) =>
  planOf(steps, { urls: paths.map((path) => BASE + path), ...options });
const names = (items: readonly Record<string, unknown>[]) => items.map(({ name }) => name);
const outcomesOf = ({ batches }: Awaited<ReturnType<typeof collectSite>>) =>
  batches
    .flatMap(({ outcomes = [] }) => outcomes)
    .map(({ url, status, items, error }) => [
      url.replace(BASE, ""),
      status,
      items,
      error?.httpStatus ?? null,
    ]);

const refused = new DomainError("target-refused", "It is private.");

describe("a list of URLs", () => {
  const site: Site = { "/a": page("a"), "/b": page("b"), "/private": refused, "/c": page("c") };

  it.each([true, false])(
    "is opened in order, and a failed URL fails alone (one worker: %s)",
    async (keepsWorker) => {
      const run = await collectSite(site, listOf(["/a", "/gone", "/b", "/private", "/c"]), { keepsWorker });
      expect(names(run.items)).toEqual(["a", "b", "c"]);
      expect(outcomesOf(run).sort()).toEqual([
        ["/a", "completed", 1, null],
        ["/b", "completed", 1, null],
        ["/c", "completed", 1, null],
        ["/gone", "failed", 0, 404],
        ["/private", "failed", 0, null],
      ]);
      expect(run.fetched.filter((path) => path === "/b")).toHaveLength(1);
      expect(run.lacksRecords).toBe(true);
      expect(run.logs).toContainEqual(
        expect.stringContaining(`warn failed ${BASE}/gone: The target answered`),
      );
    },
  );

  it("is continued by further steps from each URL, and counts their results for it", async () => {
    const steps: Step[] = [
      { type: "extract", selector: "li", fields: ["name: a"] },
      { type: "follow", selector: "a", steps: [{ type: "extract", fields: ["about: p"] }] },
      { type: "paginate" },
    ];
    const item = (path: string) => `<li><a href="${path}">${path}</a></li>`;
    const run = await collectSite(
      {
        ...site,
        "/one": `${item("/a")}<a rel="next" href="/one-2">next</a>`,
        "/one-2": item("/b"),
        "/two": item("/private"),
      },
      listOf(["/one", "/two"], steps),
    );
    expect(names(run.items)).toEqual(["/a", "/b", "/private"]);
    expect(outcomesOf(run)).toEqual([
      ["/one", "completed", 2, null],
      ["/two", "failed", 1, null],
    ]);
  });

  it("fails if every URL fails, after trying them all", async () => {
    const plan = listOf(["/x", "/y", "/private"]);
    const error = await failureOf(collectSite(site, plan));
    expect(error).toMatchObject({
      code: "target-failed",
      httpStatus: 404,
      url: `${BASE}/x`,
      message: `Every address failed: 3 of 3. The first was ${BASE}/x: The target answered with status 404.`,
    });
  });

  it("retries a rate-limited URL after the others, up to a limit", async () => {
    const busy = new TargetError("target-failed", "Busy.", {
      retryable: true,
      httpStatus: 429,
      retryAfterMs: 120_000,
    });
    const run = await collectSite({ ...site, "/busy": busy }, listOf(["/busy", "/a", "/b"]), {
      keepsWorker: false,
    });
    expect(names(run.items)).toEqual(["a", "b"]);
    expect(run.fetched.filter((path) => path === "/busy")).toHaveLength(3);
    expect(outcomesOf(run)).toContainEqual(["/busy", "failed", 0, 429]);
  });

  it("replaces the URLs of a sitemap step", async () => {
    const steps: Step[] = [{ type: "sitemap", steps: [{ type: "extract", fields: ["name: h1"] }] }];
    const run = await collectSite(site, listOf(["/b", "/a", "/gone"], steps));
    expect(names(run.items)).toEqual(["b", "a"]);
    expect(outcomesOf(run)).toHaveLength(3);
    expect(run.fetched).not.toContain("/sitemap.xml");
  });

  it("stops at the run's limits, and reports no outcome for URLs not reached", async () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`/p/${n}`, page(`p${n}`)]));
    const run = await collectSite(
      many,
      listOf(Object.keys(many), named, { limits: { maxPages: 20, maxItems: 1_000 } }),
    );
    expect([run.pages, run.items.length, outcomesOf(run).length]).toEqual([20, 20, 20]);
    expect(run.logs.at(-1)).toContain("20 pages");
  });

  it("is never stored completely in the collection's state", async () => {
    const paths = Array.from({ length: 3_000 }, (_, n) => `/p/${n}`);
    const many = Object.fromEntries(paths.map((path) => [path, page(path)]));
    const run = await collectSite(many, listOf(paths));
    expect(run.items).toHaveLength(3_000);
    expect(run.largestState).toBeLessThan(100_000);
  });
});

describe("a page as Markdown", () => {
  it("includes URL, title, text, language and date", async () => {
    const text = "The kettle is made of oak, by hand, and it has served this house for forty years now.";
    const html = `<html lang="en"><title>Kettle</title><nav><a href="/">Home</a></nav><main><h1>Oak kettle</h1><p>${text}</p><p>${text} Twice.</p></main>`;
    const steps: Step[] = [{ type: "extract", as: "markdown" }];
    const { items } = await collectSite({ "/k": html }, listOf(["/k", "/none"], steps));
    expect(items).toEqual([
      {
        url: `${BASE}/k`,
        title: expect.any(String),
        markdown: expect.stringContaining(text),
        language: "en",
        date: null,
      },
    ]);
    expect(items[0]?.markdown).not.toContain("Home");
  });
});
