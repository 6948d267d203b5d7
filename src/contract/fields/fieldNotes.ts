import * as z from "zod";

/** A requested field that is not collected, or not surely. */
export const FieldNote = z.object({
  field: z.string().max(100).describe("The field's name, as the prompt or example gives it."),
  why: z
    .string()
    .max(500)
    .describe("A readable reason: what was looked for and not found, or what is doubtful."),
  code: z
    .enum(["example-not-found", "example-ambiguous"])
    .optional()
    .describe("For an example: its value was not found on the page, or was found in several places."),
  candidates: z
    .array(z.string().max(500))
    .max(5)
    .optional()
    .describe("For an ambiguous example, the places that hold its value, written as fields for a step."),
});
export type FieldNote = z.infer<typeof FieldNote>;

export const FieldNotes = z.array(FieldNote).max(100);
