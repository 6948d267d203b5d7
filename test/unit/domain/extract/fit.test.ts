import { describe, expect, it } from "@jest/globals";
import { fitAnswer } from "../../../../src/domain/extract/fit.ts";

const itemOf = (fields: number) => {
  const item = Object.fromEntries(Array.from({ length: fields }, (_, index) => [`k${index}`, index]));
  return { item, provenance: {} };
};

describe("an item with very many small fields", () => {
  it("keeps its first fields if it is too large for a response, and says so", () => {
    const { results, warnings } = fitAnswer([itemOf(500_000)]);
    expect(results).toEqual([itemOf(10_000)]);
    expect(warnings).toEqual([expect.stringContaining("only their first 10,000 fields")]);
  });

  it("is unchanged if it fits", () => {
    expect(fitAnswer([itemOf(50_000)])).toEqual({ results: [itemOf(50_000)], warnings: [] });
  });
});
