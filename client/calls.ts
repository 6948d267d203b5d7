/** One call of the service: its options and its answer. */

/** One response of the service, of any status. `body` is parsed JSON, or the unchanged text. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Options of one call. */
export interface CallOptions {
  /** Identifies a POST, so that repeating it has no second effect (default: a new key for each call). */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}
