import * as z from "zod";

/** A field that was asked for and is not collected. */
export const FieldNote = z.object({
  field: z.string().max(100).describe("Its name, as the prompt or the example gives it."),
  why: z.string().max(500).describe("What was looked for and not found, for people."),
  code: z
    .enum(["example-not-found", "example-ambiguous"])
    .optional()
    .describe(
      "Where an example of it was given: its value is not on the page, or in several places that differ elsewhere.",
    ),
  candidates: z
    .array(z.string().max(500))
    .max(5)
    .optional()
    .describe("Of an ambiguous example: the places that hold its value, as fields that a step may have."),
});
export type FieldNote = z.infer<typeof FieldNote>;

export const FieldNotes = z.array(FieldNote).max(100);
