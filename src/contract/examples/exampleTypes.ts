/** Types of an operation's example: its body and its answers, as the operation's row defines them. */
import type * as z from "zod";
import type { OPERATIONS, OperationName } from "../operations.ts";

type Row<N extends OperationName> = (typeof OPERATIONS)[N];

type Sent<R> = R extends { readonly body: infer B extends z.ZodType }
  ? { readonly body: z.input<B> }
  : object;

/** The record; for a list, one of its records. */
type Answered<R> = R extends { readonly success: infer S }
  ? S extends { readonly data: infer D extends z.ZodType }
    ? { readonly answer: z.output<D> }
    : S extends { readonly list: infer L extends z.ZodType }
      ? { readonly answer: z.output<L> }
      : S extends { readonly bare: infer B extends z.ZodType }
        ? { readonly answer: z.output<B> }
        : object
  : never;

/** The answer of status 202, from operations that may take longer than a request. */
type Unfinished<R> = R extends {
  readonly success: { readonly unfinished: string; readonly data: infer D extends z.ZodType };
}
  ? { readonly unfinished: z.output<D> }
  : object;

export type Examples = {
  readonly [N in OperationName]: Sent<Row<N>> & Answered<Row<N>> & Unfinished<Row<N>>;
};
