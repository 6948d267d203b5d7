/** What a search for clients of Firecrawl counts and starts, if parts of it fail or take long. */
import { beforeEach, describe, expect, it } from "@jest/globals";
import { onlyKey } from "../../src/adapters/keyring.ts";
import type { FoundPage, SearchAnswer, SearchEngine } from "../../src/adapters/searxng.ts";
import { DomainError } from "../../src/contract/errors.ts";
import { FirecrawlSearch } from "../../src/contract/firecrawl/requests.ts";
import { createFileLinks } from "../../src/domain/files/links.ts";
import { search } from "../../src/domain/firecrawl/search.ts";
import { createPipeline } from "../helpers/pipeline.ts";

const found = (...urls: string[]): SearchAnswer => ({
  found: urls.map(
    (url): FoundPage => ({
      ...{ url, title: url, description: "", publishedAt: null, imageUrl: null, imageSize: null },
      engines: [],
    }),
  ),
  leftOut: [],
  suggestions: [],
  unresponsive: [],
});

const pagesOf = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `https://shop.example/${at}`);

const busy = () => new DomainError("unavailable", "The search engine is busy.");
const READ = { scrapeOptions: { formats: ["markdown"] } };

const createWorld = async () => {
  const pipeline = await createPipeline("free");
  const { deps: shared, caller, store, accountId } = { ...pipeline, accountId: pipeline.caller.accountId };
  const world = {
    /** Called before each job gets its id. */
    starting: (_number: number) => {},
    checkTarget: (_url: string) => {},
  };
  let jobs = 0;
  const deps = {
    ...shared,
    fileLinks: createFileLinks(async () => onlyKey(Buffer.alloc(32)), shared.now),
    checkTarget: (url: string) => world.checkTarget(url),
    newId: (kind: string) => {
      if (kind === "job") {
        jobs += 1;
        world.starting(jobs);
      }
      return shared.newId(kind);
    },
    // Waiting takes time of the test's clock alone.
    after: (ms: number, then: () => void) => {
      pipeline.pass(ms);
      setImmediate(then);
    },
  };
  const month = () => new Date(shared.now()).toISOString().slice(0, 7);
  return {
    ...{ pass: pipeline.pass, world, sent: pipeline.sent },
    search: (request: object, engine: SearchEngine["search"]) =>
      search(
        { ...deps, searchEngine: { search: engine } } as never,
        caller,
        "v2",
        FirecrawlSearch.parse({ query: "ferry", ...request }),
        "https://api.example",
      ),
    usage: async () => {
      const { searches = 0, runs = 0 } = (await store.usage.get(accountId, month())) ?? {};
      return { searches, runs };
    },
    statuses: () =>
      Promise.all(pipeline.sent.map(async ({ runId }) => (await store.runs.get(accountId, runId))?.status)),
  };
};

let made: Awaited<ReturnType<typeof createWorld>>;
beforeEach(async () => {
  made = await createWorld();
});

describe("the pages of a search", () => {
  it("are not read or counted as runs once the search has used all of the time", async () => {
    const { search: find, pass, usage, sent } = made;
    const { data, warning, creditsUsed } = await find(READ, async ({ page }) => {
      pass(page === 1 ? 5_000 : 19_000);
      if (page > 1) throw new DomainError("timeout", "The search engine did not answer in time.");
      return found(...pagesOf(8));
    });
    expect(data).toMatchObject({ web: { length: 8 } });
    expect(warning).toContain("Not all pages were read: the search left no time for them.");
    expect([creditsUsed, sent]).toEqual([0, []]);
    expect(await usage()).toEqual({ searches: 1, runs: 0 });
  });

  it("get half of the time, however long further results take", async () => {
    const { search: find, statuses } = made;
    const startedMs = Date.now();
    const { warning } = await find({ ...READ, timeout: 5_000 }, async ({ page }, signal) => {
      if (page === 1) return found(...pagesOf(2));
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      throw new DomainError("timeout", "The search engine did not answer in time.");
    });
    expect(Date.now() - startedMs).toBeLessThan(5_000);
    expect(warning).toContain("Further results could not be read");
    expect(await statuses()).toEqual(["cancelled", "cancelled"]);
  });

  it("are all cancelled if the service fails to start one", async () => {
    const { search: find, world, statuses } = made;
    world.starting = (number) => {
      if (number === 3) throw new Error("the table is down");
    };
    const answer = find(READ, async ({ page }) => found(...(page === 1 ? pagesOf(5) : [])));
    await expect(answer).rejects.toThrow("the table is down");
    expect(await statuses()).toEqual(["cancelled", "cancelled"]);
  });

  it("are read even if one of them may not be opened", async () => {
    const { search: find, world, sent } = made;
    const { warning } = await find(READ, async ({ page }) => {
      if (page > 1)
        world.checkTarget = (url) => {
          if (url.endsWith("/1")) throw new DomainError("target-refused", "This site may not be opened.");
        };
      return found(...(page === 1 ? pagesOf(3) : []));
    });
    expect(sent).toHaveLength(2);
    expect(warning).toContain("https://shop.example/1: This site may not be opened.");
  });

  it("are read as far as the month's runs allow", async () => {
    const { search: find, world, sent } = made;
    world.starting = (number) => {
      if (number > 1) throw new DomainError("quota-exceeded", "You have used all runs.");
    };
    const { warning } = await find(READ, async ({ page }) => found(...(page === 1 ? pagesOf(3) : [])));
    expect(sent).toHaveLength(1);
    expect(warning?.match(/Not all pages were read: You have used all runs\./g)).toHaveLength(1);
  });
});

