import { ApiError } from "../client/index.ts";
import { ERRORS } from "../client/vocabulary.ts";
import type { Style } from "./style.ts";

/** An invalid command line. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The request succeeded, but its outcome is a failure, such as a failed run. */
export class OutcomeError extends Error {
  override readonly name = "OutcomeError";
}

/** Something that is named on the command line does not exist. */
export class NotFoundError extends Error {
  override readonly name = "NotFoundError";
}

/** For `catch` when opening a port. @throws UsageError instead of EADDRINUSE; other errors unchanged */
export const explainTakenPort =
  (port: number, option: string) =>
  (error: NodeJS.ErrnoException): never => {
    if (error.code !== "EADDRINUSE") throw error;
    throw new UsageError(`Port ${port} is already in use. Choose another with ${option}.`);
  };

/** Exit codes, so that scripts can tell failures apart. */
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

/** A failure, for people and programs. */
interface Failure {
  /** The service's error code, or one of the command line. */
  readonly code: ApiError["code"] | "usage" | "unreachable" | "failed";
  readonly exitCode: number;
  readonly message: string;
}

/** Whether `fetch` could not reach the service. */
const isUnreachable = (error: unknown): error is TypeError & { cause: NodeJS.ErrnoException } =>
  error instanceof TypeError && error.cause instanceof Error;

const isFileError = (error: unknown): error is NodeJS.ErrnoException & { path: string } =>
  error instanceof Error && "code" in error && "path" in error && typeof error.path === "string";

/** `ENOENT: no such file or directory, open 'x'` without the parts that only matter to Node. */
const reasonOf = ({ message }: Error): string => message.replace(/^E[A-Z]+: |, \w+(?: '.*)?$/g, "");

const ofService = (error: ApiError): Failure => {
  const known = EXIT_OF_STATUS[error.status] ?? EXIT_CODES.failed;
  // A page that does not exist will not exist later.
  const exitCode = known === EXIT_CODES.tryLater && error.retryable === false ? EXIT_CODES.failed : known;
  const { code, message } = error;
  if (code !== "unexpected-answer") return { code, message, exitCode };
  return {
    code,
    exitCode: error.status >= 500 ? EXIT_CODES.tryLater : EXIT_CODES.failed,
    message: `${message} This is not a Gleaner service. Check the URL (--url).`,
  };
};

const failureOf = (error: unknown): Failure => {
  if (error instanceof ApiError) return ofService(error);
  if (isUnreachable(error)) {
    const reason = error.cause.message || error.cause.code;
    const message = `Could not reach the service (${reason}). Check that it is running and that the URL is right (--url).`;
    return { code: "unreachable", exitCode: EXIT_CODES.tryLater, message };
  }
  if (error instanceof Error && error.name === "TimeoutError")
    return {
      code: "unreachable",
      exitCode: EXIT_CODES.tryLater,
      message: "The service did not answer in time.",
    };
  if (isFileError(error))
    return {
      code: "usage",
      exitCode: EXIT_CODES.usage,
      message: `${error.path}: ${reasonOf(error)}`,
    };
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof UsageError) return { code: "usage", exitCode: EXIT_CODES.usage, message };
  if (error instanceof NotFoundError) return { code: "not-found", exitCode: EXIT_CODES.notFound, message };
  return { code: "failed", exitCode: EXIT_CODES.failed, message };
};

export const exitCodeOf = (error: unknown): number => failureOf(error).exitCode;

/** What to do on the command line, where the API's own remedy is about requests. */
const REMEDIES: Readonly<Partial<Record<string, string>>> = {
  unauthenticated: 'Run "gleaner login" again, or set GLEANER_API_KEY to a valid key.',
  "invalid-request": "Correct it and run the command again.",
  "not-found": "Check the id. Lists of ids: gleaner flows list, gleaner runs list.",
};

/** How to fix the error; undefined if the message already says it. */
const remedyOf = (error: ApiError): string | undefined => {
  const { code, retryable } = error;
  if (code === "unexpected-answer" || (code === "target-failed" && retryable === false)) return undefined;
  return REMEDIES[code] ?? (ERRORS as Partial<Record<string, { readonly remedy: string }>>)[code]?.remedy;
};

/** The failure for people: one line, then one line per invalid field if there are several, then what to do. */
export const describeFailure = (error: unknown, style: Style): string => {
  const { code, message } = failureOf(error);
  if (!(error instanceof ApiError)) return message;
  // The message already contains the first one.
  const fields = error.details.length > 1 ? error.details : [];
  const request = error.requestId === null ? "" : ` [request ${error.requestId}]`;
  const remedy = remedyOf(error);
  return [
    `${style("red", `${code}:`)} ${message}${style("dim", request)}`,
    ...fields.map((field) => `  ${field.path || "body"}: ${field.message}`),
    ...(remedy === undefined ? [] : [`  ${remedy}`]),
  ].join("\n");
};

/** The failure for programs. */
export const failureReport = (error: unknown): object => {
  const { code, message } = failureOf(error);
  if (!(error instanceof ApiError)) return { error: { code, message } };
  const { status, requestId, details, retryable } = error;
  return { error: { code, message, status, requestId, details, retryable, remedy: remedyOf(error) } };
};
