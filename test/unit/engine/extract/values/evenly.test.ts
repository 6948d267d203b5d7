import { expect, it } from "@jest/globals";
import { evenly } from "../../../../../src/engine/extract/values/evenly.ts";

it.each([
  [10, 3, [0, 3, 6]],
  [9, 8, [0, 1, 2, 3, 4, 5, 6, 7]],
  [2, 5, [0, 1]],
  [4, 4, [0, 1, 2, 3]],
  [3, Number.POSITIVE_INFINITY, [0, 1, 2]],
])("a sample of %i entries, at most %p, is spread evenly", (length, count, places) => {
  expect(evenly([...Array(length).keys()], count)).toEqual(places);
});