describe("a search of several sources", () => {
  const sources = ["web", "news", "images"];

  it("returns the results of the sources that answer, and counts only these", async () => {
    const { search: find, usage } = made;
    const { data, warning } = await find({ sources }, async ({ category, page }) => {
      if (category === "news") throw busy();
      await new Promise((resolve) => setTimeout(resolve, 50));
      return found(...(page === 1 ? pagesOf(1) : []));
    });
    expect(data).toMatchObject({ web: { length: 1 }, news: [], images: { length: 1 } });
    expect(warning).toBe("No results of news: The search engine is busy.");
    expect(await usage()).toMatchObject({ searches: 2 });
  });

  it("is not counted by the time its error is returned", async () => {
    const { search: find, usage } = made;
    const answer = find({ sources }, async ({ category }) => {
      await new Promise((resolve) => setTimeout(resolve, category === "news" ? 0 : 100));
      throw busy();
    });
    await expect(answer).rejects.toMatchObject({ code: "unavailable" });
    expect(await usage()).toMatchObject({ searches: 0 });
  });

  it("fails and is not counted if the service fails on one of them", async () => {
    const { search: find, usage } = made;
    const answer = find({ sources: ["news", "images"] }, async ({ category, page }) => {
      if (category === "news" && page === 2) throw new Error("out of memory");
      if (category === "images") throw busy();
      return found("https://shop.example/");
    });
    await expect(answer).rejects.toThrow("out of memory");
    expect(await usage()).toMatchObject({ searches: 0 });
  });

  it("lists what two categories have found with the first of them", async () => {
    const { search: find } = made;
    const { data, warning } = await find(
      { categories: ["github", "research", "pdf"] },
      async ({ category, text, page }) => {
        if (text.includes("filetype")) throw busy();
        if (page > 1) return found();
        return category === "science"
          ? found("https://a.example/", "https://b.example/")
          : found("https://a.example/");
      },
    );
    expect(data).toMatchObject({
      web: [
        { url: "https://a.example/", category: "github", position: 1 },
        { url: "https://b.example/", category: "research", position: 2 },
      ],
    });
    expect(warning).toBe("No results of the category pdf: The search engine is busy.");
  });
});

describe("a search in domains", () => {
  const find = async (request: object, ...urls: string[]) => {
    const texts: string[] = [];
    const { data } = await made.search(request, async ({ text, page }) => {
      texts.push(text);
      return found(...(page === 1 ? urls : []));
    });
    return { text: texts[0], urls: (data as { web: { url: string }[] }).web.map(({ url }) => url) };
  };

  it.each([
    [
      "github.com/Microsoft",
      ["https://github.com/Microsoft/TypeScript", "https://github.com/Microsoft"],
      ["https://github.com/microsoft2/x", "https://github.com/microsoft/x", "https://github.com/Microsoft2"],
    ],
    ["MÜNCHEN.de", ["https://www.xn--mnchen-3ya.de/a"], ["https://xn--mnchen-3yb.de/"]],
    [
      "example.com/docs/",
      ["https://www.example.com./docs?a", "https://a.example.com/%64ocs/1"],
      ["https://example.com/docs-free-guide", "https://example.com/Docs", "https://notexample.com/docs"],
    ],
    ["example.com/é", ["https://example.com/%c3%a9/x"], ["https://example.com/e"]],
    ["example.com/%", ["https://example.com/%"], ["https://example.com/"]],
  ])("distinguishes URLs below %s from others", async (domain, within, without) => {
    const all = [...within, ...without];
    expect((await find({ includeDomains: [domain] }, ...all)).urls).toEqual(within);
    expect((await find({ excludeDomains: [domain] }, ...all)).urls).toEqual(without);
  });

  it("does not compare the letter case of paths", async () => {
    const { text } = await find({ includeDomains: ["GitHub.com/Microsoft"] });
    expect(text).toBe("ferry site:github.com/Microsoft");
  });
});
