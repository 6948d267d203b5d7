import { describe, expect, it } from "@jest/globals";
import { checkAll } from "../faults/checks/index.ts";
import { tellStory } from "../faults/sim/story.ts";
import { openWholeTable } from "../helpers/testStore.ts";

/** On DynamoDB each story takes seconds: a few of the thousand that run in memory. */
const STORIES = 6;

describe("the service with random faults", () => {
  it.each(Array.from({ length: STORIES }, (_, place) => place + 1))(
    "loses and duplicates nothing on this table either: story %s",
    async (seed) => {
      expect(checkAll(await tellStory(seed, { openTable: openWholeTable }))).toEqual([]);
    },
    180_000,
  );
});
