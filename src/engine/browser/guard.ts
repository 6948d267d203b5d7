import { DomainError } from "../../contract/errors.ts";
import { TargetError } from "../egress/index.ts";

const late = (): TargetError =>
  new TargetError("timeout", "The page did not get there in time.", { retryable: true });

/** Translates the browser's errors; our own pass through. */
const toPageError = (error: unknown): unknown => {
  if (error instanceof TargetError || error instanceof DomainError) return error;
  const { name, message } = error as Error;
  if (name === "TimeoutError") return late();
  const code = /net::(ERR_\w+)/.exec(message)?.[1];
  if (code === "ERR_ABORTED")
    return new TargetError("target-failed", "The URL is a file to download, not a page.", {
      retryable: false,
      cause: error,
    });
  if (code?.includes("CERT") || code?.includes("SSL"))
    return new TargetError("target-failed", "Could not establish a secure connection (TLS) to the target.", {
      retryable: false,
      cause: error,
    });
  const what =
    code === undefined
      ? "The browser failed on this page."
      : `The browser could not open the page (${code}).`;
  return new TargetError("target-failed", what, { retryable: true, cause: error });
};

/**
 * Waits for work in the browser until a signal is aborted or the time is up. The work itself may continue: a
 * caller that gives up on a browser closes it.
 *
 * @throws the reason of the aborted signal · TargetError
 */
export const within = async <T>(
  work: Promise<T>,
  timeoutMs: number,
  ...signals: readonly AbortSignal[]
): Promise<T> => {
  work.catch(() => undefined);
  let stop = (): void => undefined;
  const stopped = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(late()), timeoutMs);
    const off = signals.map((signal) => {
      const onAbort = (): void => reject(signal.reason);
      if (signal.aborted) onAbort();
      signal.addEventListener("abort", onAbort, { once: true });
      return () => signal.removeEventListener("abort", onAbort);
    });
    stop = () => {
      clearTimeout(timer);
      for (const each of off) each();
    };
  });
  stopped.catch(() => undefined);
  try {
    return await Promise.race([work, stopped]);
  } catch (error) {
    const aborted = signals.find((signal) => signal.aborted);
    throw aborted ? aborted.reason : toPageError(error);
  } finally {
    stop();
  }
};
