import { parseSelectorAndAttribute } from "../../contract/fields.ts";
import type { PaginateStep } from "../../contract/steps.ts";
import { findLinks } from "../extract/index.ts";
import { nameStep, type RunStep } from "./scope.ts";

const DEFAULT_MAX_PAGES = 100;
const REL_NEXT = { selector: 'a[rel~="next" i], link[rel~="next" i]', attribute: "href" };

export const runPaginate: RunStep<PaginateStep> = (step, scope, path) => {
  const { page, pageNumber } = scope;
  const link = step.selector === undefined ? REL_NEXT : parseSelectorAndAttribute(step.selector);
  const url = findLinks(page.document, page.document.root, link)[0];
  const maxPages = step.maxPages ?? DEFAULT_MAX_PAGES;
  if (url === undefined) scope.log("debug", `${nameStep(step, path)}: no next page on ${page.url}`);
  else if (pageNumber >= maxPages)
    scope.log("info", `${nameStep(step, path)}: stopped after ${maxPages} pages`);
  else scope.next = { url, path };
};
