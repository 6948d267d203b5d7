/** Messages between the runner and a function's thread. */

/** An error as Lambda reports it. */
export interface FunctionError {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: readonly string[];
}

/** Outcome of one invocation; `payload` is the JSON that the handler returned. */
export type InvocationResult =
  | { readonly ok: true; readonly payload: string }
  | { readonly ok: false; readonly error: FunctionError };

/** Lambda's limit on the payload of a synchronous invocation, each way. */
export const MAX_PAYLOAD_BYTES = 6_291_556;

export interface InvocationRequest {
  readonly requestId: string;
  readonly payload: string;
  /** When the function's time runs out, in epoch milliseconds. */
  readonly deadlineMs: number;
}

/** Startup data of a thread. */
export interface ThreadData {
  readonly modulePath: string;
  readonly exportName: string;
  readonly functionName: string;
  readonly functionArn: string;
  readonly memoryMb: number;
  /** Shared memory of a clock that can be moved forward; absent if functions follow the machine's clock. */
  readonly clock?: SharedArrayBuffer | undefined;
}

/** Messages of a thread: first that it has loaded (or why not), then one result per request. */
export type ThreadMessage =
  | { readonly type: "loaded" }
  | { readonly type: "failed-to-load"; readonly error: FunctionError }
  | { readonly type: "result"; readonly result: InvocationResult };
