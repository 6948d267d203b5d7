import { expect, it } from "@jest/globals";
import { crawlLarge } from "./sim/largeCrawl.ts";

it("a crawl opens each page of a large site once with a small state, however often its workers crash", async () => {
  const { deaths, largestState, violations } = await crawlLarge(1, 30_000);
  expect(violations).toEqual([]);
  expect(deaths).toBeGreaterThan(5);
  expect(largestState).toBeLessThan(250_000);
}, 180_000);
