import { type FunctionSpec, isFunctionCalled } from "../stack/functions.ts";
import { LOCAL_REGION } from "../stack/names.ts";
import { type LogSink, startFunctionThread } from "./functionThread.ts";
import type { InvocationResult } from "./invocation.ts";
import { createPool, type FunctionPool } from "./pool.ts";

/** Threads per function: enough to run requests in parallel, few enough for a laptop. */
const MAX_THREADS = 4;

/** Invokes functions by name. */
export interface Invoker {
  /** Undefined if there is no function of that name. */
  invoke(functionName: string, event: unknown): Promise<InvocationResult> | undefined;
  /** How many invocations of one function may run at once. */
  readonly maxConcurrency: number;
  stop(): Promise<void>;
}

export interface InvokerOptions {
  readonly functions: readonly FunctionSpec[];
  /** Environment of every function, besides its own variables. */
  readonly environment: Readonly<Record<string, string>>;
  /** Further environment of a single function. */
  readonly environmentOf?: ((functionName: string) => Readonly<Record<string, string>>) | undefined;
  readonly logOf: (functionName: string) => LogSink;
  /** Receives each finished invocation, with the function's logical id. */
  readonly onInvoked?: (functionName: string, outcome: "succeeded" | "failed", seconds: number) => void;
  /** Receives a line about each failed invocation. */
  readonly warn: (line: string) => void;
  /** How long an idle thread is kept; undefined: a minute. */
  readonly idleMs?: number | undefined;
  /** Shared memory of a clock that can be moved forward. */
  readonly clock?: SharedArrayBuffer | undefined;
}

export const createInvoker = ({
  functions,
  environment,
  environmentOf = () => ({}),
  logOf,
  onInvoked,
  warn,
  idleMs,
  clock,
}: InvokerOptions): Invoker => {
  const pools = new Map<FunctionSpec, FunctionPool>();
  const poolOf = (spec: FunctionSpec): FunctionPool => {
    const env = functionEnvironment(spec, { ...environment, ...environmentOf(spec.logicalId) });
    const pool =
      pools.get(spec) ??
      createPool(() => startFunctionThread(spec, env, logOf(spec.logicalId), clock), {
        maxThreads: MAX_THREADS,
        idleMs,
      });
    pools.set(spec, pool);
    return pool;
  };
  const invoke = async (spec: FunctionSpec, event: unknown): Promise<InvocationResult> => {
    const startedAt = performance.now();
    const result = await poolOf(spec).invoke(JSON.stringify(event) ?? "null");
    onInvoked?.(spec.logicalId, result.ok ? "succeeded" : "failed", (performance.now() - startedAt) / 1000);
    if (!result.ok && !stopped)
      warn(`${spec.logicalId} failed: ${result.error.errorType}: ${result.error.errorMessage}`);
    return result;
  };
  let stopped = false;
  return {
    maxConcurrency: MAX_THREADS,
    invoke: (functionName, event) => {
      const spec = functions.find((candidate) => isFunctionCalled(candidate, functionName));
      return spec && invoke(spec, event);
    },
    stop: async () => {
      stopped = true;
      await Promise.all([...pools.values()].map((pool) => pool.stop()));
    },
  };
};

/** Lambda's own environment variables, then the stack's, then `local`. */
const functionEnvironment = (
  spec: FunctionSpec,
  local: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => ({
  AWS_REGION: LOCAL_REGION,
  AWS_DEFAULT_REGION: LOCAL_REGION,
  AWS_LAMBDA_FUNCTION_NAME: spec.name,
  AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(spec.memoryMb),
  AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${spec.name}`,
  AWS_LAMBDA_LOG_STREAM_NAME: "local",
  LAMBDA_TASK_ROOT: spec.folder,
  _HANDLER: spec.handler,
  TZ: ":UTC",
  ...withoutNodeOptions(spec.environment),
  ...local,
});

/** A thread has no V8 options of its own: resource limits bound its heap. */
const withoutNodeOptions = ({ NODE_OPTIONS: _, ...environment }: Readonly<Record<string, string>>) =>
  environment;
