/**
 * Runs inside the worker thread of one function: loads its bundle, then handles one invocation after another.
 * Besides the bundle it imports only the clock, and OpenTelemetry's SDK where traces are wanted, so that no code of the runner leaks
 * into a function.
 */
import { flushCompileCache } from "node:module";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { followClock } from "./clockShift.ts";
import type {
  FunctionError,
  InvocationRequest,
  InvocationResult,
  ThreadData,
  ThreadMessage,
} from "./invocation.ts";
import { isTracing } from "./traceSettings.ts";

type Handler = (event: unknown, context: object) => unknown;

const { modulePath, exportName, functionName, functionArn, memoryMb, clock } = workerData as ThreadData;

// Node read it when the thread started. It is not part of a function's environment.
delete process.env.NODE_COMPILE_CACHE;

/** The machine's clock: timeouts follow real time, even when the service's clock is shifted. */
const machineNow = clock ? followClock(clock) : Date.now;

const send = (message: ThreadMessage): void => parentPort?.postMessage(message);

const toFunctionError = (error: unknown): FunctionError =>
  error instanceof Error
    ? { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? "").split("\n") }
    : { errorType: "Error", errorMessage: String(error) };

const contextOf = ({ requestId, deadlineMs }: InvocationRequest): object => ({
  awsRequestId: requestId,
  callbackWaitsForEmptyEventLoop: false,
  functionName,
  functionVersion: "$LATEST",
  invokedFunctionArn: functionArn,
  logGroupName: `/aws/lambda/${functionName}`,
  logStreamName: "local",
  memoryLimitInMB: String(memoryMb),
  getRemainingTimeInMillis: () => Math.max(0, deadlineMs - machineNow()),
});

const invoke = async (handler: Handler, request: InvocationRequest): Promise<InvocationResult> => {
  try {
    const value = await handler(JSON.parse(request.payload), contextOf(request));
    return { ok: true, payload: JSON.stringify(value) ?? "null" };
  } catch (error) {
    return { ok: false, error: toFunctionError(error) };
  }
};

/** Before the bundle is loaded, which looks for a registered SDK. */
const exportTraces = isTracing(process.env)
  ? (await import("./tracing.ts")).startTracing(functionName)
  : undefined;

const load = async (): Promise<Handler> => {
  const bundle = (await import(pathToFileURL(modulePath).href)) as Record<string, unknown>;
  const handler = bundle[exportName];
  if (typeof handler !== "function") throw new Error(`${modulePath} exports no function "${exportName}".`);
  return handler as Handler;
};

try {
  const handler = await load();
  parentPort?.on("message", async (request: InvocationRequest) => {
    send({ type: "result", result: await invoke(handler, request) });
    // The thread may be stopped before the next batch is due.
    void exportTraces?.();
  });
  send({ type: "loaded" });
  // Threads are terminated, so a cache written only at exit would be lost.
  flushCompileCache();
} catch (error) {
  send({ type: "failed-to-load", error: toFunctionError(error) });
}
