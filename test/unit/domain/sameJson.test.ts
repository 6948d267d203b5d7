import { expect, it } from "@jest/globals";
import { isSameJson } from "../../../src/domain/shared/sameJson.ts";

it.each([
  [{ a: 1, b: { c: [1, 2] } }, { b: { c: [1, 2] }, a: 1 }, true],
  [{ a: 1, b: undefined }, { a: 1 }, true],
  [undefined, undefined, true],
  [[1, 2], [2, 1], false],
  [{ a: 1 }, { a: "1" }, false],
  [null, undefined, false],
])("%j and %j are equal as JSON: %s", (a, b, same) => {
  expect(isSameJson(a, b)).toBe(same);
});
