import { describe, expect, it } from "@jest/globals";
import { TOWN_NEWS } from "../../../helpers/townNews.ts";
import { collect } from "./shop.ts";
import { BASE, planOf } from "./site.ts";

const MEETINGS = `<html lang="en"><body><main><h1>Zoning Board</h1><ul>${[
  "January 9",
  "February 13",
  "March 13",
]
  .flatMap((day) => ["Agenda", "Minutes"].map((kind) => `${day}, 2019 Zoning Board ${kind}`))
  .map((name, at) => `<li><a href="/files/${at}.pdf">${name}</a></li>`)
  .join("")}</ul></main></body></html>`;

const warningsIn = (logs: readonly string[]): string[] => logs.filter((line) => line.startsWith("warn"));

describe("collection: pages that can be read in two ways", () => {
  it("logs the other reading of each given page, unless the step says which one is meant", async () => {
    const urls = [`${BASE}/`, `${BASE}/again`];
    const site = { "/": TOWN_NEWS, "/again": TOWN_NEWS };
    const open = await collect(site, planOf([], { urls }));
    const isList = open.items.length > urls.length;
    const [other, records] = isList ? ["one item", "one"] : ["a list of \\d+ records", "all"];
    const pattern = `\\. The page could also be read as ${other} .*"records": "${records}"`;
    expect(warningsIn(open.logs)).toEqual(
      urls.map((url) => expect.stringMatching(`extracted from ${url} .*${pattern}`)),
    );
    for (const settled of ["one", "all"] as const) {
      const { logs } = await collect(site, planOf([{ type: "extract", records: settled }], { urls }));
      expect(warningsIn(logs)).toEqual([]);
    }
  });

  it("logs that rows about one event are one item", async () => {
    const { items, logs } = await collect(
      { "/": MEETINGS },
      planOf([{ type: "extract", records: "all" }], {
        outputSchema: { title: "string", date: "date", location: "string" },
      }),
    );
    expect(items).toHaveLength(3);
    expect(warningsIn(logs)).toEqual([
      expect.stringContaining(`${BASE}/: 6 rows of the page were combined into 3 items`),
    ]);
  });
});
