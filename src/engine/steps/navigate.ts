import type { NavigateStep } from "../../contract/steps.ts";
import type { RunStep } from "./scope.ts";

/** Opening the page is what a segment begins with; on the page itself there is nothing left to do. */
export const runNavigate: RunStep<NavigateStep> = () => undefined;
