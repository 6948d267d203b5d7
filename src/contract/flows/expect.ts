import * as z from "zod";

const FieldName = z.string().trim().min(1).max(64);
const Share = z.number().min(0).max(1);
const MAX_FIELDS = 100;
const MAX_UNIQUE = 5;

/** What a flow expects of a run. A completed run that falls short of it gets warnings. */
export const Expectations = z.strictObject({
  minItems: z
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .describe(
      "Minimum number of items. Default: one, once a run has collected any. Use 0 if no items is fine.",
    ),
  maxNullShare: z
    .record(FieldName, Share)
    .refine((fields) => Object.keys(fields).length <= MAX_FIELDS, `must name at most ${MAX_FIELDS} fields`)
    .optional()
    .describe(
      "Maximum share of items (0 to 1) in which each field may be empty. Other fields may be empty, but " +
        "not in all items if the last good runs had them in most. Use 1 to allow that too.",
    )
    .meta({ examples: [{ price: 0.1 }] }),
  unique: z
    .array(FieldName)
    .min(1)
    .max(MAX_UNIQUE)
    .optional()
    .describe("Fields whose combined values must be unique within a run."),
  maxDrop: Share.optional().describe(
    "Maximum drop in the number of items, as a share (0 to 1) of the last good runs' number.",
  ),
});
export type Expectations = z.infer<typeof Expectations>;

const WARNING_CODES = [
  "nothing-found",
  "no-items",
  "min-items",
  "lost-field",
  "null-share",
  "not-unique",
  "dropped",
  "no-text",
] as const;

/** How a completed run falls short of what its flow expects. */
export const RunWarning = z.object({
  code: z
    .enum(WARNING_CODES)
    .describe(
      "`nothing-found`: no items, as in every run before. `no-items`: no items, though earlier runs had some. " +
        "`lost-field`: a field is empty in all items, though earlier runs had it. `no-text`: at least half of the " +
        "documents that were read, such as PDF files, are scans without text. The others: see the flow's `expect`.",
    ),
  message: z.string().describe("What is wrong, in which step and, if known, why."),
  step: z.string().nullable().describe("The step concerned, as `steps[1]` or its label."),
  field: z.string().nullable().describe("The field concerned."),
});
export type RunWarning = z.infer<typeof RunWarning>;
