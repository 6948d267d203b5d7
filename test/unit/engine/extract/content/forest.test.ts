import { describe, expect, it } from "@jest/globals";
import { findTop } from "../../../../../src/engine/extract/content/content.ts";
import { describeBlocks } from "../../../../../src/engine/extract/content/features.ts";
import { type Forest, predict } from "../../../../../src/engine/extract/content/forest.ts";
import { addSurroundings } from "../../../../../src/engine/extract/content/score.ts";
import { readTraits } from "../../../../../src/engine/extract/content/traits.ts";
import { FIRST, SECOND } from "../../../../../src/engine/extract/content/weights.ts";
import { parseDocument } from "../../../../../src/engine/extract/extract.ts";
import { splitBlocks } from "../../../../../src/engine/extract/page/blocks.ts";
import { pageOf } from "../data/helpers.ts";

/** Up to 1 of `a`: -2; above it 0.5 up to 5 of `b` and 2 above; then a tree that is a leaf, 0.5. */
const NODES = [
  { feature: 0, above: 2, value: 1 },
  { feature: -1, above: 0, value: -2 },
  { feature: 1, above: 2, value: 5 },
  { feature: -1, above: 0, value: 0.5 },
  { feature: -1, above: 0, value: 2 },
  { feature: -1, above: 0, value: 0.5 },
];
const bytesOf = (list: { buffer: ArrayBuffer }): Buffer => Buffer.from(list.buffer);
const FOREST: Forest = {
  names: ["a", "b"],
  nodes: Buffer.concat([
    bytesOf(Int16Array.from(NODES, ({ feature }) => feature)),
    bytesOf(Uint16Array.from(NODES, ({ above }) => above)),
    bytesOf(Float32Array.from(NODES, ({ value }) => value)),
  ]).toString("base64"),
};

describe("a decision forest", () => {
  it("adds up its trees, with a threshold included on the left", () => {
    const oddsOf = (row: number[]): number => {
      const likelihood = predict(FOREST, row);
      return Math.log(likelihood / (1 - likelihood));
    };
    expect(oddsOf([1, 9])).toBeCloseTo(-1.5);
    expect(oddsOf([2, 5])).toBeCloseTo(1);
    expect(oddsOf([2, 6])).toBeCloseTo(2.5);
  });
});

describe("the trained weights", () => {
  const page = parseDocument(pageOf("<h1>One</h1><p>Two words.</p>"), { url: "https://a.example/" });
  const top = findTop(page);
  if (!top) throw new Error("the page has a body");
  const split = splitBlocks(top);
  const table = describeBlocks(split, readTraits(page, split));

  it("match the features that describe pages, in order", () => {
    expect(FIRST.names).toEqual(table.names);
    expect(SECOND.names).toEqual(addSurroundings(split, table, [0.5, 0.5]).names);
  });

  it("name each feature once", () => {
    expect(new Set(SECOND.names).size).toBe(SECOND.names.length);
  });
});
