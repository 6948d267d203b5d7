import { describe, expect, it } from "@jest/globals";
import { QUEUE_WORKERS } from "../../src/contract/workers.ts";
import { outputOf } from "./checks/runs.ts";
import { createCalmWorld, runAtRest } from "./sim/calmWorld.ts";
import { itemsOf } from "./sim/site.ts";

const TIMEOUT_MS = QUEUE_WORKERS.executeRun.timeoutSeconds * 1_000;
const HOUR_MS = 3_600_000;

describe("a run longer than the function timeout", () => {
  it.each([
    ["three times", 3, 4],
    ["eighteen times", 18, 17],
  ])(
    "%s completes with every item once",
    async (_, times, workers) => {
      const world = await createCalmWorld();
      const pageMs = 5_000;
      const pages = Math.ceil((times * TIMEOUT_MS) / pageMs);
      const flow = await world.addFlow(await world.addAccount("pro"), { pages, pageMs });
      const [run] = await world.queueRuns(flow);
      if (!run) throw new Error("no run was queued");
      world.tickUntil(world.scheduler.now() + 3 * HOUR_MS);
      const outcome = await world.end();
      const ended = runAtRest(outcome, run);
      expect(ended).toMatchObject({ status: "completed", pagesFetched: pages, stalls: 0 });
      expect(ended.durationMs).toBeGreaterThan(times * TIMEOUT_MS);
      expect(ended.fence).toBeGreaterThanOrEqual(workers);
      const site = [...world.sites.values()][0];
      const edition = Number(outputOf(outcome, ended)[0]?.edition);
      expect(outputOf(outcome, ended)).toEqual(site && itemsOf(site, edition));
    },
    120_000,
  );
});
