import { describe, expect, it } from "@jest/globals";
import { createOpenings } from "../../../src/domain/runs/work/openings.ts";
import { TargetError } from "../../../src/engine/egress/index.ts";
import { createManners } from "../../../src/engine/manners/index.ts";
import type { TextFile } from "../../../src/engine/page/index.ts";
import { reportingFiles } from "../../../src/runtime/deps/engine/createEngine.ts";

const NOW = Date.UTC(2026, 0, 31);
const ROBOTS = "https://shop.example/robots.txt";
const since = new Date(NOW).toISOString();

/** A run that opens a page of a site whose robots.txt arrives on demand. */
const openSite = () => {
  const { promise, resolve, reject } = Promise.withResolvers<TextFile>();
  const openings = createOpenings(() => NOW);
  const manners = createManners({
    fetchFile: reportingFiles(() => promise, openings.begin),
    obeys: true,
    now: () => NOW,
    sleep: async () => undefined,
  });
  const { signal } = new AbortController();
  const opened = manners.visit("https://shop.example/a", async () => "the page", { signal, log: () => {} });
  return { openings, opened, resolve, reject };
};

describe("a run that waits for robots.txt", () => {
  it("shows the wait until the file arrives", async () => {
    const { openings, opened, resolve } = openSite();
    expect(openings.longest()).toEqual({ url: ROBOTS, since });
    resolve({ url: ROBOTS, status: 200, html: "", fetchedAt: since });
    expect(await opened).toBe("the page");
    expect(openings.longest()).toBeNull();
  });

  it("stops showing the wait if the file fails", async () => {
    const { openings, opened, reject } = openSite();
    reject(new TargetError("timeout", "It did not come.", { retryable: false }));
    await expect(opened).rejects.toThrow("robots.txt");
    expect(openings.longest()).toBeNull();
  });
});
