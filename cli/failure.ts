import { ApiError } from "../client/index.ts";

/** What the command line was given cannot be carried out. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The service did what it was asked, and what came of it is a failure: a run that failed, an address refused. */
export class OutcomeError extends Error {
  override readonly name = "OutcomeError";
}

/** What a script can tell apart. */
export const EXIT_CODES = {
  done: 0,
  failed: 1,
  usage: 2,
  notAllowed: 3,
  notFound: 4,
  tryLater: 5,
} as const;

const EXIT_OF_STATUS: Readonly<Record<number, number>> = {
  400: EXIT_CODES.usage,
  401: EXIT_CODES.notAllowed,
  402: EXIT_CODES.notAllowed,
  403: EXIT_CODES.notAllowed,
  404: EXIT_CODES.notFound,
  429: EXIT_CODES.tryLater,
  502: EXIT_CODES.tryLater,
  503: EXIT_CODES.tryLater,
  504: EXIT_CODES.tryLater,
};

/** `fetch` gives nothing but this when it could not reach the service. */
const isUnreachable = (error: unknown): error is TypeError & { cause: Error } =>
  error instanceof TypeError && error.cause instanceof Error;

export const exitCodeOf = (error: unknown): number => {
  if (error instanceof UsageError) return EXIT_CODES.usage;
  if (isUnreachable(error)) return EXIT_CODES.tryLater;
  return error instanceof ApiError ? (EXIT_OF_STATUS[error.status] ?? EXIT_CODES.failed) : EXIT_CODES.failed;
};

/** What went wrong, for a person: one line, then one for each field that is wrong. */
export const describeFailure = (error: unknown): string => {
  if (error instanceof ApiError) {
    const fields = error.details.map(({ path, message }) => `\n  ${path}: ${message}`).join("");
    const request = error.requestId === null ? "" : ` [request ${error.requestId}]`;
    return `${error.code}: ${error.message}${request}${fields}`;
  }
  if (isUnreachable(error))
    return `The service cannot be reached (${error.cause.message}). Is it running, and is its address right? See --url.`;
  return error instanceof Error ? error.message : String(error);
};

/** The same for a program. */
export const failureReport = (error: unknown): object =>
  error instanceof ApiError
    ? {
        error: {
          code: error.code,
          message: error.message,
          status: error.status,
          requestId: error.requestId,
          details: error.details,
        },
      }
    : { error: { code: "failed", message: describeFailure(error) } };
