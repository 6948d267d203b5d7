import { describe, expect, it } from "@jest/globals";
import type { Flow, GeneratedFlow, Step } from "../../../client/index.ts";
import { definitionOf, draftOf } from "../../../dashboard/flows/editor/draft.ts";
import { mergePointed, openingOf, openingOfDetail } from "../../../dashboard/point/opening.ts";

const LOGIN: Step[] = [
  { type: "type", selector: "#word", text: "{{secret.word}}" },
  { type: "navigate", url: "https://shop.example/members" },
  { type: "click", selector: "#go" },
];
const draft = draftOf({
  name: "Members",
  url: "https://shop.example/login",
  mode: "interact",
  steps: [
    { type: "navigate" },
    ...LOGIN,
    {
      type: "extract",
      label: "goods",
      selector: "li",
      limit: 5,
      fields: ["title: h2", "brand", "old: .old"],
    },
    { type: "follow", field: "url", steps: [{ type: "extract", fields: ["sku"] }] },
    { type: "paginate", selector: ".next" },
  ],
  outputSchema: { title: "string", brand: "string", old: "string", sku: "integer" },
  limits: { maxPages: 3 },
} as Partial<Flow>);

const made: GeneratedFlow = {
  name: "Goods",
  description: "",
  url: "https://shop.example/login",
  mode: "interact",
  steps: [
    { type: "navigate", label: "open the page", url: "https://shop.example/login" },
    ...LOGIN,
    { type: "extract", selector: "li.good", fields: ["title: h2 a", "price: .price"] },
    { type: "paginate", selector: ".further", maxPages: 100 },
  ],
  outputSchema: { title: "string", price: "price" },
};

describe("editing a flow on its page", () => {
  it("opens the page with the flow's steps up to its first extract", () => {
    expect(openingOf(draft, "flow-1")).toEqual({
      url: "https://shop.example/login",
      render: "auto",
      steps: LOGIN,
      flowId: "flow-1",
    });
  });

  it("opens a detail page after the same steps", () => {
    const { url, steps } = openingOfDetail(openingOf(draft, "flow-1"), "https://shop.example/p/1");
    expect(url).toBe("https://shop.example/login");
    expect(steps).toEqual([...LOGIN, { type: "navigate", url: "https://shop.example/p/1" }]);
    const plain = { url: "https://shop.example/", render: "auto" } as const;
    expect(openingOfDetail(plain, "https://shop.example/p/1").url).toBe("https://shop.example/p/1");
  });

  it("applies new fields and keeps everything that the page does not show", () => {
    const { steps, outputSchema, limits, name } = definitionOf(
      mergePointed(draft, { made, kept: ["brand"], leadsOn: false }),
    );
    expect({ limits, name }).toEqual({ limits: { maxPages: 3 }, name: "Members" });
    expect(steps).toEqual([
      { type: "navigate" },
      ...LOGIN,
      {
        type: "extract",
        label: "goods",
        selector: "li.good",
        limit: 5,
        fields: ["title: h2 a", "price: .price", "brand"],
      },
      { type: "follow", field: "url", steps: [{ type: "extract", fields: ["sku"] }] },
      { type: "paginate", selector: ".next" },
    ]);
    const leading = definitionOf(mergePointed(draft, { made, kept: [], leadsOn: true }));
    expect(leading.steps?.at(-1)).toMatchObject({ selector: ".further" });
    const once = { ...made, steps: made.steps.filter(({ type }) => type !== "paginate") };
    const { steps: single = [] } = definitionOf(
      mergePointed(draft, { made: once, kept: [], leadsOn: false }),
    );
    expect(single.some(({ type }) => type === "paginate")).toBe(false);
    expect(outputSchema).toEqual({ title: "string", brand: "string", sku: "integer", price: "price" });
  });

  it("changes nothing if the user changed nothing", () => {
    const { steps = [], outputSchema = {} } = definitionOf(draft);
    const shown = { ...made, steps, outputSchema } as GeneratedFlow;
    expect(definitionOf(mergePointed(draft, { made: shown, kept: ["brand"], leadsOn: false }))).toEqual(
      definitionOf(draft),
    );
  });
});
