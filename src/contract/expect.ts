import * as z from "zod";

const FieldName = z.string().trim().min(1).max(64);
const Share = z.number().min(0).max(1);
const MAX_FIELDS = 100;
const MAX_UNIQUE = 5;

/** What a good run of a flow looks like: a run that completes otherwise carries warnings. */
export const Expectations = z.strictObject({
  minItems: z
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .describe("Fewest items of a good run. Absent: one, once a run has collected any. 0: none is fine too."),
  maxNullShare: z
    .record(FieldName, Share)
    .refine((fields) => Object.keys(fields).length <= MAX_FIELDS, `must name at most ${MAX_FIELDS} fields`)
    .optional()
    .describe(
      "By field: the share of items, from 0 to 1, that may lack it. A field that is not named here may be empty, but " +
        "not in all items where the last good runs had it in most; 1 allows that too.",
    )
    .meta({ examples: [{ price: 0.1 }] }),
  unique: z
    .array(FieldName)
    .min(1)
    .max(MAX_UNIQUE)
    .optional()
    .describe("Fields that together tell each item of a run from all others."),
  maxDrop: Share.optional().describe(
    "The share, from 0 to 1, by which the number of items may fall below that of the last good runs.",
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
] as const;

/** What a run that completed is not as its flow expects. */
export const RunWarning = z.object({
  code: z
    .enum(WARNING_CODES)
    .describe(
      "`nothing-found`: no items, as in every run before. `no-items`: none, where earlier runs had some. " +
        "`lost-field`: a field is empty in all items, where earlier runs had it. The others: see `expect` of the flow.",
    ),
  message: z.string().describe("What is wrong, in which step, and why where that is known."),
  step: z.string().nullable().describe("The step it is about, as `steps[1]` or by its label."),
  field: z.string().nullable().describe("The field it is about."),
});
export type RunWarning = z.infer<typeof RunWarning>;
