/**
 * The one table of error codes. The code is the contract: clients branch on it,
 * the domain throws it, and only `runtime/http` turns it into a status.
 */

interface ErrorRow {
  /** HTTP status of a response that carries this code. */
  readonly status: number;
  /** What went wrong, for the errors catalogue. */
  readonly cause: string;
  /** What the caller can do about it. */
  readonly remedy: string;
  /** Whether sending the same request again later may succeed. */
  readonly retryable: boolean;
}

export const ERRORS = {
  "invalid-request": {
    status: 400,
    cause: "The request is malformed: a field is unknown, missing or of the wrong type.",
    remedy: "Mend the fields that `details` lists and send the request again.",
    retryable: false,
  },
  unauthenticated: {
    status: 401,
    cause: "The API key is missing, malformed, unknown, expired or revoked.",
    remedy: "Send a valid API key in the X-API-Key header, or as a bearer token in Authorization.",
    retryable: false,
  },
  "quota-exceeded": {
    status: 402,
    cause: "The account has used up what its plan includes for this month.",
    remedy: "Upgrade the plan or wait for the next month.",
    retryable: false,
  },
  "missing-scope": {
    status: 403,
    cause: "The API key does not carry the scope that the operation needs.",
    remedy: "Use a key with the scope that the message names.",
    retryable: false,
  },
  "not-found": {
    status: 404,
    cause: "There is no such record in this account, or no such route.",
    remedy: "Check the id and the path.",
    retryable: false,
  },
  "method-not-allowed": {
    status: 405,
    cause: "The path exists, but not with this method.",
    remedy: "Use one of the methods that the Allow header lists.",
    retryable: false,
  },
  conflict: {
    status: 409,
    cause: "The record is not in a state that allows this operation.",
    remedy: "Read the record and decide again.",
    retryable: false,
  },
  "idempotency-in-progress": {
    status: 409,
    cause: "The first request with this Idempotency-Key is still at work.",
    remedy: "Wait a moment and send the same request again: it gets the first one's outcome.",
    retryable: true,
  },
  "version-mismatch": {
    status: 412,
    cause: "The record has changed since the version that If-Match names.",
    remedy: "Read the record again and repeat the change on its new version.",
    retryable: false,
  },
  "payload-too-large": {
    status: 413,
    cause: "The request body is larger than the operation accepts.",
    remedy: "Send a smaller body.",
    retryable: false,
  },
  "unsupported-media-type": {
    status: 415,
    cause: "The request body is compressed, or not declared as JSON.",
    remedy: "Send the body as it is, with Content-Type: application/json.",
    retryable: false,
  },
  "idempotency-mismatch": {
    status: 422,
    cause: "The Idempotency-Key was used before, for another request.",
    remedy: "Use a new key for each request, and the same key only to repeat one.",
    retryable: false,
  },
  "target-refused": {
    status: 422,
    cause:
      "The service opens no connection to this address: it is not public, or its name cannot be resolved.",
    remedy: "Check how the address is spelt, and use a public http or https one.",
    retryable: false,
  },
  "robots-disallowed": {
    status: 422,
    cause: "The target's robots.txt asks robots to stay away from this page.",
    remedy: 'Open another page or, if you may open this one all the same, set `robots` to "ignore".',
    retryable: false,
  },
  "target-unsupported": {
    status: 422,
    cause: "The target is nothing that data is read from, such as a picture or a PDF file.",
    remedy: "Open HTML, XML, a feed, JSON, CSV or plain text.",
    retryable: false,
  },
  "rate-limited": {
    status: 429,
    cause: "The account has sent more requests than its plan allows per second.",
    remedy: "Wait as long as the Retry-After header says.",
    retryable: true,
  },
  internal: {
    status: 500,
    cause: "The service failed in a way that it did not expect.",
    remedy: "Try again; if it lasts, open a ticket that quotes the request id.",
    retryable: true,
  },
  "target-failed": {
    status: 502,
    cause: "The target page could not be fetched.",
    remedy: "Check that the page opens in a browser and try again.",
    retryable: true,
  },
  "model-failed": {
    status: 502,
    cause: "The language model answered, but not in a way that could be used.",
    remedy: "Put the request in other words, or name the fields.",
    retryable: true,
  },
  "not-configured": {
    status: 503,
    cause: "This deployment has not been given what the operation needs.",
    remedy: "Ask the operator of the deployment to configure it.",
    retryable: false,
  },
  unavailable: {
    status: 503,
    cause: "A part of the service is overloaded or down for the moment.",
    remedy: "Wait as long as the Retry-After header says and try again.",
    retryable: true,
  },
  timeout: {
    status: 504,
    cause: "The operation did not finish within its time.",
    remedy: "Try again, or use a flow and a run for work that takes longer.",
    retryable: true,
  },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

/** One thing wrong in a request: `path` as the caller wrote it (`steps[1].fields[0]`). */
export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

interface DomainErrorOptions {
  readonly details?: readonly ErrorDetail[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** A failure that the caller is told about. `message` is shown to the caller: no internals in it. */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[];
  /** Response headers that belong to the failure, such as `retry-after`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, options: DomainErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details ?? [];
    this.headers = options.headers ?? {};
  }
}
