/**
 * The only table of error codes. The code is the contract: clients branch on it, the domain throws
 * it, and only `runtime/http` maps it to a status.
 */

interface ErrorRow {
  /** HTTP status of a response that carries this code. */
  readonly status: number;
  /** The cause, for the errors catalogue. */
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
    remedy: "Fix the fields listed in `details` and send the request again.",
    retryable: false,
  },
  unauthenticated: {
    status: 401,
    cause: "The API key is missing, malformed, unknown, expired or revoked, or the session has ended.",
    remedy:
      "Send a valid API key in the X-API-Key header, or as a bearer token in Authorization. In a browser, sign in again.",
    retryable: false,
  },
  "quota-exceeded": {
    status: 402,
    cause: "The account has used up its plan's allowance for this month.",
    remedy: "Upgrade the plan or wait until next month.",
    retryable: false,
  },
  "missing-scope": {
    status: 403,
    cause: "The API key, or the person's role, lacks the scope that the operation needs.",
    remedy: "Use a key with the scope that the message names. In the dashboard, ask an owner of the account.",
    retryable: false,
  },
  "origin-refused": {
    status: 403,
    cause: "A browser sent the session's cookie from a page of another site.",
    remedy: "Use the dashboard. Programs send an API key instead of a cookie.",
    retryable: false,
  },
  "account-suspended": {
    status: 403,
    cause: "The operator of this service has suspended the account.",
    remedy: "Contact the operator. Nothing is deleted: runs continue once the suspension is lifted.",
    retryable: false,
  },
  "not-found": {
    status: 404,
    cause: "The record does not exist in this account, or the route does not exist.",
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
    cause: "The record's current state does not allow this operation.",
    remedy: "Read the record again to see its state.",
    retryable: false,
  },
  "limit-reached": {
    status: 409,
    cause: "There are as many records of this kind as the account may have.",
    remedy: "Delete one that is not needed any more or, where the plan sets the limit, upgrade.",
    retryable: false,
  },
  "idempotency-in-progress": {
    status: 409,
    cause: "The first request with this Idempotency-Key is still running.",
    remedy: "Wait a moment and send the same request again to get the first one's result.",
    retryable: true,
  },
  "version-mismatch": {
    status: 412,
    cause: "The record has changed since the version that If-Match names.",
    remedy: "Read the record again and apply the change to its new version.",
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
    remedy: "Use a new key for each request. Reuse a key only to repeat the same request.",
    retryable: false,
  },
  "target-refused": {
    status: 422,
    cause: "The service will not connect to this address: it is not public, or its name cannot be resolved.",
    remedy: "Check the spelling, and use a public http or https URL.",
    retryable: false,
  },
  "target-denied": {
    status: 422,
    cause: "The operator of this service has denied the target.",
    remedy: "Use another target, or ask the operator about the rule that the message names.",
    retryable: false,
  },
  "robots-disallowed": {
    status: 422,
    cause: "The site's robots.txt does not allow this page to be fetched.",
    remedy: 'Use another page. If you have permission to fetch this one, set `robots` to "ignore".',
    retryable: false,
  },
  "use-reserved": {
    status: 422,
    cause: "The page reserves a use that `permissions` obeys, such as the training of AI models.",
    remedy:
      "Use another page. If you have permission, or do not have this use for the page, take it out of `permissions.obey`.",
    retryable: false,
  },
  "target-unsupported": {
    status: 422,
    cause: "The target is not a supported format, such as an image or an archive.",
    remedy:
      "Use a page in HTML, XML, RSS or Atom, JSON, CSV or plain text, or a PDF, Word, Excel or OpenDocument file.",
    retryable: false,
  },
  "rate-limited": {
    status: 429,
    cause:
      "The account has sent more requests than its plan allows per second, or its address too many without a valid key.",
    remedy: "Wait for the number of seconds in the Retry-After header.",
    retryable: true,
  },
  internal: {
    status: 500,
    cause: "Something unexpected went wrong in the service.",
    remedy: "Try again. If it keeps failing, open a ticket that includes the request id.",
    retryable: true,
  },
  "target-failed": {
    status: 502,
    cause: "The target page could not be fetched.",
    remedy: "Check that the page opens in a browser and try again.",
    retryable: true,
  },
  "egress-failed": {
    status: 502,
    cause: "The proxy through which the page should be opened failed. No direct connection was made.",
    remedy: "Check the proxy that the message is about, and the secret with its address.",
    retryable: true,
  },
  "model-failed": {
    status: 502,
    cause: "The language model gave an answer that could not be used.",
    remedy: "Rephrase the request, or name the fields.",
    retryable: true,
  },
  "not-configured": {
    status: 503,
    cause: "This deployment is not configured for the operation.",
    remedy: "Ask the operator of the deployment to configure it.",
    retryable: false,
  },
  unavailable: {
    status: 503,
    cause: "Part of the service is temporarily overloaded or down.",
    remedy: "Wait for the number of seconds in the Retry-After header and try again.",
    retryable: true,
  },
  timeout: {
    status: 504,
    cause: "The operation took too long.",
    remedy: "Try again, or create a flow and run it for longer work.",
    retryable: true,
  },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

/** A fault in a request; `path` as the caller wrote it (`steps[1].fields[0]`). */
export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

interface DomainErrorOptions {
  readonly details?: readonly ErrorDetail[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the same request may succeed later, if that differs from the code's row. */
  readonly retryable?: boolean;
  readonly cause?: unknown;
}

/** A failure that is reported to the caller, with its `message`, which must not reveal internals. */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[];
  /** Response headers that belong to the failure, such as `retry-after`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly retryable: boolean;

  constructor(code: ErrorCode, message: string, options: DomainErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details ?? [];
    this.headers = options.headers ?? {};
    this.retryable = options.retryable ?? ERRORS[code].retryable;
  }
}
