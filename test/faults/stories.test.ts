import { describe, expect, it } from "@jest/globals";
import { checkAll } from "./checks/index.ts";
import { tellStory } from "./sim/story.ts";

/** CI tells a thousand with `npm run faults`; here are as many as a run of all tests can wait for. */
const STORIES = 150;
const AT_ONCE = 25;

const replay = (seed: number) => `npm run faults -- --seed ${seed} --trace`;

const judge = async (seed: number) => {
  const violations = checkAll(await tellStory(seed));
  return violations.length === 0 ? [] : [{ replay: replay(seed), violations: violations.slice(0, 5) }];
};

describe("the service with random faults", () => {
  it.each(Array.from({ length: STORIES / AT_ONCE }, (_, batch) => batch * AT_ONCE + 1))(
    "ends every run once, loses and duplicates nothing, and counts correctly: stories from %s on",
    async (first) => {
      const found = [];
      for (let seed = first; seed < first + AT_ONCE; seed += 1) found.push(...(await judge(seed)));
      expect(found).toEqual([]);
    },
    300_000,
  );

  it("behaves identically for the same seed", async () => {
    const told = async () => {
      const lines: string[] = [];
      // The key of an account is drawn by the machine, not by the story.
      await tellStory(7, { trace: (line) => lines.push(line.replaceAll(/KEYHASH#\w+/g, "KEYHASH#…")) });
      return lines;
    };
    const [once, again] = [await told(), await told()];
    expect(once.length).toBeGreaterThan(500);
    expect(again).toEqual(once);
  }, 60_000);
});
