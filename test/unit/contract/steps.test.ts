import { describe, expect, it } from "@jest/globals";
import { Steps } from "../../../src/contract/steps/steps.ts";

const issuesOf = (steps: unknown) =>
  Steps.safeParse(steps).error?.issues.map(({ path, message }) => ({ path: path.join("."), message })) ?? [];

const extract = { type: "extract", fields: ["a: b"] };
const follow = (...steps: unknown[]) => ({ type: "follow", selector: "a", steps });

describe("Steps", () => {
  it("accepts every step type with all its properties", () => {
    const common = { label: "x", url: "https://example.com/", optional: true, timeoutMs: 1_000 };
    expect(
      issuesOf([
        { type: "navigate", ...common },
        { type: "extract", ...common, selector: "li", fields: ["title: h1", "price"], limit: 5 },
        { type: "paginate", ...common, selector: "a.next@data-href", maxPages: 50 },
        { type: "follow", ...common, field: "link", limit: 3, steps: [extract] },
        follow(extract, follow(extract, follow(extract))),
      ]),
    ).toEqual([]);
  });

  it.each([
    ["an unknown type", [extract, { type: "dance" }], "1.type", /unknown step type: use navigate, extract/],
    ["an unknown property", [{ type: "navigate", colour: "red" }], "0", /colour/],
    [
      "a broken field",
      [extract, { type: "extract", fields: ["a: b", "x: ["] }],
      "1.fields.1",
      /not a selector/,
    ],
    ["a broken selector", [{ type: "extract", selector: "li:foo" }], "0.selector", /not a selector/],
    ["a broken link", [{ type: "paginate", selector: "@href" }], "0.selector", /empty/],
    ["an address that is not http", [{ type: "navigate", url: "file:///etc/passwd" }], "0.url", /http/],
    ["no pages", [{ type: "paginate", maxPages: 0 }], "0.maxPages", /./],
    ["follow without a link", [{ type: "follow", steps: [extract] }], "0", /one of them/],
    ["follow with two links", [{ ...follow(extract), field: "x" }], "0", /one of them/],
    [
      "follow by a field with a selector",
      [{ type: "follow", field: "x: a", steps: [extract] }],
      "0.field",
      /bare/,
    ],
    ["paginate inside follow", [follow({ type: "paginate" })], "0.steps.0.type", /use extract, follow/],
    ["url inside follow", [follow({ ...extract, url: "https://example.com/" })], "0.steps.0", /url/],
    [
      "follow four deep",
      [follow(follow(follow(follow(extract))))],
      "0.steps.0.steps.0.steps.0.type",
      /use extract/,
    ],
    [
      "a broken nested field",
      [follow({ type: "extract", fields: ["["] })],
      "0.steps.0.fields.0",
      /field name/,
    ],
    ["too many steps", Array.from({ length: 51 }, () => extract), "", /./],
    [
      "too many fields",
      [{ type: "extract", fields: Array.from({ length: 101 }, () => "a") }],
      "0.fields",
      /./,
    ],
  ])("refuses %s, and names its path", (_what, steps, path, message) => {
    expect(issuesOf(steps)).toEqual([{ path, message: expect.stringMatching(message) }]);
  });
});
