/** Cells with several lines, of which another field has one. */
import type { ValueType } from "../../../contract/fields/outputSchema.ts";
import { type CoerceContext, coerceValue } from "../values/coerce.ts";
import { conceptOf, foldedWords } from "../vocabulary/concepts.ts";
import type { Choice, Filled } from "./rivals.ts";

/** The words before a value: "Created" in "Created 14.01.2019". */
const LABEL = /^\P{Nd}*/u;

/** Whether words are a field's name, or the beginning of it: "Created" of `created_at`. */
const isNameOf = (label: string, field: string): boolean => {
  const [said, asked] = [foldedWords(label), foldedWords(field)];
  const concept = conceptOf(field);
  return (
    said.length > 0 &&
    (said.every((word, at) => word === asked[at]) || (concept !== null && conceptOf(label) === concept))
  );
};

/**
 * A cell's text without a line at its beginning or end that is another field with its name: "Harbour website", and below
 * it "Created 14.01.2019". A line that says more stays, and so does all other text.
 */
export const withOwnLines = (
  best: Choice | null,
  found: readonly Filled[],
  context: CoerceContext,
): Choice | null => {
  const { linesOf, values: [whole] = [] } = best?.fact ?? {};
  if (!best || !linesOf || typeof whole !== "string" || best.value !== whole) return best;
  const isOther = (line: string): boolean => {
    const [label = ""] = LABEL.exec(line) ?? [];
    return found.some(
      ([name, type, choice]) =>
        choice !== null &&
        choice.fact.values[0] !== whole &&
        typeof type === "string" &&
        isNameOf(label, name) &&
        coerceValue(line.slice(label.length), type as ValueType, context) === choice.value,
    );
  };
  let text = whole;
  for (const line of linesOf().filter(isOther)) {
    if (text.endsWith(line)) text = text.slice(0, -line.length).trim();
    else if (text.startsWith(line)) text = text.slice(line.length).trim();
  }
  return text === "" || text === whole ? best : { ...best, value: text };
};
