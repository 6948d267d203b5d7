/** How long the work on a request may take, for what waits and for what computes. */
export interface Deadline {
  /** Aborted when it is over. */
  readonly signal: AbortSignal;
  /** In epoch milliseconds: no signal reaches what computes without a pause. */
  readonly atMs: number;
}

export const startDeadline = (limitMs: number): Deadline => ({
  signal: AbortSignal.timeout(limitMs),
  atMs: Date.now() + limitMs,
});
