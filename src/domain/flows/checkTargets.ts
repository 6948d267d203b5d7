import type { FlowDefinition } from "../../contract/flows/flowDefinition.ts";
import type { Deps } from "../ports.ts";

/**
 * Checks that every URL of a flow may be fetched.
 *
 * @throws DomainError `target-refused`, `invalid-request`
 */
export const checkTargets = (
  { checkTarget }: Pick<Deps, "checkTarget">,
  { url, steps }: Pick<FlowDefinition, "url" | "steps">,
): void => {
  checkTarget(url);
  for (const step of steps) if (step.url) checkTarget(step.url);
};
