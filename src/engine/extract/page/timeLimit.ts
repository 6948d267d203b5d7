/** Ends work that takes too long, such as a pattern that backtracks without end, in the thread that does it. */
import { createContext, Script } from "node:vm";
import { DocumentError } from "./documentError.ts";

/**
 * How long one piece of work on a page may hold a worker: less than the lease of its run, which it cannot renew
 * meanwhile.
 */
export const READ_LIMIT_MS = 10_000;

/** The work was ended in the middle. `message` is for people. */
export class TimeLimitError extends Error {
  override readonly name = "TimeLimitError";
  /** The limit around it is reached too: whoever catches this has to throw it on. */
  readonly isFinal: boolean;

  constructor(isFinal: boolean) {
    super("Reading the page took too long: it is too large, or built to be slow.");
    this.isFinal = isFinal;
  }
}

const sandbox = createContext({ work: null });
const callWork = new Script("work()");

/** Node.js says so of a call that nests too deeply, and of one with too many arguments. */
const isStackOverflow = (error: unknown): boolean =>
  (error as Error | null)?.name === "RangeError" && /call stack/.test((error as Error).message);

/** Two limits that are reached at about the same time would undo each other: the outer one does for both. */
const MARGIN_MS = 100;

/** Brief work takes less than this: within a limit that leaves as much, nobody has to watch it. */
const BRIEF_MS = 1_000;

/** When the outermost limit that is set now is reached. */
let outerEnd: number | null = null;

/**
 * Calls `work` and ends it where it is still busy when the limit is reached. Only what it does before its first
 * `await` is limited. The code that is ended cannot catch it, and runs no `finally`: `work` must keep nothing
 * that could be left half done. Costs about 0.1 ms a call, and several on a busy machine, for Node.js starts a thread
 * that watches. Within another limit, no work has longer than that one leaves.
 *
 * @param isBrief where the size of what it reads keeps `work` far below a second: nobody watches it
 * @throws TimeLimitError · DocumentError where it nests too deeply · whatever `work` throws
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
  }
};
