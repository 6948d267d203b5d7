import { describe, expect, it } from "@jest/globals";
import { FIELD_TESTS, wholeTests } from "../../../dashboard/flows/editor/conditions.ts";
import { tabOf } from "../../../dashboard/flows/editor/editorTabs.ts";
import { parseCondition } from "../../../src/contract/flows/conditions.ts";

const ALL = [...FIELD_TESTS, ...["", "text", "price", "picture"].flatMap(wholeTests)];

describe("a condition that was chosen", () => {
  it.each(ALL)("is one that the service understands: $id", ({ takes, write }) => {
    const values = takes === "number" ? ["5", "0.5", "-3"] : ["oak", 'say "oak"', "20", "true", "Größe <5>"];
    for (const value of values) expect(() => parseCondition(write("price", value))).not.toThrow();
  });

  it("compares numbers as numbers", () => {
    const is = FIELD_TESTS.find(({ id }) => id === "is");
    expect(parseCondition(is?.write("price", "20") ?? "")).toMatchObject({ kind: "number", value: 20 });
    expect(parseCondition(is?.write("brand", "20 Oaks") ?? "")).toMatchObject({
      kind: "text",
      text: "20 Oaks",
    });
  });
});

describe("an invalid entry of a flow", () => {
  it.each([
    ["steps[1].fields[0]", "data"],
    ["schedule", "schedule"],
    ["monitor.conditions[0]", "alerts"],
    ["expect.maxNullShare.price", "alerts"],
    ["limits.maxPages", "advanced"],
    ["request.headers.X", "advanced"],
  ])("%s is shown on the tab %s", (path, tab) => expect(tabOf(path)).toBe(tab));
});
