import type { ActionStep } from "../../../contract/steps/actionSteps.ts";
import type { LivePage } from "../live.ts";
import type { PageScope } from "../scope.ts";

/** Timeout for an action whose step sets none. */
export const DEFAULT_ACTION_TIMEOUT_MS = 15_000;

/** Runs one action on a live page; `name` is the step's name. @returns what was done, for the run's log */
export type RunAction<T extends ActionStep["type"]> = (
  step: Extract<ActionStep, { type: T }>,
  live: LivePage,
  timeoutMs: number,
  scope: PageScope,
  name: string,
) => Promise<string>;

/** One type of action: how to run it, and its particularities. */
export interface Action<T extends ActionStep["type"]> {
  readonly run: RunAction<T>;
  /** Run only on the first page of a list, as a person would. */
  readonly oncePerList?: true;
  /** Whether its selector is healed on a page that was rebuilt. Default: if it has a selector. */
  readonly heals?: (step: Extract<ActionStep, { type: T }>) => boolean;
}
