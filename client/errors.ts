/** Errors that the client throws: one class for each kind of failure. */

import type { Answer } from "./calls.ts";
import type { ErrorBody } from "./generated.ts";

type Refusal = ErrorBody["error"];

/** Codes of the service; `unexpected-answer` if something in between responded instead. */
type ApiErrorCode = Refusal["code"] | "unexpected-answer";

/** The service rejected a request. `cause` is its response. */
export class ApiError extends Error {
  override readonly name: string = "ApiError";
  readonly status: number;
  /** Stable: branch on this, not on the message. */
  readonly code: ApiErrorCode;
  /** Identifies the request; null if the service itself did not respond. */
  readonly requestId: string | null;
  /** What is wrong, one entry per field. */
  readonly details: readonly { readonly path: string; readonly message: string }[];
  /** How long the service asks to wait; null if it does not. */
  readonly retryAfterSeconds: number | null;
  /** Whether the same request may succeed later; undefined if the service did not say. */
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

/** The request is invalid: `details` lists the invalid fields. */
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

/** The plan's allowance is used up, or the maximum number of records is reached. */
export class QuotaError extends ApiError {
  override readonly name = "QuotaError";
}

/** There is no such record. */
export class NotFoundError extends ApiError {
  override readonly name = "NotFoundError";
}

/** The record's state, or another request, prevents this now. */
export class ConflictError extends ApiError {
  override readonly name = "ConflictError";
}

/**
 * The page could not be read: the site refused it, it is not allowed or not found, or its format is not
 * supported.
 */
export class TargetError extends ApiError {
  override readonly name = "TargetError";
}

/** Too many requests: `retryAfterSeconds` says how long to wait. */
export class RateLimitError extends ApiError {
  override readonly name = "RateLimitError";
}

/** The service failed this time, or is not configured for the request. */
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
  "origin-refused": PermissionError,
  "account-suspended": PermissionError,
  "quota-exceeded": QuotaError,
  "limit-reached": QuotaError,
  "not-found": NotFoundError,
  conflict: ConflictError,
  "idempotency-in-progress": ConflictError,
  "version-mismatch": ConflictError,
  "target-refused": TargetError,
  "target-denied": TargetError,
  "robots-disallowed": TargetError,
  "use-reserved": TargetError,
  "target-unsupported": TargetError,
  "target-failed": TargetError,
  "egress-failed": TargetError,
  "rate-limited": RateLimitError,
  internal: ServiceError,
  "model-failed": ServiceError,
  "not-configured": ServiceError,
  unavailable: ServiceError,
  timeout: ServiceError,
};

/** Converts an error response to its class; codes of later versions become an `ApiError`. */
export const apiErrorOf = (answer: Answer): ApiError => {
  const code = refusalOf(answer.body)?.code;
  const Kind = (code === undefined ? undefined : KINDS[code]) ?? ApiError;
  return new Kind(answer);
};

/**
 * The service could not be reached, or disconnected before it responded: `cause` says why. A TypeError, as
 * thrown by `fetch`.
 */
export class ConnectionError extends TypeError {
  override readonly name = "ConnectionError";
}

/** The service did not answer within `timeoutMs`. */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
}

/**
 * Converts an error of `fetch` to a class of this module; the reason of an aborted signal is returned
 * unchanged.
 */
export const connectionErrorOf = (error: unknown, url: string, signal?: AbortSignal): unknown => {
  if (signal?.aborted) return error;
  // Compared by name, because `instanceof` fails for classes of another realm.
  const { name, cause } = error as { readonly name?: unknown; readonly cause?: unknown };
  if (name === "TypeError")
    return new ConnectionError(`The service at ${url} cannot be reached.`, { cause: cause ?? error });
  if (name === "TimeoutError")
    return new TimeoutError(`The service at ${url} did not answer in time.`, { cause: error });
  return error;
};

const refusalOf = (body: unknown): Refusal | undefined =>
  typeof body === "object" && body !== null && "error" in body ? (body as ErrorBody).error : undefined;

/** Seconds to wait by the `Retry-After` header; null without one. */
export const retryAfterSeconds = (headers: Headers): number | null => {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
};
