import { type ActionStep, type ActionType, isActionType } from "../../../contract/actionSteps.ts";
import type { NestedStep, Step } from "../../../contract/steps.ts";
import type { LivePage } from "../live.ts";
import { nameStep, type PageScope } from "../scope.ts";
import { DEFAULT_ACTION_TIMEOUT_MS, type RunAction } from "./action.ts";
import { runAssert } from "./assert.ts";
import { runClick } from "./click.ts";
import { healAction } from "./healed.ts";
import { runHover } from "./hover.ts";
import { runPress } from "./press.ts";
import { runScreenshot } from "./screenshot.ts";
import { runScroll } from "./scroll.ts";
import { runSelect } from "./select.ts";
import { runType } from "./type.ts";
import { runWait } from "./wait.ts";

const ACTIONS: { readonly [T in ActionType]: RunAction<T> } = {
  click: runClick,
  type: runType,
  press: runPress,
  select: runSelect,
  hover: runHover,
  scroll: runScroll,
  wait: runWait,
  screenshot: runScreenshot,
  assert: runAssert,
};

/** What a person would not do again on each page of a list. */
const ONCE_PER_LIST: ReadonlySet<ActionType> = new Set([
  "click",
  "type",
  "press",
  "select",
  "hover",
  "screenshot",
  "assert",
]);

export const isAction = (step: Step | NestedStep): step is ActionStep => isActionType(step.type);

/** Acts on the live page and logs what was done, where, and how long it took. */
export const runAction = async (
  given: ActionStep,
  live: LivePage,
  scope: PageScope,
  path: readonly number[],
): Promise<void> => {
  if (!scope.isFirst && ONCE_PER_LIST.has(given.type)) return;
  const startedAt = scope.now();
  const timeoutMs = given.timeoutMs ?? DEFAULT_ACTION_TIMEOUT_MS;
  const step = await healAction(given, live, timeoutMs, scope, path);
  const url = live.url();
  const name = nameStep(step, path);
  const run = ACTIONS[step.type] as RunAction<ActionType>;
  const outcome = await run(step as never, live, timeoutMs, scope, name);
  scope.log("info", `${name}: ${outcome} on ${url} in ${scope.now() - startedAt} ms`);
};
