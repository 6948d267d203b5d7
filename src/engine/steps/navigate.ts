import type { NavigateStep } from "../../contract/steps/steps.ts";
import type { RunStep } from "./scope.ts";

/** A segment starts by opening its page, so the step itself has nothing left to do. */
export const runNavigate: RunStep<NavigateStep> = () => undefined;
