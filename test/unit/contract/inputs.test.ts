import { describe, expect, it } from "@jest/globals";
import { FlowDefinition } from "../../../src/contract/flows/flowDefinition.ts";
import { filledFaults, fillInputs, inputFaults, RunInput } from "../../../src/contract/flows/inputs.ts";

const flow = (over: object) => ({ name: "n", url: "https://s.example/", mode: "extract", ...over });
const parsed = (over: object) => FlowDefinition.parse(flow(over));
const problemsOf = (over: object) => {
  const result = FlowDefinition.safeParse(flow(over));
  return result.success
    ? []
    : result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
};
const inputs = { query: "string", page: "number" };

describe("the places for an input", () => {
  it("are the path and query of URLs, match patterns, and typed text", () => {
    expect(
      problemsOf({
        inputs,
        url: "https://s.example/{{input.query}}?page={{ input.page }}",
        steps: [
          { type: "navigate", url: "https://s.example/a?q={{input.query}}" },
          { type: "type", selector: "#a", text: "{{input.query}}" },
          {
            type: "sitemap",
            match: "/{{input.query}}/*",
            steps: [{ type: "extract", selector: "h1", fields: ["t: h1"] }],
          },
        ],
      }),
    ).toEqual([]);
  });

  it.each([
    "https://{{input.query}}.example/",
    "https://s.example:{{input.page}}/",
    "{{input.query}}://s.example/",
    "https://{{input.query}}@s.example/",
    "https://s.example{{input.query}}/",
  ])("do not include scheme, host or port: %s", (url) => {
    expect(problemsOf({ inputs, url })).not.toEqual([]);
  });

  it("are limited to these, and the input must be declared", () => {
    expect(
      problemsOf({ inputs, steps: [{ type: "select", selector: "#a", value: "{{input.query}}" }] }),
    ).toEqual(["steps.0.value: inputs can be used only in `url`, `match` and `exclude`, and in typed text"]);
    expect(problemsOf({ url: "https://s.example/{{input.toString}}" })).toEqual([
      'url: input.toString is not declared in "inputs"',
    ]);
    expect(problemsOf({ inputs, url: "https://s.example/{{input.1st}}" })).toEqual([
      expect.stringContaining("url: an input is written as {{input.name}}"),
    ]);
  });

  it("require values from a schedule", () => {
    const scheduled = (input?: object) => problemsOf({ inputs, schedule: { every: "1d", input } });
    expect(scheduled({ query: "a", page: 2 })).toEqual([]);
    expect(scheduled()).toEqual([
      "schedule.input.query: is required: the flow declares it",
      "schedule.input.page: is required: the flow declares it",
    ]);
    expect(scheduled({ query: "a", page: "2", other: "b" })).toEqual([
      "schedule.input.other: is not declared in the flow's `inputs`",
      "schedule.input.page: must be a number",
    ]);
  });
});

describe("the input values of a run", () => {
  it("are exactly those that the flow declares, whatever their names", () => {
    expect(inputFaults({ query: "string" }, { query: "a" })).toEqual([]);
    expect(inputFaults({ query: "string" }, { constructor: "a" } as unknown as RunInput)).toEqual([
      { path: ["constructor"], message: "is not declared in the flow's `inputs`" },
      { path: ["query"], message: "is required: the flow declares it" },
    ]);
  });

  it("cannot contain references to secrets or lone surrogates", () => {
    expect(RunInput.safeParse({ query: "{{secret.password}}" }).success).toBe(false);
    expect(RunInput.safeParse({ query: "\ud800" }).success).toBe(false);
    expect(RunInput.safeParse({ query: "سماور & co; 50% off?" }).success).toBe(true);
  });

  const template = parsed({
    inputs,
    url: "https://s.example/c/{{input.query}}/list?q={{input.query}}&p={{input.page}}",
    steps: [
      { type: "type", selector: "#a", text: "<{{input.query}}>" },
      {
        type: "sitemap",
        match: ["/{{input.query}}/*"],
        exclude: "*?{{input.query}}",
        steps: [{ type: "extract" }],
      },
    ],
  });

  it("are escaped as one path segment or one query value", () => {
    const filled = fillInputs(template, { query: "a/b?c=d&e#f @evil.example", page: 2 });
    expect(filled.url).toBe(
      "https://s.example/c/a%2Fb%3Fc%3Dd%26e%23f%20%40evil.example/list?q=a%2Fb%3Fc%3Dd%26e%23f%20%40evil.example&p=2",
    );
    const { hostname, pathname, searchParams } = new URL(filled.url);
    expect([hostname, pathname.split("/").length]).toEqual(["s.example", 4]);
    expect(searchParams.get("q")).toBe("a/b?c=d&e#f @evil.example");
    expect(filled.steps[0]).toMatchObject({ text: "<a/b?c=d&e#f @evil.example>" });
  });

  it("are matched literally in match patterns", () => {
    expect(fillInputs(template, { query: "a*é", page: 1 }).steps[1]).toMatchObject({
      match: ["/a%2A%C3%A9/*"],
      exclude: "*?a%2A%C3%A9",
    });
  });

  it.each([".", "..", "%2e%2e"])("cannot change the path with dot segments: %s", (query) => {
    const faults = filledFaults(template, { query, page: 1 });
    const moves = query !== "%2e%2e";
    expect(faults.map(({ message }) => message)).toEqual(
      moves ? Array(3).fill('makes a part of the path "." or ".."') : [],
    );
  });

  it("cannot make a URL too long", () => {
    expect(filledFaults(template, { query: "日".repeat(500), page: 1 })[0]?.message).toContain("longer than");
  });
});
