import { describe, expect, it } from "@jest/globals";
import type { Step } from "../../src/contract/steps/steps.ts";
import { collectSite, planOf } from "../unit/engine/collection/site.ts";
import { appPage, flowOf } from "./helpers.ts";

const BOOKS = Array.from({ length: 12 }, (_, at) => `Book ${at}`);
const rows = (from: number, count = 4): string =>
  `<ul>${BOOKS.slice(from, from + count)
    .map((book) => `<li class="book"><a href="/b/${book.slice(5)}">${book}</a></li>`)
    .join("")}</ul>`;
const EXTRACT: Step = { type: "extract", selector: ".book", fields: ["title: a"] };

const titlesOf = async (site: Readonly<Record<string, string>>, selector?: string) => {
  const { items, batches } = await collectSite(
    site,
    planOf([EXTRACT, { type: "paginate", ...(selector !== undefined && { selector }) }]),
  );
  const logs = batches.flatMap((batch) => batch.logs.map(({ level, message }) => `${level} ${message}`));
  return {
    titles: items.map(({ title }) => title),
    warnings: logs.filter((log) => log.startsWith("warn")),
    batches,
  };
};

describe("a next-page link that leads to the same records", () => {
  /** The visible link of each page opens the first page again; the head of the page knows better. */
  const page = (at: number, link: string): string =>
    appPage(
      `${rows(at * 4)}<a class="next" href="${link}">Next</a>`,
      at < 2 ? `<link rel="next" href="/?page=${at + 2}">` : "",
    );
  const site = {
    "/": page(0, "/?pge=2"),
    "/?pge=2": page(0, "/?pge=2"),
    "/?page=2": page(1, "/?pge=2"),
    "/?page=3": page(2, "/?pge=2"),
  };

  it("is ignored in favour of rel=next, with a warning and without duplicates", async () => {
    const { titles, warnings } = await titlesOf(site, "a.next");
    expect(titles).toEqual(BOOKS);
    expect(warnings).toEqual(
      expect.arrayContaining([
        expect.stringContaining("has the same records as the page before"),
        expect.stringContaining('rel="next"'),
      ]),
    );
  });

  it("ends the run with a warning if there is no rel=next", async () => {
    const only = (link: string): string => appPage(`${rows(0)}<a class="next" href="${link}">Next</a>`);
    const { titles, warnings, batches } = await titlesOf(
      { "/": only("/?p=2"), "/?p=2": only("/?p=3") },
      "a.next",
    );
    expect(titles).toEqual(BOOKS.slice(0, 4));
    expect(warnings).toEqual([
      expect.stringContaining("has the same records as the page before"),
      expect.stringContaining("the next page repeats this one"),
    ]);
    expect(batches.at(-1)?.lacksRecords).toBe(true);
  });
});

describe("a next-page button without a URL", () => {
  it("is clicked in a browser by a flow generated from a prompt", () => {
    const list = appPage(
      `<h1>Books</h1>${rows(0, 12)}<div class="bar"><button>Previous</button> <button>Next</button></div>`,
    );
    const { flow } = flowOf(list, "title and link of all books, on every page");
    expect(flow.steps.at(-1)).toMatchObject({
      type: "paginate",
      method: "next",
      selector: 'button:contains("Next")',
    });
    expect(flow.mode).toBe("interact");
  });

  it("is not confused with a carousel", () => {
    const list = appPage(
      `<h1>Books</h1>${rows(0, 12)}<div class="carousel"><img src="/a.png"><button>Next</button></div>`,
    );
    const { flow } = flowOf(list, "title and link of all books");
    expect(flow.steps.some(({ type }) => type === "paginate")).toBe(false);
  });
});

describe("a link to further records beside their count", () => {
  const list = (count: string, link: string): string =>
    appPage(
      `<h1>Books</h1>${rows(0)}<table><tr><th>&nbsp;</th><th>${count}</th><th>${link}</th></tr></table>`,
    );
  const follows = (count: string): boolean => {
    const link = '<a href="/?startwith=4&amp;size=4">next &gt;&gt;</a>';
    const { flow, records } = flowOf(list(count, link), "title of all books");
    expect(records.map(({ title }) => title)).toEqual(BOOKS.slice(0, 4));
    return flow.steps.some(({ type }) => type === "paginate");
  };

  it.each(["1..4 out of 12", "1–4 / 12", "Books 1 to 4 of 1,204"])("is followed: %s", (count) => {
    expect(follows(count)).toBe(true);
  });

  it.each(["Nov 9–15, 2026", "9.11.2026", "4 of 12", "12–4 of 9"])("is not followed beside %s", (count) => {
    expect(follows(count)).toBe(false);
  });

  it("leads through all pages of a run", async () => {
    const page = (at: number): string =>
      appPage(
        `${rows(at * 4)}<p>${at * 4 + 1}..${at * 4 + 4} out of 12 ${at < 2 ? `<a href="/?startwith=${at * 4 + 4}">next &gt;&gt;</a>` : ""}</p>`,
      );
    const { titles } = await titlesOf({ "/": page(0), "/?startwith=4": page(1), "/?startwith=8": page(2) });
    expect(titles).toEqual(BOOKS);
  });
});
