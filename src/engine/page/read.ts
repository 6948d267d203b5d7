import { TargetError } from "../egress/index.ts";
import {
  DocumentError,
  type PageDocument,
  parseDocument,
  READ_LIMIT_MS,
  TimeLimitError,
  withTimeLimit,
} from "../extract/extract.ts";

interface ReadOptions {
  /** With which the target answered. */
  readonly status: number;
  /** In epoch milliseconds (default: in 10 s). */
  readonly readBy?: number | undefined;
}

/** What stands in the way of reading a page, in the words of its target; null for what is no fault of the page. */
export const readingFault = (error: unknown, httpStatus?: number): TargetError | null => {
  const options = { retryable: false, httpStatus, cause: error };
  if (error instanceof TimeLimitError) return new TargetError("timeout", error.message, options);
  return error instanceof DocumentError ? new TargetError("target-failed", error.message, options) : null;
};

/**
 * Parses a page that has come.
 * @throws TargetError where it is broken, or takes too long
 */
export const readDocument = (
  text: string,
  page: Parameters<typeof parseDocument>[1],
  { status, readBy = Number.POSITIVE_INFINITY }: ReadOptions,
): PageDocument => {
  try {
    return withTimeLimit(Math.min(READ_LIMIT_MS, readBy - Date.now()), () => parseDocument(text, page));
  } catch (error) {
    throw readingFault(error, status) ?? error;
  }
};
