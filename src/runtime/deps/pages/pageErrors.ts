import { DomainError } from "../../../contract/errors.ts";
import type { Deadline } from "../../../domain/shared/deadline.ts";
import { TargetError } from "../../../engine/egress/index.ts";
import { withTimeLimit } from "../../../engine/extract/extract.ts";
import { TooEarly } from "../../../engine/manners/index.ts";
import { readingFault } from "../../../engine/page/index.ts";

/** What a caller can do about a site's status code. */
const ADVICE: readonly (readonly [status: RegExp, advice: string])[] = [
  [/^40[13]$|^451$/, "The site denies access. If it needs a login, use a flow whose steps log in."],
  [/^4(?:04|10)$/, "Check the URL: there is no such page."],
  [/^429$/, "The site accepts no more requests for now. Try again later."],
  [/^5/, "The site has a problem. Try again later."],
];

const adviceFor = ({ httpStatus = 0 }: TargetError): string =>
  ADVICE.find(([status]) => status.test(String(httpStatus)))?.[1] ?? "";

/** A page's error as a domain error, with what can be done about it. */
export const toDomainError = (thrown: unknown, signal: AbortSignal): unknown => {
  const error = readingFault(thrown) ?? thrown;
  if (signal.aborted) {
    const message = "The page did not answer in time. Try again, or use a flow: a run has more time.";
    return new DomainError("timeout", message, { cause: error });
  }
  if (!(error instanceof TargetError)) return error;
  const { code, message, retryable } = error;
  return new DomainError(code, `${message} ${adviceFor(error)}`.trim(), { cause: error, retryable });
};

/** A site that requires longer pauses between pages than a request has time for. */
export const toTargetError = (error: unknown, url: string): unknown =>
  error instanceof TooEarly
    ? new TargetError(
        "target-failed",
        `${new URL(url).origin} asks for ${Math.ceil(error.waitMs / 1_000)} s before its next page. Use a flow: its runs wait.`,
        { retryable: true, cause: error },
      )
    : error;

/**
 * Runs work on a fetched page, and stops it at the deadline, or earlier if it takes too long. @throws DomainError
 */
export const readWithin = <T>(
  { atMs, signal }: Deadline,
  work: () => T,
  limitMs = Number.POSITIVE_INFINITY,
): T => {
  try {
    return withTimeLimit(Math.min(limitMs, atMs - Date.now()), work);
  } catch (error) {
    throw toDomainError(error, signal);
  }
};
