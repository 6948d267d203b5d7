import type { RunError } from "../../contract/runs/runs.ts";

/** A run error that belongs to no step, and to no page unless it says which. */
export const runError = (
  code: string,
  message: string,
  { url = null, retryable = false }: Partial<Pick<RunError, "url" | "retryable">> = {},
): RunError => ({ code, message, step: null, url, httpStatus: null, retryable });
