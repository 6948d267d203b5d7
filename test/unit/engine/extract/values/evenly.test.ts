import { describe, expect, it } from "@jest/globals";
import { evenly } from "../../../../../src/engine/extract/values/evenly.ts";

const upTo = (length: number) => Array.from({ length }, (_, at) => at);

describe("a sample spread evenly over a list", () => {
  it.each([
    [9, 8],
    [61, 60],
    [100, 8],
  ])("of %i entries has %i if so many are asked for", (length, count) => {
    const sample = evenly(upTo(length), count);
    expect(new Set(sample).size).toBe(count);
    expect(sample).toEqual(sample.toSorted((left, right) => left - right));
    expect(sample[0]).toBe(0);
  });

  it("is the whole list if it has fewer", () => expect(evenly(upTo(3), 8)).toEqual([0, 1, 2]));
});
