/** Runs that meet at a site, in virtual time. */
import { describe, expect, it } from "@jest/globals";
import { createOrigins } from "../../../../src/domain/runs/origins.ts";
import { shareOf } from "../../../../src/engine/manners/sharing.ts";
import { createStore } from "../../../../src/store/index.ts";
import type { Table } from "../../../../src/store/table.ts";
import { createMemoryTable } from "../../../helpers/memoryTable.ts";
import { type Answer, answered, type Load, openSite } from "./virtualSite.ts";

const MINUTE = 60_000;
const fast = (): Answer => ({ ms: 100 });

/** A site, and runs that visit it with one table between them. */
const openWorld = (answer: (load: Load) => Answer, options: Parameters<typeof openSite>[1] = {}) => {
  const site = openSite(answer, options);
  const table = createMemoryTable();
  let writes = 0;
  let isDown = false;
  const counted: Table = {
    ...table,
    update: (update) => {
      writes += 1;
      return isDown ? Promise.reject(new Error("the table is away")) : table.update(update);
    },
  };
  const warned: string[] = [];
  const warn = (message: string) => void warned.push(message);
  const deps = {
    store: createStore(counted),
    now: site.clock.now,
    log: { info: warn, warn, error: warn },
  };
  const run = (accountId: string, id: string) => {
    const origins = createOrigins(deps, { accountId, id });
    return { origins, manners: site.create(origins) };
  };
  return {
    ...site,
    run,
    warned,
    writes: () => writes,
    breakTable: () => {
      isDown = true;
    },
  };
};

/** Most requests of any moment from some time on. */
const mostOpenAfter = (atMs: number) => {
  let most = 0;
  return {
    most: () => most,
    note: ({ open, nowMs }: Load): void => {
      if (nowMs >= atMs) most = Math.max(most, open);
    },
  };
};

