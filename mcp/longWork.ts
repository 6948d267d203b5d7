/** Work of the service that takes longer than a tool may: a run, or an export. */
import { ConflictError } from "../client/index.ts";
import { describeFailure } from "./failure.ts";
import type { Progress } from "./progress.ts";

/** Below the 60 seconds after which most agents' programs give up on a tool. */
const MAX_WAIT_MS = 45_000;
const POLL_INTERVAL_MS = 1_000;

interface WaitOptions<T> {
  readonly signal: AbortSignal;
  readonly intervalMs: number;
  readonly timeoutMs: number;
  readonly onLook: (found: T) => void;
}

type Found = { readonly status: string };
type Shown = { readonly next: string };

/** @typeParam T its record @typeParam S what agents are shown of it */
export interface LongWork<T extends Found, S extends Shown> {
  /** What it is: "run". */
  readonly kind: string;
  readonly isOver: (found: T) => boolean;
  /** How far it is, in a few words. */
  readonly progressOf: (found: T) => string;
  readonly get: (signal: AbortSignal) => Promise<T>;
  readonly wait: (options: WaitOptions<T>) => Promise<T>;
  readonly cancel: (signal: AbortSignal) => Promise<T>;
  readonly show: (found: T, signal: AbortSignal) => S | Promise<S>;
}

/** The work once it has ended, or its current state after the longest wait. */
export const awaitWork = async <T extends Found, S extends Shown>(
  { isOver, progressOf, wait, show }: LongWork<T, S>,
  { signal, tell }: Progress,
): Promise<S> => {
  const onLook = (current: T): void => {
    if (!isOver(current)) tell(progressOf(current));
  };
  const options = { signal, intervalMs: POLL_INTERVAL_MS, timeoutMs: MAX_WAIT_MS, onLook };
  return show(await wait(options), signal);
};

/** Awaits work that the agent has just started: if that fails, the error names it, so that it is not started twice. */
export const awaitStarted = async <T extends Found, S extends Shown>(
  id: string,
  work: LongWork<T, S>,
  progress: Progress,
): Promise<S> => {
  try {
    return await awaitWork(work, progress);
  } catch (error) {
    throw new Error(`${describeFailure(error)} The ${work.kind} was started and continues: ${id}.`, {
      cause: error,
    });
  }
};

/** Cancels the work. What has already ended is returned unchanged: being too late is no error. */
export const cancelWork = async <T extends Found, S extends Shown>(
  { kind, isOver, get, cancel, show }: LongWork<T, S>,
  signal: AbortSignal,
): Promise<S> => {
  try {
    return await show(await cancel(signal), signal);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const found = await get(signal);
    if (!isOver(found)) throw error;
    const shown = await show(found, signal);
    const why = `The ${kind} had already ended (${found.status}): nothing was cancelled.`;
    return { ...shown, next: `${why} ${shown.next}` };
  }
};
