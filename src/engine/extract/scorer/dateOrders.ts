/** Dates whose day and month could be swapped. */
import type { ValueType } from "../../../contract/fields/outputSchema.ts";
import { type CoerceContext, coerceValue } from "../values/coerce.ts";

/** What a text says, read as a type. */
export interface Found {
  readonly value: unknown;
  readonly doubt?: string;
  /** Another reading of the same text, less likely. */
  readonly other?: unknown;
}

/** A date whose day and month could be swapped, read both ways, as both are days of the year. */
export const readBothOrders = (value: unknown, type: ValueType, context: CoerceContext): Found | null => {
  if (type !== "date" && type !== "datetime") return null;
  // English with am and pm is more often American.
  const likely = !AM_PM.test(String(value));
  const [first, other] = [likely, !likely].map((dayFirst) =>
    coerceValue(value, type, { ...context, dayFirst }),
  );
  return first === null ? null : { value: first, other, doubt: "day and month could be the other way round" };
};
const AM_PM = /\d\s?[ap]\.?m\b/i;
/** How much less likely the other order is taken to be: enough to say which comes first. */
export const LESS = 0.02;
