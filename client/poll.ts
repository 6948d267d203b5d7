/** Polling until something has ended. */
import type { CallOptions } from "./calls.ts";
import { pause } from "./pause.ts";

export interface PollOptions<T> extends Pick<CallOptions, "signal"> {
  /** How long to wait at most (default: no limit). */
  readonly timeoutMs?: number;
  /** Called at every poll, including the last. */
  readonly onLook?: (current: T) => void | Promise<void>;
}

/**
 * Looks until something is over, or returns its state after `timeoutMs`.
 *
 * @throws the signal's reason if it is aborted
 */
export const pollUntil = async <T>(
  isOver: (current: T) => boolean,
  look: (options: CallOptions) => Promise<T>,
  intervalMs: number,
  { signal, timeoutMs = Number.POSITIVE_INFINITY, onLook }: PollOptions<T>,
): Promise<T> => {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const current = await look(signal ? { signal } : {});
    await onLook?.(current);
    if (isOver(current) || performance.now() + intervalMs > deadline) return current;
    await pause(intervalMs, signal);
  }
};

/** Of options of a wait, those of the call that it begins with. */
export const callOf = ({ idempotencyKey, signal }: CallOptions): CallOptions => ({
  ...(idempotencyKey !== undefined && { idempotencyKey }),
  ...(signal && { signal }),
});
