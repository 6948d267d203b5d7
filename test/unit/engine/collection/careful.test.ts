/** What a worker reports before it reads a page, in case it crashes there. */
import { describe, expect, it } from "@jest/globals";
import {
  type CollectionDeps,
  collectNext,
  createFlights,
  startCollection,
} from "../../../../src/engine/collection/index.ts";
import { createDeps } from "./shop.ts";
import { BASE, planOf } from "./site.ts";

const PLAN = planOf([{ type: "follow", selector: "a", steps: [{ type: "extract", fields: ["title: h1"] }] }]);
const NAMES = ["a", "b", "c"];
const LARGE = `<h1>Large</h1>${"<p>text</p>".repeat(1_000)}`;
const SITE = {
  "/": NAMES.map((name) => `<a href="/${name}">${name}</a>`).join(""),
  "/a": "<h1>A</h1>",
  "/b": LARGE,
  "/c": "<h1>C</h1>",
};

/** Runs the collection to its end. @returns the reports in order, and how many pages each batch had */
const collect = async (isCareful: boolean) => {
  const { fetchPage } = createDeps(SITE);
  const told: string[] = [];
  const pages: number[] = [];
  const deps: CollectionDeps = {
    fetchPage: (url, options) => {
      told.push(`fetch ${url.slice(BASE.length)}`);
      return fetchPage(url, options);
    },
    reading: async (url, chars) => {
      told.push(`${chars === undefined ? "open" : `read ${chars} of`} ${url.slice(BASE.length)}`);
    },
    isCareful,
    flights: createFlights(),
    now: Date.now,
    signal: new AbortController().signal,
  };
  let state = startCollection(PLAN);
  for (let done = false; !done; ) {
    const batch = await collectNext(deps, PLAN, state);
    pages.push(batch.pages);
    ({ state, done } = batch);
  }
  return { told, pages };
};

describe("a worker", () => {
  it("reports each page before it is fetched, and its size before it is parsed", async () => {
    const { told } = await collect(false);
    for (const name of ["/", ...NAMES.map((each) => `/${each}`)]) {
      const places = [`open ${name}`, `fetch ${name}`].map((each) => told.indexOf(each));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(places[0]).toBeGreaterThanOrEqual(0);
    }
    expect(told).toContain(`read ${LARGE.length} of /b`);
  });

  it("opens one page at a time after a crash", async () => {
    const { told, pages } = await collect(true);
    expect(Math.max(...pages)).toBe(1);
    const opened = told.filter((each) => !each.startsWith("fetch"));
    for (const [place, name] of ["/", "/a", "/b", "/c"].entries())
      expect(opened.slice(2 * place, 2 * place + 2)).toEqual([
        `open ${name}`,
        expect.stringMatching(new RegExp(`^read \\d+ of ${name}$`)),
      ]);
  });
});
