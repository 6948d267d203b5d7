import { type ActionStep, type ActionType, isActionType } from "../../../contract/steps/actionSteps.ts";
import type { NestedStep, Step } from "../../../contract/steps/steps.ts";
import type { LivePage } from "../live.ts";
import { nameStep, type PageScope } from "../scope.ts";
import { type Action, DEFAULT_ACTION_TIMEOUT_MS } from "./action.ts";
import { assertAction } from "./assert.ts";
import { clickAction } from "./click.ts";
import { healAction } from "./healed.ts";
import { hoverAction } from "./hover.ts";
import { pressAction } from "./press.ts";
import { screenshotAction } from "./screenshot.ts";
import { scrollAction } from "./scroll.ts";
import { selectAction } from "./select.ts";
import { typeAction } from "./type.ts";
import { waitAction } from "./wait.ts";

/** Every action of the contract; the compiler reports a missing one. */
const ACTIONS: { readonly [T in ActionType]: Action<T> } = {
  click: clickAction,
  type: typeAction,
  press: pressAction,
  select: selectAction,
  hover: hoverAction,
  scroll: scrollAction,
  wait: waitAction,
  screenshot: screenshotAction,
  assert: assertAction,
};

export const isAction = (step: Step | NestedStep): step is ActionStep => isActionType(step.type);

/** Acts on the live page and logs what was done, where, and how long it took. */
export const runAction = async (
  given: ActionStep,
  live: LivePage,
  scope: PageScope,
  path: readonly number[],
): Promise<void> => {
  const { run, oncePerList = false, heals = () => true } = ACTIONS[given.type] as Action<ActionType>;
  if (!scope.isFirst && oncePerList) return;
  const startedAt = scope.now();
  const timeoutMs = given.timeoutMs ?? DEFAULT_ACTION_TIMEOUT_MS;
  const step = heals(given) ? await healAction(given, live, timeoutMs, scope, path) : given;
  const url = live.url();
  const name = nameStep(step, path);
  const outcome = await run(step, live, timeoutMs, scope, name);
  scope.log("info", `${name}: ${outcome} on ${url} in ${scope.now() - startedAt} ms`);
};
