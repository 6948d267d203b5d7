/** Detects steps that take almost no time on a page, so that no thread has to watch them: see `withTimeLimit`. */
import { parse, type Selector, SelectorType } from "css-what";
import { parseField, parseSelectorAndAttribute } from "../../contract/fields/fields.ts";
import type { NestedStep, Step } from "../../contract/steps/steps.ts";
import type { Page } from "../page/index.ts";

/**
 * Characters of a page, times the visits to each, times the parts of the selectors: a part can match every element,
 * and text is copied for each of its ancestors. The worst pages at this limit take 0.5 s (November 2026).
 */
const MAX_WORK = 100_000_000;
/** Visiting an element takes as long as copying its text this many times. */
const LOOK_LEVELS = 5;

/** Parts of a selector that cost the same on every element, regardless of its siblings. */
const CHEAP: ReadonlySet<Selector["type"]> = new Set([
  SelectorType.Tag,
  SelectorType.Universal,
  SelectorType.Attribute,
  SelectorType.Child,
  SelectorType.Descendant,
]);

/** The number of a selector's parts; infinite if one can read much more than its own element. */
const partsOf = (selector: string): number => {
  if (["", ":scope"].includes(selector.trim())) return 1;
  const parts = parse(selector).flat();
  return parts.every(({ type }) => CHEAP.has(type)) ? parts.length : Number.POSITIVE_INFINITY;
};

/** Infinite for fields found by meaning or extracted by patterns, which can take long on any page. */
const partsOfField = (text: string): number => {
  const { source, transforms } = parseField(text);
  const hasPattern = transforms.some(({ name }) => name === "regex" || name === "replace");
  return source === null || hasPattern ? Number.POSITIVE_INFINITY : partsOf(source.selector);
};

const countParts = (step: Step | NestedStep): number => {
  if (step.type === "follow" && step.selector !== undefined)
    return partsOf(parseSelectorAndAttribute(step.selector).selector);
  if (step.type !== "extract" || step.fields === undefined || step.as !== undefined)
    return Number.POSITIVE_INFINITY;
  const own = step.selector === undefined ? 0 : partsOf(step.selector);
  return step.fields.map(partsOfField).reduce((sum, parts) => sum + parts, own);
};

/** Steps are the same objects throughout a run. */
const known = new WeakMap<Step | NestedStep, number>();

/** Whether a step is brief on a page. */
export const isBrief = (step: Step | NestedStep, { html, document: { depth } }: Page): boolean => {
  const parts = known.get(step) ?? countParts(step);
  known.set(step, parts);
  // Records can be nested, and each one is read.
  const records = step.type === "extract" && step.selector === undefined ? 1 : depth;
  return html.length * (depth + LOOK_LEVELS) * records * parts <= MAX_WORK;
};
