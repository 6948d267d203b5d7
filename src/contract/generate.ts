import * as z from "zod";
import { HttpUrl } from "./common.ts";
import { FlowMode } from "./flows.ts";
import { OutputSchema } from "./outputSchema.ts";
import { Steps } from "./steps.ts";

export const GenerateRequest = z.strictObject({
  prompt: z
    .string()
    .trim()
    .min(1)
    .max(2_000)
    .describe("What to collect, in your words.")
    .meta({ examples: ["All books with title and price"] }),
  url: HttpUrl.describe("The page to start from."),
});
export type GenerateRequest = z.infer<typeof GenerateRequest>;

/** A flow definition that can be sent to POST /flows as it is. */
export const GeneratedFlow = z.object({
  name: z.string(),
  description: z.string(),
  url: z.string(),
  mode: FlowMode,
  steps: Steps,
  outputSchema: OutputSchema,
});
export type GeneratedFlow = z.infer<typeof GeneratedFlow>;
