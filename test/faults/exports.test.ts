import { describe, expect, it } from "@jest/globals";
import type { ExportRecord } from "../../src/store/deliveries/exports.ts";
import { checkExports } from "./checks/exports.ts";
import { rowsOf, stepsOf } from "./checks/shared.ts";
import { EXPORT_BREAKS } from "./sim/breaks.ts";
import { tellExports } from "./sim/exports.ts";

const STORIES = 60;
const AT_ONCE = 20;
/** Stories that a missing guard may take to show. */
const STORIES_OF_A_BREAK = 60;

describe("exports to which everything goes wrong", () => {
  it.each(Array.from({ length: STORIES / AT_ONCE }, (_, batch) => batch * AT_ONCE + 1))(
    "end with each item once in a complete manifest, or as failed with the reason: stories from %s on",
    async (first) => {
      const ends: string[] = [];
      let takenOver = 0;
      for (let seed = first; seed < first + AT_ONCE; seed += 1) {
        const outcome = await tellExports(seed);
        const violations = await checkExports(outcome);
        expect({ seed, violations: violations.slice(0, 5) }).toEqual({ seed, violations: [] });
        const records = rowsOf<ExportRecord>(outcome.atRest.items, "EXPORTS");
        ends.push(...records.map(({ status, error }) => error?.code ?? status));
        const steps = stepsOf<ExportRecord>(outcome, "EXPORTS");
        takenOver += steps.filter(({ after }) => (after.losses ?? 0) > 1).length;
      }
      expect(ends.filter((end) => end === "completed").length).toBeGreaterThan(AT_ONCE);
      expect(ends).toEqual(expect.arrayContaining(["run-deleted", "cancelled"]));
      expect(takenOver).toBeGreaterThan(AT_ONCE / 2);
    },
    300_000,
  );

  it.each(Object.entries(EXPORT_BREAKS))(
    "fail without %s",
    async (_, breakTable) => {
      for (let seed = 1; seed <= STORIES_OF_A_BREAK; seed += 1)
        if ((await checkExports(await tellExports(seed, { breakTable }))).length > 0) return;
      throw new Error(`${STORIES_OF_A_BREAK} stories have not missed it`);
    },
    300_000,
  );
});