describe("runs on the same origin", () => {
  it("of two accounts get equal shares of the pages that one account could open at once", async () => {
    const seen = mostOpenAfter(MINUTE / 3);
    const world = openWorld(
      (load) => {
        seen.note(load);
        return fast();
      },
      { ceiling: 8 },
    );
    const [a, b] = [world.run("acc_a", "run_1"), world.run("acc_b", "run_2")];
    const [first = 0, second = 0] = await world.visitUntil(MINUTE, [a.manners, b.manners]);
    expect(seen.most()).toBe(8);
    expect(first / second).toBeGreaterThan(0.85);
    expect(first / second).toBeLessThan(1.15);
    expect(world.writes()).toBeLessThan((2 * MINUTE) / 1_000 + 10);
  });

  it("give one account at most half while another waits, however many runs it has", async () => {
    const seen = mostOpenAfter(MINUTE / 3);
    const world = openWorld(
      (load) => {
        seen.note(load);
        return fast();
      },
      { ceiling: 8 },
    );
    const many = ["1", "2", "3"].map((id) => world.run("acc_many", id).manners);
    const counts = await world.visitUntil(MINUTE, [...many, world.run("acc_one", "4").manners]);
    const [one = 0] = counts.slice(-1);
    const all = counts.reduce((sum, count) => sum + count, 0);
    expect(one / all).toBeGreaterThan(0.45);
    expect(seen.most()).toBeLessThanOrEqual(9);
  });

  it("of a site that answers 429 to everything send no more requests than one run would", async () => {
    const lastMinutes = async (runs: number): Promise<number> => {
      const world = openWorld(() => ({ ms: 5, error: answered(429) }));
      const all = Array.from({ length: runs }, (_, n) => world.run(`acc_${n}`, `${n}`).manners);
      await world.visitUntil(15 * MINUTE, all);
      return world.starts.filter((at) => at > 5 * MINUTE && at <= 15 * MINUTE).length;
    };
    const [alone, together] = [await lastMinutes(1), await lastMinutes(2)];
    expect(alone).toBeGreaterThan(0);
    expect(together).toBeLessThanOrEqual(alone * 1.3);
  });

  it("wait for each other if robots.txt asks for an hour, which is limited to 30 s", async () => {
    const world = openWorld(fast, { robots: "User-agent: *\nCrawl-delay: 3600" });
    const all = ["a", "b", "c"].map((name) => world.run(`acc_${name}`, name).manners);
    await world.visitUntil(30 * MINUTE, all);
    const gaps = world.starts.slice(1).map((at, place) => at - (world.starts[place] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(30_000);
    expect(world.starts.length).toBeGreaterThan(50);
  });

  it("of an account with many runs take one turn for each turn of another account", async () => {
    const world = openWorld(fast, { robots: "User-agent: *\nCrawl-delay: 2" });
    const many = ["1", "2", "3"].map((id) => world.run("acc_many", id).manners);
    const counts = await world.visitUntil(20 * MINUTE, [...many, world.run("acc_one", "4").manners]);
    const [one = 0] = counts.slice(-1);
    const all = counts.reduce((sum, count) => sum + count, 0);
    expect(one / all).toBeGreaterThan(0.4);
    const inTime = world.starts.filter((at) => at <= 20 * MINUTE);
    expect(inTime.length).toBeGreaterThan((20 * MINUTE) / 2_000 / 2);
    expect(inTime.length).toBeLessThanOrEqual((20 * MINUTE) / 2_000 + 1);
  });

  it("continue alone once the others have ended or crashed", async () => {
    const world = openWorld(fast, { ceiling: 8 });
    const [a, b] = [world.run("acc_a", "run_1"), world.run("acc_b", "run_2")];
    await world.visitUntil(MINUTE / 2, [a.manners, b.manners]);
    const before = world.starts.length;
    const [count = 0] = await world.visitUntil(MINUTE, [a.manners]);
    expect(world.starts.length).toBe(before + count);
    // Eight at once and a tenth of a second each; half of it until the lease of the other, crashed run has ended.
    expect(count).toBeGreaterThan(80 * 30 * 0.7);
    await a.origins.leave();
  });

  it("keep a pace of their own if the table is down", async () => {
    const world = openWorld(fast, { ceiling: 8 });
    world.breakTable();
    const [count = 0] = await world.visitUntil(MINUTE, [world.run("acc_a", "run_1").manners]);
    expect(count).toBeGreaterThan(80 * 60 * 0.8);
    expect(world.warned).toContain("runs that visit the same origin could not coordinate");
  });

  it("are not recorded if a run ends before it could meet another", async () => {
    const world = openWorld(fast);
    await world.visit(world.run("acc_a", "run_1").manners, 5);
    expect(world.writes()).toBe(0);
  });
});

describe("a run's share", () => {
  const shared = (me: string, ...participants: readonly (readonly [account: string, width: number])[]) => ({
    me,
    participants: Object.fromEntries(
      participants.map(([account, width], n) => [`run${n}`, { account, width }]),
    ),
  });

  it("is all concurrent pages if the run is alone, and what it needs if others leave enough", () => {
    expect(shareOf(shared("run0", ["a", 8]), 0)).toBe(8);
    expect(shareOf(shared("run0", ["a", 8], ["b", 2]), 0)).toBe(6);
    expect(shareOf(shared("run1", ["a", 8], ["b", 2]), 0)).toBe(2);
  });

  it.each([1, 2, 3, 5, 8, 13])("adds up to no more pages than a single run could open: %i", (width) => {
    const participants = ["a", "a", "b", "c", "c", "c"].map((account) => [account, width] as const);
    for (let nowMs = 0; nowMs < 60_000; nowMs += 500) {
      const shares = participants.map((_, n) => shareOf(shared(`run${n}`, ...participants), nowMs));
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(width);
      expect((shares[0] ?? 0) + (shares[1] ?? 0)).toBeLessThanOrEqual(Math.max(1, width / 2));
    }
  });

  it("is one page at intervals if there are more runs than concurrent pages", () => {
    const participants = ["a", "a", "b", "c", "c", "c"].map((account) => [account, 1] as const);
    for (const [n] of participants.entries()) {
      const times = Array.from({ length: 60 }, (_, at) =>
        shareOf(shared(`run${n}`, ...participants), at * 2_000),
      );
      expect(times.filter((share) => share === 1).length).toBeGreaterThan(0);
    }
  });
});
