import { describe, expect, it } from "@jest/globals";
import { answered, hung, openSite, reset } from "./virtualSite.ts";

const countOf = (outcomes: readonly string[], what: string): number =>
  outcomes.filter((outcome) => outcome === what).length;

describe("automatic pace", () => {
  it.each([8, 16])(
    "grows to %i pages at once while responses stay fast and without errors",
    async (ceiling) => {
      const { create, visit, clock, mostOpen, notes, stepOf } = openSite(() => ({ ms: 100 }), { ceiling });
      const manners = create();
      expect(countOf(await visit(manners, 2_000), "ok")).toBe(2_000);
      expect([mostOpen(), stepOf(manners)]).toEqual([ceiling, ceiling]);
      expect(clock.now()).toBeLessThan(((2_000 * 100) / ceiling) * 1.2);
      expect(notes).toContain(
        `info https://site.test: sped up to ${ceiling} pages at once: responses are fast.`,
      );
    },
  );

  it("finds the rate that a site can handle, and rarely exceeds it", async () => {
    const { create, visit, clock, starts, notes } = openSite(({ lastSecond }) =>
      lastSecond > 5 ? { ms: 5, error: answered(429) } : { ms: 20 },
    );
    expect(countOf(await visit(create(), 400, true), "ok")).toBe(400);
    expect(starts.length).toBeLessThan(400 * 1.1);
    // A fifth of a second for each page is what the site allows.
    expect(clock.now()).toBeLessThan(400 * 400);
    expect(notes).toContainEqual(expect.stringMatching(/slowed down to one page every .* it answered 429/));
  });

  it("drops to almost nothing for a site that answers 429 to everything", async () => {
    const { create, visit, clock, starts, stepOf } = openSite(() => ({ ms: 5, error: answered(429) }));
    const manners = create();
    const outcomes = await visit(manners, 10);
    expect(countOf(outcomes, "ok")).toBe(0);
    expect(stepOf(manners)).toBeLessThan(0);
    const longest = Math.max(...starts.slice(1).map((at, place) => at - (starts[place] ?? 0)));
    expect(longest).toBeGreaterThan(4_000);
    expect(starts.length / (clock.now() / 1_000)).toBeLessThan(2);
  });

  it("halves when a site gradually slows down, and accepts its new speed as normal", async () => {
    const { create, visit, notes, stepOf, clock } = openSite(
      ({ nowMs }) => ({ ms: 100 * 2 ** Math.min(5, Math.floor(nowMs / 10_000)) }),
      { ceiling: 16 },
    );
    const manners = create();
    await visit(manners, 4_000);
    expect(notes).toContainEqual(
      expect.stringMatching(/slowed down to .*: its answers take \d+ ms, not 100/),
    );
    expect(clock.now()).toBeGreaterThan(60_000);
    expect(stepOf(manners)).toBeGreaterThanOrEqual(8);
  });

  it("stays below the load at which a site becomes slow", async () => {
    const { create, visit, mostOpen, stepOf, starts } = openSite(
      ({ open }) => ({ ms: open <= 6 ? 100 : 100 * open }),
      { ceiling: 16 },
    );
    const manners = create();
    await visit(manners, 3_000);
    expect(mostOpen()).toBeLessThanOrEqual(8);
    expect(stepOf(manners)).toBeGreaterThanOrEqual(3);
    expect(starts).toHaveLength(3_000);
  });

  it.each([
    ["hangs now and then", hung, 20_000, "it did not answer in time"],
    ["breaks connections now and then", reset, 50, "it dropped the connection"],
    ["is busy now and then", () => answered(503), 10, "it answered 503"],
  ])("slows down when a site %s, and loses no page", async (_, error, ms, reason) => {
    const { create, visit, notes } = openSite(({ count }) =>
      count % 150 === 0 ? { ms, error: error() } : { ms: 100 },
    );
    expect(countOf(await visit(create(), 1_000), "ok")).toBe(1_000);
    expect(notes).toContainEqual(expect.stringContaining(`: ${reason}.`));
  });

  it("halves once for errors of simultaneous requests", async () => {
    const { create, visit, notes } = openSite(
      ({ nowMs }) => (nowMs >= 20_000 && nowMs < 20_100 ? { ms: 100, error: answered(503) } : { ms: 100 }),
      { ceiling: 8 },
    );
    await visit(create(), 2_500);
    expect(notes.filter((note) => note.includes("slowed down"))).toEqual([
      "info https://site.test: slowed down to 4 pages at once: it answered 503.",
    ]);
  });

  it("continues with what the previous worker learned", async () => {
    const { create, visit, stepOf } = openSite(() => ({ ms: 100 }));
    const first = create();
    await visit(first, 300);
    const second = create();
    second.resume(JSON.parse(JSON.stringify(first.suspend())));
    expect(stepOf(second)).toBe(8);
    const lower = openSite(() => ({ ms: 100 }), { ceiling: 4 }).create();
    lower.resume(JSON.parse(JSON.stringify(first.suspend())));
    expect(stepOf(lower)).toBe(4);
  });

  it.each([2_000, 3_600_000])("obeys a Crawl-delay of %i ms", async (delayMs) => {
    const { create, visit, mostOpen, starts } = openSite(() => ({ ms: 10 }), {
      robots: `User-agent: *\nCrawl-delay: ${delayMs / 1_000}`,
    });
    const outcomes = await visit(create(), 3);
    expect(mostOpen()).toBe(1);
    // An hour is more than a worker waits: the run is suspended after the first page.
    expect(outcomes).toEqual(delayMs > 5_000 ? ["ok", "early", "early"] : ["ok", "ok", "ok"]);
    for (const [place, at] of starts.entries()) expect(at).toBe(place * delayMs);
  });
});

describe("Retry-After", () => {
  it("applies to all pages of the site", async () => {
    const { create, visit, starts } = openSite(({ count }) =>
      count === 20 ? { ms: 10, error: answered(429, 3_000) } : { ms: 50 },
    );
    expect(countOf(await visit(create(), 100), "ok")).toBe(100);
    const askedAt = (starts[19] ?? 0) + 10;
    expect(starts.filter((at) => at > askedAt && at < askedAt + 3_000)).toEqual([]);
  });

  it("suspends the run if it is longer than a worker waits", async () => {
    const { create, visit, clock } = openSite(({ count }) =>
      count >= 20 ? { ms: 10, error: answered(503, 600_000) } : { ms: 50 },
    );
    const outcomes = await visit(create(), 200);
    expect(countOf(outcomes, "early")).toBeGreaterThan(150);
    expect(clock.now()).toBeLessThan(60_000);
  });
});

describe("a fixed pace", () => {
  it("opens the given number of pages at once, whatever the responses", async () => {
    const { create, visit, mostOpen, notes } = openSite(
      ({ count }) => (count % 50 === 0 ? { ms: 100, error: answered(503) } : { ms: 100 }),
      { pace: { concurrency: 16, delayMs: 0 } },
    );
    await visit(create(), 500);
    expect([mostOpen(), notes]).toEqual([16, []]);
  });

  it("keeps its delay between the starts of requests", async () => {
    const { create, visit, starts } = openSite(() => ({ ms: 500 }), {
      pace: { concurrency: 4, delayMs: 150 },
    });
    expect(countOf(await visit(create(), 40), "ok")).toBe(40);
    for (const [place, at] of starts.entries())
      if (place > 0) expect(at - (starts[place - 1] ?? 0)).toBeGreaterThanOrEqual(150);
  });
});
