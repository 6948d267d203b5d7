/** Firecrawl's actions as steps of a flow. */
import { DomainError } from "../../contract/errors.ts";
import { notOffered } from "../../contract/firecrawl/errors.ts";
import { type FirecrawlAction, FirecrawlSteps } from "../../contract/firecrawl/requests.ts";
import type { Step } from "../../contract/steps/steps.ts";
import { parseInput } from "../shared/parse.ts";
import { SHOT_LABEL } from "./labels.ts";

/** What one press of Page Down scrolls. */
const SCREEN_PX = 700;

const NOT_OFFERED: Readonly<Record<string, string>> = {
  executeJavascript: "scripts of callers do not run in pages. Use click, write, press, scroll and wait.",
  pdf: "use `POST /screenshot` with `format` `pdf`.",
};

const lacking = (at: number, message: string): DomainError =>
  new DomainError("invalid-request", `actions[${at}] ${message}.`, {
    details: [{ path: `actions[${at}]`, message }],
  });

/** @param clicked the element that was clicked last, in which text is written */
const toStep = (action: FirecrawlAction, at: number, clicked: string | undefined): unknown => {
  const { type, selector, milliseconds, text, key, direction } = action;
  if (Object.hasOwn(NOT_OFFERED, type)) throw notOffered(type, NOT_OFFERED[type] ?? "");
  const needs = <T>(value: T | null | undefined, name: string): T => {
    if (value === null || value === undefined || value === "") throw lacking(at, `needs \`${name}\``);
    return value;
  };
  switch (type) {
    case "wait":
      return selector
        ? { type, selector }
        : { type, delayMs: Math.max(1, needs(milliseconds, "milliseconds` or `selector")) };
    case "click":
      if (action.all === true) throw notOffered("click all", "a click is on one element.");
      return { type, selector: needs(selector, "selector") };
    case "write":
      return {
        type: "type",
        selector: needs(selector || clicked, "selector` or a `click"),
        text: needs(text, "text"),
        append: true,
      };
    case "press":
      return { type, key: needs(key, "key") };
    case "scroll":
      if (selector) return { type, selector };
      return { type, byPx: direction === "up" ? -SCREEN_PX : SCREEN_PX };
    case "screenshot":
      return { type, label: `${SHOT_LABEL} ${at}`, ...(action.fullPage === true && { fullPage: true }) };
    case "scrape":
      return { type: "extract", as: "page", outputs: ["html"] };
    default:
      throw lacking(at, `has the unknown type "${type}"`);
  }
};

/** @throws FirecrawlError for actions that are not offered · DomainError `invalid-request` for those that lack something */
export const readActions = (actions: readonly FirecrawlAction[]): Step[] => {
  let clicked: string | undefined;
  const steps = actions.map((action, at) => {
    if (action.type === "click") clicked = action.selector ?? undefined;
    return toStep(action, at, clicked);
  });
  return parseInput(FirecrawlSteps, { actions: steps }, "body").actions as Step[];
};
