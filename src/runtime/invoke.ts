import middy from "@middy/core";
import type { Context } from "aws-lambda";
import type * as z from "zod";
import type { Deps } from "../domain/ports.ts";
import { baseDeps } from "./deps/base.ts";

interface InvokeInput<E> {
  readonly deps: Deps & E;
  /** When the function will be stopped, in epoch milliseconds. */
  readonly deadlineMs: number;
}

/** The pipeline of a function that the clock or an operator invokes directly. */
export const invoked = <S extends z.ZodType, E extends object, R>(
  schema: S,
  run: (event: z.output<S>, input: InvokeInput<E>) => Promise<R>,
  extras: () => E = () => ({}) as E,
) => {
  let deps: (Deps & E) | undefined;
  return middy<unknown, R>().handler((event: unknown, context: Context): Promise<R> => {
    deps ??= { ...baseDeps(), ...extras() };
    return run(schema.parse(event), { deps, deadlineMs: Date.now() + context.getRemainingTimeInMillis() });
  });
};
