import middy from "@middy/core";
import type { Context } from "aws-lambda";
import type * as z from "zod";
import { readSealKeys } from "../adapters/confinedCaller.ts";
import { createSeals } from "../adapters/seal.ts";
import { ConfinedCall } from "../contract/messages.ts";
import type { Deps, WithSeals } from "../domain/ports.ts";
import { baseDeps } from "./deps/base.ts";
import { useCredentials } from "./env.ts";
import { inCallersTrace } from "./tracing.ts";

interface ConfinedInput<E> {
  readonly deps: Deps & WithSeals & E;
  /** When the function will be stopped, in epoch milliseconds. */
  readonly deadlineMs: number;
}

/**
 * The pipeline of a function that runs Chromium. Its role opens nothing: whoever breaks out of the browser has the credentials
 * of the call, which end with what the call is about.
 */
export const confined = <S extends z.ZodType, E extends object, R>(
  schema: S,
  run: (message: z.output<S>, input: ConfinedInput<E>) => Promise<R>,
  extras: () => E,
) => {
  let provided: (Deps & E) | undefined;
  return middy<unknown, R>().handler((event: unknown, context: Context): Promise<R> => {
    const { message, credentials, sealKeys, trace } = ConfinedCall.parse(event);
    useCredentials(credentials);
    provided ??= { ...baseDeps(), ...extras() };
    const keys = sealKeys && readSealKeys(sealKeys);
    const readKeys = async () => {
      if (!keys) throw new Error("No sealing keys in the event.");
      return keys;
    };
    const deps = { ...provided, seals: createSeals(readKeys) };
    const deadlineMs = Date.now() + context.getRemainingTimeInMillis();
    return inCallersTrace(trace, () => run(schema.parse(message), { deps, deadlineMs }));
  });
};
