import { describe, expect, it } from "@jest/globals";
import type { GeneratedFlow } from "../../../client/index.ts";
import {
  choicesAfter,
  choicesFor,
  namedSelector,
  renamedChoices,
  withChoices,
} from "../../../dashboard/point/choices.ts";

const flow = {
  outputSchema: { title: "string", price: { type: "price", description: "without tax" } },
  steps: [
    { type: "extract", selector: "li", fields: ["title: h2", "price: .sum"] },
    { type: "extract", label: "page", fields: ["price: .other"] },
  ],
} as unknown as GeneratedFlow;

describe("what a person chose for fields", () => {
  it("is applied to the generated flow at the field's first position", () => {
    const { steps, outputSchema } = withChoices(flow, {
      title: { selector: "title: h2 a" },
      price: { type: "string", selector: "price: .cost" },
    });
    expect(steps).toEqual([
      { type: "extract", selector: "li", fields: ["title: h2 a", "price: .cost"] },
      { type: "extract", label: "page", fields: ["price: .other"] },
    ]);
    expect(outputSchema).toEqual({ title: "string", price: { type: "string", description: "without tax" } });
  });

  it("leaves a flow unchanged that already has the choice or lacks the field", () => {
    expect(withChoices(flow, { title: { type: "string", selector: "title: h2" } })).toBe(flow);
    expect(withChoices(flow, { brand: { type: "string", selector: "brand: .brand" } })).toBe(flow);
  });

  it("keeps the type of a field that is pointed at again, and finds a new selector", () => {
    const before = [
      { node: 1, name: "title" },
      { node: 2, name: "price" },
    ];
    const choices = {
      title: { selector: "title: h2 a" },
      price: { type: "string", selector: "price: .cost" },
    };
    expect(choicesAfter(choices, before, [...before, { node: 7 }])).toEqual(choices);
    expect(
      choicesAfter(choices, before, [
        { node: 1, name: "title" },
        { node: 9, name: "price" },
      ]),
    ).toEqual({
      title: { selector: "title: h2 a" },
      price: { type: "string", selector: undefined },
    });
  });

  it("follows a renamed field, and is removed with it", () => {
    const choices = { price: { type: "string", selector: "price[]: .cost" } };
    const renamed = renamedChoices(choices, "price", "cost");
    expect(renamed).toEqual({ cost: { type: "string", selector: "cost[]: .cost" } });
    expect(renamedChoices(choices, "title", "name")).toBe(choices);
    expect(choicesFor(renamed, flow)).toEqual({});
    expect(choicesFor(choices, flow)).toEqual(choices);
    expect(choicesFor(choices, null)).toEqual({});
  });

  it("is a selector without the field's name", () => {
    expect(namedSelector("price", ".cost")).toBe("price: .cost");
    expect(namedSelector("price", "price: .cost | number")).toBe("price: .cost | number");
  });
});
