import type { NestedStep, Step, StepType } from "../../contract/steps.ts";
import { runExtract } from "./extract.ts";
import { runFollow } from "./follow.ts";
import { runNavigate } from "./navigate.ts";
import { runPaginate } from "./paginate.ts";
import type { PageScope, RunStep } from "./scope.ts";

/** Every step type of the contract; the compiler asks for one that is missing. */
const RUNNERS: { readonly [T in StepType]: RunStep<Extract<Step, { type: T }>> } = {
  navigate: runNavigate,
  extract: runExtract,
  paginate: runPaginate,
  follow: runFollow,
};

/** Runs one step on one page. */
export const runStep = (step: Step | NestedStep, scope: PageScope, path: readonly number[]): void => {
  const run = RUNNERS[step.type] as RunStep<Step | NestedStep>;
  run(step, scope, path);
};

export * from "./scope.ts";
