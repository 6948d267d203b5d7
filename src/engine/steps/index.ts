import { BROWSER_REASONS, NeedsBrowser } from "../../contract/flows/rendering.ts";
import type { ActionType } from "../../contract/steps/actionSteps.ts";
import type { NestedStep, Step, StepType } from "../../contract/steps/steps.ts";
import { isAction, runAction } from "./actions/index.ts";
import { isBrief } from "./brief.ts";
import { completeByModel } from "./byModel.ts";
import { runExtract } from "./extract.ts";
import { runFollow } from "./follow.ts";
import { runNavigate } from "./navigate.ts";
import { runPaginate } from "./paginate.ts";
import { isPicture, runPicture } from "./picture.ts";
import { nameStep, type PageScope, type RunStep } from "./scope.ts";
import { inTurn } from "./turns.ts";
import { showPage } from "./wholePage.ts";

/** A sitemap or crawl opens its pages one by one: its own step does nothing on a page. */
const doNothing = (): void => {};

/** Every step type of the contract that only reads; the compiler reports a missing one. */
const RUNNERS: {
  readonly [T in Exclude<StepType, ActionType>]: RunStep<Extract<Step, { type: T }>>;
} = {
  navigate: runNavigate,
  extract: runExtract,
  paginate: runPaginate,
  follow: runFollow,
  sitemap: doNothing,
  crawl: doNothing,
};

/**
 * Runs one step on one page.
 *
 * @throws NeedsBrowser for an action on a static page · TargetError from actions · TimeLimitError and DocumentError
 * if the page is too large for the step
 */
export const runStep = async (
  step: Step | NestedStep,
  scope: PageScope,
  path: readonly number[],
): Promise<void> => {
  if (isAction(step)) {
    if (!scope.live) throw new NeedsBrowser(BROWSER_REASONS.action(nameStep(step, path)));
    await runAction(step, scope.live, scope, path);
    scope.isStale = true;
    return;
  }
  if (step.type === "extract") await showPage(step, scope, path);
  if (scope.live && scope.isStale) {
    scope.page = await scope.live.snapshot();
    scope.isStale = false;
  }
  if (isPicture(step)) return runPicture(step, scope, path);
  const run = RUNNERS[step.type] as RunStep<Step | NestedStep>;
  if (run === doNothing) return;
  await inTurn(() => run(step, scope, path), isBrief(step, scope.page));
  if (step.type === "extract") await completeByModel(step, scope, path);
};

export * from "./brokenSelector.ts";
export * from "./live.ts";
export * from "./scope.ts";
export * from "./signInForm.ts";
export { contentOf, tellMissing } from "./wholePage.ts";
