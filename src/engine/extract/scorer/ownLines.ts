/** Cells with several lines, of which another field has some. */
import type { OutputType, ValueType } from "../../../contract/fields/outputSchema.ts";
import { type CoerceContext, coerceValue } from "../values/coerce.ts";
import type { Choice } from "./rivals.ts";

type Filled = readonly [name: string, type: OutputType, choice: Choice | null];

/** A cell's text without the lines that another field has: "Harbour website", and below it "Created 14.01.2019". */
export const withOwnLines = (
  best: Choice | null,
  found: readonly Filled[],
  context: CoerceContext,
): Choice | null => {
  const { linesOf, values: [whole] = [] } = best?.fact ?? {};
  if (!best || !linesOf || best.value !== whole) return best;
  const lines = linesOf();
  const others = found.filter(([, , choice]) => choice !== null && choice.fact.values[0] !== whole);
  const isOwn = (line: string): boolean =>
    !others.some(
      ([, type, choice]) =>
        typeof type === "string" && coerceValue(line, type as ValueType, context) === choice?.value,
    );
  const own = lines.length > 1 ? lines.filter(isOwn) : lines;
  return own.length === 0 || own.length === lines.length ? best : { ...best, value: own.join(" ") };
};
