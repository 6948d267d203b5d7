import { DomainError } from "../../contract/errors.ts";
import type { GeneratedFlow, GenerateRequest } from "../../contract/generate.ts";
import type { Deps } from "../ports.ts";

/**
 * Turns a sentence into a flow definition.
 *
 * @throws DomainError `target-refused`; `not-configured`: no deployment has a flow generator yet
 */
export const generateFlow = async (
  { checkTarget }: Deps,
  { url }: GenerateRequest,
): Promise<GeneratedFlow> => {
  checkTarget(url);
  throw new DomainError(
    "not-configured",
    "This deployment generates no flows: write the steps by hand, or start from POST /extract on the page.",
  );
};
