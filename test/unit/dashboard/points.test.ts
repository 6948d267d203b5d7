import { describe, expect, it } from "@jest/globals";
import type { InspectedPage } from "../../../client/index.ts";
import { type InspectedElement, movedPick, nextSize } from "../../../dashboard/point/points.ts";

const element = (node: number, text: string, box: number[], record?: number[]): InspectedElement => ({
  node,
  kind: "text",
  text,
  box,
  ...(record && { record }),
});
const sum = element(3, "$10.85", [20, 10, 30, 20], [0, 0]);
const cost = element(2, "Costs $10.85 a piece", [0, 10, 200, 20], [0, 0]);
const card = element(1, "Oak Kettle Costs $10.85 a piece", [0, 0, 200, 60], [0, 0]);
const other = element(4, "Everything", [0, 0, 500, 500]);
const page = { elements: [card, cost, sum, other] } as unknown as InspectedPage;

describe("the size of a pick", () => {
  it("grows to the next element around it, within its record", () => {
    expect(nextSize(page, sum, "wider")).toBe(cost);
    expect(nextSize(page, cost, "wider")).toBe(card);
    expect(nextSize(page, card, "wider")).toBeUndefined();
  });

  it("shrinks to the largest element inside it", () => {
    expect(nextSize(page, card, "narrower")).toBe(cost);
    expect(nextSize(page, sum, "narrower")).toBeUndefined();
  });

  it("replaces the examples of its field only", () => {
    const picks = [
      { node: 3, name: "price" },
      { node: 9, name: "title" },
      { node: 8, name: "price" },
    ];
    expect(movedPick(picks, "price", cost)).toEqual([
      { node: 2, name: "price" },
      { node: 9, name: "title" },
    ]);
  });
});
