import { describe, expect, it } from "@jest/globals";
import { checkAll } from "./checks/index.ts";
import { BREAKS } from "./sim/breaks.ts";
import { tellStory } from "./sim/story.ts";
import type { WorldOptions } from "./sim/world.ts";

/** Stories that a missing guard may take to show: the failures in a row, the rarest, are missed in one of about 35. */
const STORIES = 150;

/**
 * The first story that shows that a guard is missing, where it is not one of the first three. It is told before all others,
 * which are told only when a change of the service has changed the stories.
 */
const SHOWN_BY: Readonly<Record<string, number>> = {
  "the fence of runs": 51,
  "the fence of shards": 10,
  "the turn of shards": 12,
  "the turn at origins": 10,
  "the turn of deliveries": 4,
  "the count of sign-ins": 22,
  "the failures in a row": 39,
  "one counter": 4,
};

const isMissed = async (options: WorldOptions, shownBy = 1): Promise<boolean> => {
  const seeds = Array.from({ length: STORIES }, (_, index) => index + 1);
  for (const seed of new Set([shownBy, ...seeds]))
    if (checkAll(await tellStory(seed, options)).length > 0) return true;
  return false;
};

describe("the random stories fail without", () => {
  it.each(Object.entries(BREAKS))(
    "%s",
    async (name, breakTable) => {
      expect(await isMissed({ breakTable }, SHOWN_BY[name])).toBe(true);
    },
    300_000,
  );

  it("the clock", async () => {
    expect(await isMissed({ hasNoTick: true })).toBe(true);
  }, 300_000);
});
