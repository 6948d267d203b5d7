/** What the client throws: one class for each kind of failure. */

import type { Answer } from "./calls.ts";
import type { ErrorBody } from "./generated.ts";

type Refusal = ErrorBody["error"];

/** Codes of the service; `unexpected-answer` where something in between answered in its place. */
type ApiErrorCode = Refusal["code"] | "unexpected-answer";

/** The service refused a request. Its `cause` is the answer. */
export class ApiError extends Error {
  override readonly name: string = "ApiError";
  readonly status: number;
  /** Stable: branch on this, not on the message. */
  readonly code: ApiErrorCode;
  /** Names the request; null where the service itself did not answer. */
  readonly requestId: string | null;
  /** What is wrong, one entry for each field. */
  readonly details: readonly { readonly path: string; readonly message: string }[];
  /** How long the service asks to wait; null where it does not. */
  readonly retryAfterSeconds: number | null;
  /** Whether the same request may succeed later; undefined where the service did not say. */
  readonly retryable: boolean | undefined;

  constructor(answer: Answer) {
    const { status, headers, body } = answer;
    const refusal = refusalOf(body);
    super(refusal?.message ?? `The service answered ${status}.`, { cause: answer });
    this.status = status;
    this.code = refusal?.code ?? "unexpected-answer";
    this.requestId = headers.get("x-request-id");
    this.details = refusal?.details ?? [];
    this.retryAfterSeconds = retryAfterSeconds(headers);
    this.retryable = refusal?.retryable;
  }
}

/** The request is not what the operation takes: `details` says where. */
export class InvalidRequestError extends ApiError {
  override readonly name = "InvalidRequestError";
}

/** The API key is missing, unknown, expired or revoked. */
export class AuthenticationError extends ApiError {
  override readonly name = "AuthenticationError";
}

/** The API key lacks a scope. */
export class PermissionError extends ApiError {
  override readonly name = "PermissionError";
}

/** The plan's allowance is used up, or there are as many records as there may be. */
export class QuotaError extends ApiError {
  override readonly name = "QuotaError";
}

/** There is no such record. */
export class NotFoundError extends ApiError {
  override readonly name = "NotFoundError";
}

/** The record's state, or another request, does not allow this now. */
export class ConflictError extends ApiError {
  override readonly name = "ConflictError";
}

/** The page could not be read: refused, not allowed, not there, or of no format that is read. */
export class TargetError extends ApiError {
  override readonly name = "TargetError";
}

/** Too many requests: `retryAfterSeconds` says how long to wait. */
export class RateLimitError extends ApiError {
  override readonly name = "RateLimitError";
}

/** The service could not do it this time, or is not set up for it. */
export class ServiceError extends ApiError {
  override readonly name = "ServiceError";
}

const KINDS: Readonly<Record<Refusal["code"], typeof ApiError>> = {
  "invalid-request": InvalidRequestError,
  "method-not-allowed": InvalidRequestError,
  "payload-too-large": InvalidRequestError,
  "unsupported-media-type": InvalidRequestError,
  "idempotency-mismatch": InvalidRequestError,
  unauthenticated: AuthenticationError,
  "missing-scope": PermissionError,
  "quota-exceeded": QuotaError,
  "limit-reached": QuotaError,
  "not-found": NotFoundError,
  conflict: ConflictError,
  "idempotency-in-progress": ConflictError,
  "version-mismatch": ConflictError,
  "target-refused": TargetError,
  "robots-disallowed": TargetError,
  "target-unsupported": TargetError,
  "target-failed": TargetError,
  "rate-limited": RateLimitError,
  internal: ServiceError,
  "model-failed": ServiceError,
  "not-configured": ServiceError,
  unavailable: ServiceError,
  timeout: ServiceError,
};

/** The failure that an answer tells of; a code of a later version is an `ApiError`. */
export const apiErrorOf = (answer: Answer): ApiError => {
  const code = refusalOf(answer.body)?.code;
  const Kind = (code === undefined ? undefined : KINDS[code]) ?? ApiError;
  return new Kind(answer);
};

/** The service could not be reached, or went away before it had answered: `cause` says why. A TypeError, as of `fetch`. */
export class ConnectionError extends TypeError {
  override readonly name = "ConnectionError";
}

/** The service did not answer within `timeoutMs`. */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
}

/** What `fetch` threw, as one of ours; the reason of an aborted signal stays as it is. */
export const connectionErrorOf = (error: unknown, url: string, signal?: AbortSignal): unknown => {
  if (signal?.aborted) return error;
  // By their names: a class of another realm is another class.
  const { name, cause } = error as { readonly name?: unknown; readonly cause?: unknown };
  if (name === "TypeError")
    return new ConnectionError(`The service at ${url} cannot be reached.`, { cause: cause ?? error });
  if (name === "TimeoutError")
    return new TimeoutError(`The service at ${url} did not answer in time.`, { cause: error });
  return error;
};

const refusalOf = (body: unknown): Refusal | undefined =>
  typeof body === "object" && body !== null && "error" in body ? (body as ErrorBody).error : undefined;

/** Seconds that a `Retry-After` header asks to wait; null without one. */
export const retryAfterSeconds = (headers: Headers): number | null => {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
};
