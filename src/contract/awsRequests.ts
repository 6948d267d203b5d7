/**
 * How long requests to AWS may take. The SDK itself waits indefinitely: its `requestTimeout` only warns unless it is told to throw.
 * A request that ends here is retryable, for the SDK and for callers.
 */

/** Options of an AWS client's request handler. */
interface RequestBounds {
  readonly connectionTimeout: number;
  /** From the request's beginning to the head of its answer. */
  readonly requestTimeout: number;
  readonly throwOnRequestTimeout: true;
  /** Without a byte, also in the answer's body. */
  readonly socketTimeout: number;
}

const CONNECT_MS = 2_000;

const bound = (requestTimeout: number, socketTimeout = requestTimeout): RequestBounds => ({
  connectionTimeout: CONNECT_MS,
  requestTimeout,
  throwOnRequestTimeout: true,
  socketTimeout,
});

interface BoundedClient {
  readonly maxAttempts: number;
  readonly requestHandler: RequestBounds;
}

/**
 * By what is asked. All attempts of a client together end before a function's time does (`lib/functions.ts`), so that its caller
 * gets an error with a reason. A test holds them together.
 */
export const AWS_REQUESTS = {
  /** The table, which answers within milliseconds; a hundred writes in one transaction take less than a second. */
  table: { maxAttempts: 5, requestHandler: bound(3_000) },
  /** Queues, secrets, sessions, calls that nobody waits for. */
  short: { maxAttempts: 3, requestHandler: bound(3_000) },
  /**
   * Objects are sent and read in parts of megabytes: only silence means that the connection is
   * dead, so a slow upload may take longer than a function of the API.
   */
  objects: { maxAttempts: 3, requestHandler: bound(20_000, 5_000) },
  /** A mail that is accepted twice is delivered twice, so it is tried again once, and then by its queue. */
  mail: { maxAttempts: 2, requestHandler: bound(8_000) },
} as const satisfies Record<string, BoundedClient>;

/**
 * For a call that is waited for. It is made once: its caller's queue or user makes it again.
 *
 * @param timeoutMs as long as the called function may take
 */
export const waitedRequests = (timeoutMs: number): BoundedClient => ({
  maxAttempts: 1,
  requestHandler: bound(timeoutMs),
});

/** Whether AWS did not answer within these bounds, in any of the client's attempts. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && error.name === "TimeoutError" && "$metadata" in error;
