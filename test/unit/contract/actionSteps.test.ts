import { describe, expect, it } from "@jest/globals";
import { FlowDefinition } from "../../../src/contract/flows/flowDefinition.ts";
import { actsOnPage } from "../../../src/contract/flows/rendering.ts";
import { parseActionSelector } from "../../../src/contract/steps/actionSelectors.ts";
import { Steps } from "../../../src/contract/steps/steps.ts";

const problemOf = (step: unknown): string | undefined => Steps.safeParse([step]).error?.issues[0]?.message;

describe("steps that act on a page", () => {
  it.each([
    { type: "click", selector: 'button:contains("Log in")', label: "in", optional: true, timeoutMs: 500 },
    { type: "type", selector: "#q", text: "books", append: true },
    { type: "press", key: "Control+Shift+a", selector: "#q" },
    { type: "select", selector: "select", value: ["a", "b"] },
    { type: "hover", selector: "nav > li:nth-child(2)" },
    { type: "scroll", byPx: -300 },
    { type: "wait", text: "Ready", gone: true, url: "https://example.com/" },
    { type: "screenshot", fullPage: true },
    { type: "assert", selector: ".ok", absent: true, message: "It is still there." },
    { type: "paginate", method: "scroll", maxPages: 5 },
  ])("accept $type with all its options", (step) => {
    expect(problemOf(step)).toBe(undefined);
  });

  it.each([
    ["a click without an element", { type: "click" }],
    ["two things to wait for", { type: "wait", text: "x", delayMs: 5 }],
    ["nothing to wait for", { type: "wait" }],
    ["an assertion without words", { type: "assert", text: "x" }],
    ["an unknown key", { type: "press", key: "enter key" }],
    ["a scroll to two places", { type: "scroll", to: "top", byPx: 3 }],
    ["a selector that no browser knows", { type: "click", selector: "a:contains('x') b" }],
    ["code", { type: "evaluate", script: "1" }],
  ])("refuse %s", (_what, step) => {
    expect(problemOf(step)).toEqual(expect.any(String));
  });

  it("need a browser, as load-more pagination does", () => {
    const steps = Steps.parse([
      { type: "navigate" },
      { type: "paginate", method: "auto" },
      { type: "paginate", method: "load-more" },
      { type: "wait", delayMs: 5 },
    ]);
    expect(steps.map(actsOnPage)).toEqual([false, false, true, true]);
  });

  it("are refused in a static flow, with the path of the step", () => {
    const flow = { name: "x", url: "https://example.com/", mode: "extract", render: "static" };
    const { error } = FlowDefinition.safeParse({ ...flow, steps: [{ type: "wait", delayMs: 5 }] });
    expect(error?.issues[0]?.path).toEqual(["steps", 0, "type"]);
    expect(FlowDefinition.safeParse({ ...flow, mode: "interact" }).error?.issues[0]?.path).toEqual([
      "render",
    ]);
  });
});

describe("a selector of an element to act on", () => {
  it.each([
    ['button:contains("Log in")', { css: "button", contains: "Log in", ignoreCase: false }],
    [':icontains("more")', { css: "*", contains: "more", ignoreCase: true }],
    ["ul > li.on", { css: "ul > li.on", contains: null, ignoreCase: false }],
  ])("%s is split into CSS and text", (text, expected) => {
    expect(parseActionSelector(text)).toEqual(expected);
  });
});
