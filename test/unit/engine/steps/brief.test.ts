import { describe, expect, it } from "@jest/globals";
import type { Step } from "../../../../src/contract/steps/steps.ts";
import { parseDocument } from "../../../../src/engine/extract/extract.ts";
import type { Page } from "../../../../src/engine/page/index.ts";
import { isBrief } from "../../../../src/engine/steps/brief.ts";

const URL = "https://site.example/";
const pageOf = (html: string): Page => ({
  url: URL,
  status: 200,
  html,
  fetchedAt: "2026-11-22T00:00:00Z",
  document: parseDocument(html, { url: URL }),
});
const USUAL = pageOf(`<body><main>${"<section><h2>One</h2><p>Text of it.</p></section>".repeat(400)}</main>`);

const extract = (fields: string[], selector?: string): Step => ({
  type: "extract",
  fields,
  ...(selector !== undefined && { selector }),
});

describe("steps that need no time limit", () => {
  it.each([
    ["fields of a page", extract(["title: title", "headings[]: h1, h2, h3"])],
    ["attributes", extract(["link: nav > a[rel='next']@href", "own: :scope"])],
    ["transforms that take no pattern", extract(["price: .price | text | number"])],
    ["a list of records", extract(["title: h2", "text: p"], "main > section")],
    ["links", { type: "follow", selector: "h2 a@href", steps: [] } as unknown as Step],
  ] as [string, Step][])("have cheap selectors: %s", (_, step) => {
    expect(isBrief(step, USUAL)).toBe(true);
  });

  it.each([
    ["a pattern", extract(["price: .price | regex(/(a+)+b/)"])],
    ["a field without a selector", extract(["title"])],
    ["what only looks at other elements can tell", extract(["title: section:has(h2) h2"])],
    ["siblings", extract(["title: h2 ~ p ~ p"])],
    ["positions", extract(["title: p:nth-child(2)"])],
    ["one costly selector among cheap ones", extract(["title: h2", "text: p, p:not(.a)"])],
    ["records of a costly selector", extract(["title: h2"], "section:nth-child(2n)")],
    ["no fields", { type: "extract" } as Step],
    ["a page as Markdown", { type: "extract", as: "markdown" } as unknown as Step],
    ["a pager", { type: "paginate", selector: "a.next" } as unknown as Step],
  ] as [string, Step][])("do not include %s", (_, step) => {
    expect(isBrief(step, USUAL)).toBe(false);
  });

  it("do not include those on large or deeply nested pages", () => {
    const fields = ["title: title", "headings[]: h1, h2, h3"];
    expect(isBrief(extract(fields), pageOf(`<p>${"text ".repeat(100)}</p>`.repeat(10_000)))).toBe(false);
    const deep = pageOf(`${"<b>".repeat(500)}${"text ".repeat(20_000)}`);
    expect(isBrief(extract(fields), deep)).toBe(false);
    // Records within records are read again and again.
    const nested = pageOf(`${"<div>".repeat(200)}${"text ".repeat(2_000)}`);
    expect(isBrief(extract(["text: :scope"]), nested)).toBe(true);
    expect(isBrief(extract(["text: :scope"], "div"), nested)).toBe(false);
  });
});
