import { describe, expect, it } from "@jest/globals";
import { checkAll } from "./checks/index.ts";
import { BREAKS } from "./sim/breaks.ts";
import { tellStory } from "./sim/story.ts";
import type { WorldOptions } from "./sim/world.ts";

/** Stories that a missing guard may take to show: the failures in a row, the rarest, are missed in one of about 35. */
const STORIES = 150;

const isMissed = async (options: WorldOptions): Promise<boolean> => {
  for (let seed = 1; seed <= STORIES; seed += 1)
    if (checkAll(await tellStory(seed, options)).length > 0) return true;
  return false;
};

describe("the random stories fail without", () => {
  it.each(Object.entries(BREAKS))(
    "%s",
    async (_, breakTable) => {
      expect(await isMissed({ breakTable })).toBe(true);
    },
    300_000,
  );

  it("the clock", async () => {
    expect(await isMissed({ hasNoTick: true })).toBe(true);
  }, 300_000);
});
