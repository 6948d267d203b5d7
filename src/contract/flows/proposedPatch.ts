import * as z from "zod";
import { Steps } from "../steps/steps.ts";

/** What the last good run healed, and the patch that makes it permanent. */
export const ProposedPatch = z.object({
  healed: z.array(
    z.object({
      step: z.int().nullable().describe("Index of the outermost step."),
      field: z.string().nullable().describe("Null: the selector of the records, or of an element to act on."),
      selector: z.string(),
      newSelector: z.string(),
      confidence: z.number().min(0).max(1),
      url: z.string().describe("The page on which it was healed."),
    }),
  ),
  patch: z
    .object({ steps: Steps })
    .nullable()
    .describe("Send it to PUT /flows/{id}. Null if the steps are longer than 50,000 characters."),
});
export type ProposedPatch = z.infer<typeof ProposedPatch>;
