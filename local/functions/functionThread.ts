import { join } from "node:path";
import type { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import { compileCacheVariable } from "../compiledCode.ts";
import { messageOf } from "../failure.ts";
import type { FunctionSpec } from "../stack/functions.ts";
import { arnOf } from "../stack/names.ts";
import type { FunctionError, InvocationResult, ThreadData, ThreadMessage } from "./invocation.ts";

/** How long a bundle may take to load. Lambda allows 10 s; a busy laptop may need more. */
const LOAD_TIMEOUT_MS = 30_000;

/** One function loaded in one thread; handles one invocation at a time. */
export interface FunctionThread {
  invoke(requestId: string, payload: string): Promise<InvocationResult>;
  /** Resolves once the bundle is loaded, or has failed to load. */
  readonly started: Promise<unknown>;
  /** False once the thread has crashed, timed out or been stopped. */
  isAlive(): boolean;
  stop(): Promise<void>;
}

/** Receives what a function writes to its standard streams. */
export type LogSink = (stdout: Readable, stderr: Readable) => void;

/** Starts a thread for a function, with only the environment given here. */
export const startFunctionThread = (
  spec: FunctionSpec,
  environment: Readonly<Record<string, string>>,
  log: LogSink,
  clock?: SharedArrayBuffer,
): FunctionThread => {
  const worker = new Worker(new URL("./thread.ts", import.meta.url), {
    env: { ...environment, ...compileCacheVariable() },
    workerData: threadDataOf(spec, clock),
    resourceLimits: { maxOldGenerationSizeMb: spec.memoryMb },
    stdout: true,
    stderr: true,
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  log(worker.stdout, worker.stderr);

  /** Why the thread can no longer take invocations; undefined while it can. */
  let lost: FunctionError | undefined;
  let take: (answer: ThreadMessage | FunctionError) => void = () => undefined;
  const lose = (error: FunctionError): void => {
    lost ??= error;
    take(lost);
  };
  worker.on("message", (message: ThreadMessage) => take(message));
  worker.once("error", (error) => lose(toExitError(error)));
  worker.once("exit", (code) => lose(exitError(`exit code ${code}`)));

  const stop = async (): Promise<void> => {
    lose(exitError("stopped"));
    await worker.terminate();
  };

  const nextAnswer = (timeoutMs: number, timeoutError: FunctionError) =>
    new Promise<ThreadMessage | FunctionError>((resolve) => {
      if (lost) return resolve(lost);
      const timer = setTimeout(() => lose(timeoutError), timeoutMs);
      take = (answer) => {
        clearTimeout(timer);
        resolve(answer);
      };
    });

  /** Waits for the thread's next message. A thread that crashes or exceeds `timeoutMs` is lost, with a reason. */
  const answerWithin = async (timeoutMs: number, timeoutError: FunctionError): Promise<InvocationResult> => {
    const answer = await nextAnswer(timeoutMs, timeoutError);
    if ("type" in answer && answer.type === "result") return answer.result;
    if ("type" in answer && answer.type === "loaded") return { ok: true, payload: "null" };
    await stop();
    return { ok: false, error: "type" in answer ? answer.error : answer };
  };

  const loaded = answerWithin(LOAD_TIMEOUT_MS, timeoutError("Init", LOAD_TIMEOUT_MS / 1000));

  return {
    started: loaded,
    isAlive: () => lost === undefined,
    stop,
    invoke: async (requestId, payload) => {
      const start = await loaded;
      if (!start.ok) return start;
      const timeoutMs = spec.timeoutSeconds * 1000;
      worker.postMessage({ requestId, payload, deadlineMs: Date.now() + timeoutMs });
      return answerWithin(timeoutMs, timeoutError(requestId, spec.timeoutSeconds));
    },
  };
};

const threadDataOf = (
  { name, folder, handler, memoryMb }: FunctionSpec,
  clock: SharedArrayBuffer | undefined,
): ThreadData => {
  const dot = handler.lastIndexOf(".");
  return {
    modulePath: join(folder, `${handler.slice(0, dot)}.mjs`),
    exportName: handler.slice(dot + 1),
    functionName: name,
    functionArn: arnOf("AWS::Lambda::Function", name),
    memoryMb,
    clock,
  };
};

const timeoutError = (subject: string, seconds: number): FunctionError => ({
  errorType: "Sandbox.Timedout",
  errorMessage: `RequestId: ${subject} Error: Task timed out after ${seconds.toFixed(2)} seconds`,
});

const exitError = (reason: string): FunctionError => ({
  errorType: "Runtime.ExitError",
  errorMessage: `Error: Runtime exited with error: ${reason}`,
});

const toExitError = (error: unknown): FunctionError => ({
  ...exitError(messageOf(error)),
  ...(error instanceof Error && error.stack ? { trace: error.stack.split("\n") } : {}),
});
