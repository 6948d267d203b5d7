import { ApiError } from "../client/index.ts";
import { ERRORS } from "../client/vocabulary.ts";
import type { Style } from "./style.ts";

/** What the command line was given cannot be carried out. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The service did what it was asked, and what came of it is a failure: a run that failed, an address refused. */
export class OutcomeError extends Error {
  override readonly name = "OutcomeError";
}

/** For `catch`, where a port is opened. @throws UsageError in place of EADDRINUSE; anything else as it is */
export const explainTakenPort =
  (port: number, option: string) =>
  (error: NodeJS.ErrnoException): never => {
    if (error.code !== "EADDRINUSE") throw error;
    throw new UsageError(`Port ${port} is already in use. Choose another with ${option}.`);
  };

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

/** What went wrong, in a person's and a program's terms. */
interface Failure {
  /** The service's code, or one of the command line's own. */
  readonly code: ApiError["code"] | "usage" | "unreachable" | "failed";
  readonly exitCode: number;
  readonly message: string;
}

/** `fetch` gives nothing but this when it could not reach the service. */
const isUnreachable = (error: unknown): error is TypeError & { cause: NodeJS.ErrnoException } =>
  error instanceof TypeError && error.cause instanceof Error;

const isFileError = (error: unknown): error is NodeJS.ErrnoException & { path: string } =>
  error instanceof Error && "code" in error && "path" in error && typeof error.path === "string";

/** `ENOENT: no such file or directory, open 'x'` without what only Node needs to know. */
const reasonOf = ({ message }: Error): string => message.replace(/^E[A-Z]+: |, \w+(?: '.*)?$/g, "");

const ofService = (error: ApiError): Failure => {
  const known = EXIT_OF_STATUS[error.status] ?? EXIT_CODES.failed;
  // A page that is not there will not be there later.
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
  return error instanceof UsageError
    ? { code: "usage", exitCode: EXIT_CODES.usage, message }
    : { code: "failed", exitCode: EXIT_CODES.failed, message };
};

export const exitCodeOf = (error: unknown): number => failureOf(error).exitCode;

/** What helps; nothing where the message says it, as of a page that is not there. */
const remedyOf = (error: ApiError): string | undefined => {
  const { code, retryable } = error;
  if (code === "unexpected-answer" || (code === "target-failed" && retryable === false)) return undefined;
  return (ERRORS as Partial<Record<string, { readonly remedy: string }>>)[code]?.remedy;
};

/** What went wrong, for a person: one line, one for each field where several are wrong, and one that says what helps. */
export const describeFailure = (error: unknown, style: Style): string => {
  const { code, message } = failureOf(error);
  if (!(error instanceof ApiError)) return message;
  // The message itself tells of the first.
  const fields = error.details.length > 1 ? error.details : [];
  const request = error.requestId === null ? "" : ` [request ${error.requestId}]`;
  const remedy = remedyOf(error);
  return [
    `${style("red", `${code}:`)} ${message}${style("dim", request)}`,
    ...fields.map((field) => `  ${field.path || "body"}: ${field.message}`),
    ...(remedy === undefined ? [] : [`  ${remedy}`]),
  ].join("\n");
};

/** The same for a program. */
export const failureReport = (error: unknown): object => {
  const { code, message } = failureOf(error);
  if (!(error instanceof ApiError)) return { error: { code, message } };
  const { status, requestId, details, retryable } = error;
  return { error: { code, message, status, requestId, details, retryable, remedy: remedyOf(error) } };
};
