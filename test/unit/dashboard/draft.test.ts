import { describe, expect, it } from "@jest/globals";
import type { Flow } from "../../../client/index.ts";
import { changedParts, draftOf } from "../../../dashboard/flows/editor/draft.ts";

const opened = {
  id: "flow-1",
  version: 3,
  name: "Goods",
  url: "https://shop.example/",
  steps: [{ type: "extract", selector: ".good", fields: ["title"] }],
  outputSchema: { title: "string", price: "price" },
  schedule: { every: "1d" },
  request: { headers: { "X-Shop": "1" } },
} as unknown as Flow;

describe("changes on top of a version that somebody saved meanwhile", () => {
  const latest = {
    ...opened,
    version: 4,
    schedule: { cron: "0 6 * * *", timezone: "UTC" },
    outputSchema: { title: "string", price: "price", brand: "string" },
    tags: ["theirs"],
  } as unknown as Flow;

  it("replace the other person's changes in the same part", () => {
    const mine = { ...draftOf(opened), schedule: { every: "1h" } };
    expect(changedParts(draftOf(opened), mine)).toEqual({ schedule: { every: "1h" } });
    expect(changedParts(draftOf(opened), mine, draftOf(latest))).toEqual({
      schedule: { every: "1h", cron: null, timezone: null },
    });
    const cost = { ...draftOf(opened), outputSchema: { title: "string", cost: "price" } };
    expect(changedParts(draftOf(opened), cost, draftOf(latest))).toEqual({
      outputSchema: { title: "string", cost: "price", price: null, brand: null },
    });
  });

  it("remove a part that is still there", () => {
    const mine = { ...draftOf(opened), request: {} };
    expect(changedParts(draftOf(opened), mine, draftOf(latest))).toEqual({ request: null });
    expect(
      changedParts(draftOf(opened), mine, draftOf({ ...latest, request: undefined } as unknown as Flow)),
    ).toEqual({});
  });
});
