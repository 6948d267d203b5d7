/** One call of the service: what may be said about it, and what comes back. */

/** One answer of the service, whatever its status. `body` is parsed JSON, or the text as it is. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** What may be said about one call. */
export interface CallOptions {
  /** Names a POST, so that repeating it has no second effect (default: a new name for each call). */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}
