import { parseSelectorAndAttribute } from "../../contract/fields.ts";
import type { FollowStep } from "../../contract/steps.ts";
import { findLinks, resolveUrl } from "../extract/index.ts";
import { type Item, nameStep, type PageScope, type RunStep, type Yield } from "./scope.ts";

/** Links that lead on from a record: the one in its field, or those within its element. */
const linksOf = (
  step: FollowStep,
  scope: PageScope,
  record: Item | null,
  element: Yield["element"],
): string[] => {
  const { document } = scope.page;
  if (step.field !== undefined) {
    const value = record?.[step.field];
    const url = resolveUrl(typeof value === "string" ? value : "", document.baseUrl);
    return url === null ? [] : [url];
  }
  return step.selector === undefined || element === null
    ? []
    : findLinks(document, element, parseSelectorAndAttribute(step.selector));
};

export const runFollow: RunStep<FollowStep> = (step, scope, path) => {
  const { root } = scope.page.document;
  const limit = step.limit ?? Number.POSITIVE_INFINITY;
  let opened = 0;
  const open = (url: string | undefined, visits: Yield["visits"]): void => {
    if (url === undefined) return;
    if (opened < limit) {
      visits.push({ url, path });
      opened++;
    } else scope.notePartial(records ? "values" : "records");
  };

  const records = step.field === undefined ? scope.lastList : scope.yields;
  if (scope.completes) open(linksOf(step, scope, scope.completes, root)[0], scope.visits);
  else if (records)
    for (const { record, element, visits } of records) open(linksOf(step, scope, record, element)[0], visits);
  else
    for (const url of new Set(linksOf(step, scope, null, root))) {
      const visits: Yield["visits"] = [];
      open(url, visits);
      if (visits.length > 0) scope.yields.push({ record: null, visits, element: null });
    }

  const level = opened === 0 && scope.isFirst && step.optional !== true ? "warn" : "info";
  const count = opened === 1 ? "1 link" : `${opened} links`;
  scope.log(level, `${nameStep(step, path)}: ${count} to follow on ${scope.page.url}`);
};
