import * as z from "zod";

/** A field that was asked for and is not collected. */
export const FieldNote = z.object({
  field: z.string().max(100).describe("Its name, as the prompt gives it."),
  why: z.string().max(500).describe("What was looked for and not found, for people."),
});
export type FieldNote = z.infer<typeof FieldNote>;

export const FieldNotes = z.array(FieldNote).max(100);
