/** A request's deadline: a signal for code that waits, and a time for code that computes. */
export interface Deadline {
  /** Aborted at the deadline. */
  readonly signal: AbortSignal;
  /** In epoch milliseconds, for code that computes without a pause and cannot notice a signal. */
  readonly atMs: number;
}

export const startDeadline = (limitMs: number): Deadline => ({
  signal: AbortSignal.timeout(limitMs),
  atMs: Date.now() + limitMs,
});
