/** Calls the function that opens pages in a browser, which can open nothing of any account. */
import { createConfinedCaller } from "../../../adapters/confinedCaller.ts";
import type { OpenFault, OpenPage } from "../../../contract/extraction/openPage.ts";
import { CALLED_WORKERS } from "../../../contract/workers.ts";
import { SHARED_BY_VISITORS } from "../../../store/partitions.ts";
import { required } from "../../env.ts";
import { meter } from "../../meter.ts";

type Failed = { readonly fault: OpenFault };

const createCall = () =>
  createConfinedCaller({
    functionName: required("OPENPAGE_FUNCTION_NAME"),
    roleArn: required("OPENPAGE_SESSION_ROLE_ARN"),
    waits: true,
  }).call;

let call: ReturnType<typeof createCall> | undefined;

interface Opening {
  /** The objects that it may store. */
  readonly objects: readonly string[];
  readonly toError: (fault: OpenFault) => Error;
  readonly signal?: AbortSignal;
}

/** @throws what `toError` makes of a failure · the reason of an aborted `signal` */
export const openPage = async <T extends object>(
  message: OpenPage,
  { objects, toError, signal }: Opening,
): Promise<T> => {
  call ??= createCall();
  const startMs = Date.now();
  try {
    const answer = await call(message, { partitions: SHARED_BY_VISITORS, objects }, signal);
    const opened = JSON.parse(answer) as T | Failed;
    if ("fault" in opened) throw toError(opened.fault);
    return opened;
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    meter.onBrowserCalled(CALLED_WORKERS.openPage.memoryMb, Date.now() - startMs);
  }
};
