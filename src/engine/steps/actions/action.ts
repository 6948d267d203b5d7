import type { ActionStep } from "../../../contract/actionSteps.ts";
import type { LivePage } from "../live.ts";
import type { PageScope } from "../scope.ts";

/** Time for an action whose step names none. */
export const DEFAULT_ACTION_TIMEOUT_MS = 15_000;

/** Does one action on a live page; `name` is what the step is called. @returns what was done, for the run's log */
export type RunAction<T extends ActionStep["type"]> = (
  step: Extract<ActionStep, { type: T }>,
  live: LivePage,
  timeoutMs: number,
  scope: PageScope,
  name: string,
) => Promise<string>;
