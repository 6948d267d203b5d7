import { expect, it } from "@jest/globals";
import { crawlLarge } from "./sim/largeCrawl.ts";

it("opens each page of a large site once, however often its workers die, with a small state", async () => {
  const { deaths, largestState, violations } = await crawlLarge(1, 30_000);
  expect(violations).toEqual([]);
  expect(deaths).toBeGreaterThan(5);
  expect(largestState).toBeLessThan(250_000);
}, 180_000);
