import type { AnyNode } from "domhandler";
import { parseSelectorAndAttribute } from "../../contract/fields/fields.ts";
import type { FollowStep } from "../../contract/steps/steps.ts";
import { counted } from "../../contract/wording.ts";
import { findLinks, resolveUrl } from "../extract/extract.ts";
import { healLinks } from "../extract/slots/healing/index.ts";
import { type Item, nameStep, type PageScope, type RunStep, type Yield } from "./scope.ts";

type Link = ReturnType<typeof parseSelectorAndAttribute>;

/** The step's link, healed if the page was rebuilt; null if the step has none. `within`: see `healLinks`. */
const linkOf = (
  { selector, ...step }: FollowStep,
  { healing, page, now, log }: PageScope,
  path: readonly number[],
  within: readonly AnyNode[] | null,
): Link | null => {
  const link = selector === undefined ? null : parseSelectorAndAttribute(selector);
  if (!link || !healing) return link;
  const { document, url } = page;
  const healed = healLinks(healing, path, { document, url, link, now: now() }, within);
  for (const news of healed.news) log("warn", `${nameStep(step, path)}: ${news} on ${url}`);
  return healed.link;
};

/** The links to follow from a record: the one in its field, or those within its element. */
const linksOf = (
  step: FollowStep,
  link: Link | null,
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
  return link === null || element === null ? [] : findLinks(document, element, link);
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
  const elements = (records ?? []).map(({ element }) => element).filter((element) => element !== null);
  const link = linkOf(step, scope, path, scope.completes ? [root] : records ? elements : null);
  if (scope.completes) open(linksOf(step, link, scope, scope.completes, root)[0], scope.visits);
  else if (records)
    for (const { record, element, visits } of records)
      open(linksOf(step, link, scope, record, element)[0], visits);
  else
    for (const url of new Set(linksOf(step, link, scope, null, root))) {
      const visits: Yield["visits"] = [];
      open(url, visits);
      if (visits.length > 0) scope.yields.push({ record: null, visits, element: null });
    }

  const level = opened === 0 && scope.isFirst && step.optional !== true ? "warn" : "info";
  const count = counted(opened, "link");
  scope.log(level, `${nameStep(step, path)}: ${count} to follow on ${scope.page.url}`);
};
