/** Stops work that takes too long, such as a regex that backtracks forever, in the thread that runs it. */
import { createContext, Script } from "node:vm";
import { DocumentError } from "./documentError.ts";

/** How long work on a page can block a worker: less than the lease of its run, which it can't renew meanwhile. */
export const READ_LIMIT_MS = 10_000;

/** The work was stopped before it finished. `message` is for people. */
export class TimeLimitError extends Error {
  override readonly name = "TimeLimitError";
  /** The outer limit has expired too: code that catches this must rethrow it. */
  readonly isFinal: boolean;

  constructor(isFinal: boolean) {
    super(
      "Reading the page took too long: it is too large, or built to be slow. If the site offers the same data as CSV, JSON or a feed, read that instead.",
    );
    this.isFinal = isFinal;
  }
}

const sandbox = createContext({ work: null });
const callWork = new Script("work()");

/** Node.js throws this for calls that nest too deeply or have too many arguments. */
const isStackOverflow = (error: unknown): boolean =>
  (error as Error | null)?.name === "RangeError" && /call stack/.test((error as Error).message);

/** Two limits that expire at about the same time would interfere, so the outer one covers both. */
const MARGIN_MS = 100;

/** Brief work takes less than this, so it runs unwatched if the limit allows at least as much. */
const BRIEF_MS = 1_000;

/** When the outermost active limit expires. */
let outerEnd: number | null = null;

/**
 * Calls `work` and stops it if it is still running when the limit expires. Only what it does before its first
 * `await` is limited. Stopped code can't catch the error and runs no `finally`, so `work` must not keep state
 * that could be left half done. Each call costs about 0.1 ms, several ms on a busy machine, because Node.js
 * starts a watchdog thread. A limit never extends the one around it.
 *
 * @param isBrief whether the size of its input keeps `work` far below a second; it then runs unwatched
 * @throws TimeLimitError · DocumentError if it nests too deeply · anything `work` throws
 */
export const withTimeLimit = <T>(limitMs: number, work: () => T, isBrief = false): T => {
  const end = performance.now() + limitMs;
  const outer = outerEnd;
  const isFinal = () => outer !== null && performance.now() >= outer;
  if (limitMs < 1 || isFinal()) throw new TimeLimitError(isFinal());
  if (outer !== null && end + MARGIN_MS > outer) return work();
  const isWatched = !isBrief || limitMs < BRIEF_MS;
  if (isWatched) outerEnd ??= end;
  try {
    if (!isWatched) return work();
    sandbox.work = work;
    return callWork.runInContext(sandbox, { timeout: Math.ceil(limitMs) }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException | null)?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT")
      throw new TimeLimitError(isFinal());
    if (isStackOverflow(error)) throw new DocumentError("The page is nested too deeply.");
    throw error;
  } finally {
    outerEnd = outer;
    // It holds the page.
    sandbox.work = null;
  }
};
