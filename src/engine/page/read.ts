import { TargetError } from "../egress/index.ts";
import {
  DocumentError,
  type PageDocument,
  parseDocument,
  READ_LIMIT_MS,
  SelectorLimitError,
  TimeLimitError,
  withTimeLimit,
} from "../extract/extract.ts";

/** Pages up to this size are parsed in less than 0.3 s (November 2026), so no thread has to watch the limit. */
const SMALL_CHARS = 524_288;

interface ReadOptions {
  /** The response's status. */
  readonly status: number;
  /** In epoch milliseconds (default: in 10 s). */
  readonly readBy?: number | undefined;
}

/** Why a page cannot be read, in words for the user; null if the page is not at fault. */
export const readingFault = (error: unknown, httpStatus?: number): TargetError | null => {
  const options = { retryable: false, httpStatus, cause: error };
  if (error instanceof TimeLimitError || error instanceof SelectorLimitError)
    return new TargetError("timeout", error.message, options);
  return error instanceof DocumentError ? new TargetError("target-failed", error.message, options) : null;
};

/**
 * Parses a fetched page.
 * @throws TargetError if it is malformed or takes too long
 */
export const readDocument = (
  text: string,
  page: Parameters<typeof parseDocument>[1],
  { status, readBy = Number.POSITIVE_INFINITY }: ReadOptions,
): PageDocument => {
  try {
    const limitMs = Math.min(READ_LIMIT_MS, readBy - Date.now());
    return withTimeLimit(limitMs, () => parseDocument(text, page), text.length <= SMALL_CHARS);
  } catch (error) {
    throw readingFault(error, status) ?? error;
  }
};
