import { DomainError } from "../../contract/errors.ts";
import { TargetError } from "../../engine/egress/index.ts";

/** What went wrong with a page, in the words of the domain. */
export const toDomainError = (error: unknown, signal: AbortSignal): unknown => {
  if (signal.aborted) return new DomainError("timeout", "The page did not answer in time.", { cause: error });
  return error instanceof TargetError ? new DomainError(error.code, error.message, { cause: error }) : error;
};
