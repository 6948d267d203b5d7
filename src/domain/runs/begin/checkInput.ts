import { DomainError } from "../../../contract/errors.ts";
import type { FlowDefinition } from "../../../contract/flows/flowDefinition.ts";
import { filledFaults, fillInputs, inputFaults, type RunInput } from "../../../contract/flows/inputs.ts";
import { checkTargets } from "../../flows/checkTargets.ts";
import type { Deps } from "../../ports.ts";
import { formatPath } from "../../shared/parse.ts";

/**
 * Checks that a run has a value for each of its flow's inputs and no others, and that the resulting URLs may be
 * visited.
 * @throws DomainError `invalid-request`, `target-refused`
 */
export const checkInput = (deps: Deps, flow: FlowDefinition, input: RunInput = {}): void => {
  const missing = inputFaults(flow.inputs, input);
  const faults = missing.length > 0 ? missing : filledFaults(flow, input);
  const details = faults.map(({ path, message }) => ({ path: formatPath(["input", ...path]), message }));
  const [first] = details;
  if (first)
    throw new DomainError("invalid-request", `The input is not valid: ${first.path} ${first.message}.`, {
      details,
    });
  if (Object.keys(input).length > 0) checkTargets(deps, fillInputs(flow, input));
};
