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

/** One type of action: how it is done, and what is particular about it. */
export interface Action<T extends ActionStep["type"]> {
  readonly run: RunAction<T>;
  /** Done on the first page of a list only, as a person would. */
  readonly oncePerList?: true;
  /** Whether its element is looked for elsewhere on a page that was rebuilt. Default: wherever it has a selector. */
  readonly heals?: (step: Extract<ActionStep, { type: T }>) => boolean;
}
