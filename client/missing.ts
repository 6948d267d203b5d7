import type { GeneratedFlow } from "./generated.ts";

export type MissingField = NonNullable<GeneratedFlow["notes"]>[number];

/** The requested fields that a generated flow does not collect. Its other notes are about fields that it does. */
export const missingFields = ({
  notes = [],
  outputSchema,
}: Pick<GeneratedFlow, "notes" | "outputSchema">): MissingField[] =>
  notes.filter(({ field }) => !Object.hasOwn(outputSchema, field));

/** The fields that a generated flow collects and whose values somebody should check: the reason is in `why`. */
export const doubtedFields = ({
  notes = [],
  outputSchema,
}: Pick<GeneratedFlow, "notes" | "outputSchema">): MissingField[] =>
  notes.filter(({ field }) => Object.hasOwn(outputSchema, field));
