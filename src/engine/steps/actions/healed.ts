/** Finds an action's element again after the page was rebuilt. */
import { parseActionSelector } from "../../../contract/steps/actionSelectors.ts";
import type { ActionStep } from "../../../contract/steps/actionSteps.ts";
import { healTarget, knowsTarget } from "../../extract/slots/healing/index.ts";
import type { LivePage } from "../live.ts";
import { nameStep, type PageScope } from "../scope.ts";

type SelectingStep = ActionStep & { selector: string };
const hasSelector = (step: ActionStep): step is SelectingStep =>
  "selector" in step && step.selector !== undefined;

/** The current live page, read again only after an action. */
const readNow = async (live: LivePage, scope: PageScope): Promise<PageScope["page"]> => {
  if (scope.isStale) scope.page = await live.snapshot();
  scope.isStale = false;
  return scope.page;
};

/**
 * The step with its selector healed: only after its element has not appeared in time, and only to the one
 * element with the same name as before. Found elements are learned for later runs.
 */
export const healAction = async (
  step: ActionStep,
  live: LivePage,
  timeoutMs: number,
  scope: PageScope,
  path: readonly number[],
): Promise<ActionStep> => {
  const { healing } = scope;
  if (!healing || !hasSelector(step) || (path[0] ?? 0) < (healing.actsFrom ?? Number.POSITIVE_INFINITY))
    return step;
  const { selector } = step;
  if (knowsTarget(healing, path, selector)) {
    const wanted = parseActionSelector(selector);
    if (await live.waitFor({ selector: wanted }, true, timeoutMs)) return step;
    scope.isStale = true;
  }
  const { document } = await readNow(live, scope);
  const url = live.url();
  const healed = healTarget(healing, path, { document, url, selector });
  for (const news of healed.news) scope.log("warn", `${nameStep(step, path)}: ${news} on ${url}`);
  const onHealed: SelectingStep = { ...step, selector: healed.selector };
  return onHealed;
};
