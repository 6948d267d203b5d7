/** What a page leaves open: fields that could have one of several values. */
import * as z from "zod";

const Candidate = z.object({
  value: z.unknown().describe("The value, as the field's type has it. Long texts are cut to 200 characters."),
  where: z
    .string()
    .max(500)
    .describe(
      "Where it is. In a generated flow: the field as the extract step takes it, so that you can put it in place of the flow's own.",
    ),
  confidence: z.number().min(0).max(1),
  node: z.int().min(1).optional().describe("With `inspectionId`: the element that holds it."),
});

export const Question = z.object({
  field: z.string().max(100),
  candidates: z.array(Candidate).min(2).max(5).describe("The likeliest first: the one that was taken."),
});
export type Question = z.infer<typeof Question>;

export const Questions = z
  .array(Question)
  .max(100)
  .describe(
    "Fields that could have one of several values. The likeliest was taken, with a low confidence. Absent if nothing is open.",
  );
export type Questions = z.infer<typeof Questions>;
