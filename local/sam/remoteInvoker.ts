import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { clientSettings } from "../emulators/endpoints.ts";
import type { FunctionError, InvocationResult } from "../functions/invocation.ts";
import type { Invoker } from "../functions/invoker.ts";
import { type FunctionSpec, isFunctionCalled } from "../stack/functions.ts";

/** Containers take seconds to start and hundreds of megabytes: two at once per function. */
const MAX_CONCURRENCY = 2;

/** SAM reports a function's timeout as a sentence, not as an error. */
const isJson = (payload: string): boolean => {
  try {
    JSON.parse(payload);
    return true;
  } catch {
    return false;
  }
};

/** Invokes functions by their logical ids, through the Invoke API of `sam local start-lambda`. */
export const createRemoteInvoker = (
  endpoint: string,
  functions: readonly FunctionSpec[],
): Pick<Invoker, "invoke" | "maxConcurrency"> => {
  const client = new LambdaClient(clientSettings(endpoint));
  const invoke = async (functionName: string, event: unknown): Promise<InvocationResult> => {
    const command = new InvokeCommand({
      FunctionName: functionName,
      Payload: JSON.stringify(event) ?? "null",
    });
    const { FunctionError: failed, Payload } = await client.send(command);
    const payload = Payload?.transformToString() ?? "null";
    if (failed) return { ok: false, error: JSON.parse(payload) as FunctionError };
    if (isJson(payload)) return { ok: true, payload };
    return { ok: false, error: { errorType: "Sandbox.Timedout", errorMessage: payload } };
  };
  return {
    maxConcurrency: MAX_CONCURRENCY,
    invoke: (called, event) => {
      const spec = functions.find((candidate) => isFunctionCalled(candidate, called));
      return spec && invoke(spec.logicalId, event);
    },
  };
};
